// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "dermis/query/brute_force.h"
#include "load.h"
#include "report.h"
#include "verbs.h"

namespace dermis::app {

namespace {

struct SelfArguments {
  CharacterOptions character;
  ReportOptions report;
};

void run_self(const SelfArguments& options) {
  const PosedModel a = options.character.load();
  const Contacts contacts = brute_force::find_self(a.mesh());
  Findings findings;
  if (options.report.verify) {
    const Contacts judged = brute_force::find_self(a.mesh(), {.filters = false});
    expect_same(contacts.pairs, judged.pairs);
    findings.judged_pairs = judged.stats.exact_tests;
  }
  if (options.report.json) {
    const Json head{{"schema", 1},
                    {"a", describe(options.character.model.file, a)},
                    {"duplicates", contacts.stats.duplicates}};
    print_json(head, contacts, a.model, a.model, options.report, findings);
    return;
  }
  if (contacts.pairs.empty()) {
    fmt::print("no self-collision\n");
  } else {
    fmt::print("{} of triangles collide\n", counted(contacts.pairs.size(), "pair"));
  }
  if (contacts.stats.duplicates > 0) {
    fmt::print("  {} of triangles with the same corners\n",
               counted(contacts.stats.duplicates, "pair"));
  }
  print_contacts(contacts, a.model, a.model, options.report, findings);
}

}  // namespace

void add_self(CLI::App& program) {
  auto* const verb = program.add_subcommand("self", "which triangles of one model meet");
  verb->footer(
      "Neighbours count only when they share more than their common corners and edge.\n"
      "Pairs are 0-based triangle indices, in the order of the faces that 'dermis pose' writes.\n"
      "Example: dermis self fox.glb --clip Run --time 0.2 --names");
  const auto options = std::make_shared<SelfArguments>();
  options->character.add_to(*verb, "A");
  options->report.add_to(*verb);
  verb->callback([options] { run_self(*options); });
}

}  // namespace dermis::app
