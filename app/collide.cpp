// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include "dermis/query/brute_force.h"
#include "load.h"
#include "report.h"
#include "verbs.h"

namespace dermis::app {

namespace {

struct Options {
  CharacterOptions a, b;
  ReportOptions report;
  bool any = false;
};

void run(const Options& options) {
  const PosedModel a = options.a.load();
  const PosedModel b = options.b.load();
  const auto find = options.any ? &brute_force::find_any : &brute_force::find_all;
  const Contacts contacts = find(a.mesh(), b.mesh(), {});
  Findings findings{.complete = !options.any || contacts.pairs.empty()};
  if (options.report.verify) {
    const Contacts judged = find(a.mesh(), b.mesh(), {.filters = false});
    expect_same(contacts.pairs, judged.pairs);
    findings.judged_pairs = judged.stats.exact_tests;
  }
  if (options.report.json) {
    const Json head{{"schema", 1},
                    {"a", describe(options.a.model.file, a)},
                    {"b", describe(options.b.model.file, b)}};
    print_json(head, contacts, a.model, b.model, options.report, findings);
    return;
  }
  if (contacts.pairs.empty()) {
    fmt::print("no collision\n");
  } else if (options.any) {
    fmt::print("they collide\n");
  } else {
    fmt::print("{} of triangles collide\n", counted(contacts.pairs.size(), "pair"));
  }
  print_contacts(contacts, a.model, b.model, options.report, findings);
}

}  // namespace

void add_collide(CLI::App& program) {
  auto* const verb = program.add_subcommand("collide", "which triangles of two models meet");
  verb->footer(
      "Pairs are 0-based triangle indices, in the order of the faces that 'dermis pose' writes.\n"
      "Example: dermis collide fox.glb fox.glb --clip-a Run --time-a 0.2 --clip-b Walk "
      "--turn-b 180 --at-b 0,0,60");
  const auto options = std::make_shared<Options>();
  options->a.add_to(*verb, "A", "-a");
  options->b.add_to(*verb, "B", "-b");
  verb->add_flag("--any", options->any, "stop at the first pair");
  options->report.add_to(*verb);
  verb->callback([options] { run(*options); });
}

}  // namespace dermis::app
