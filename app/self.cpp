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
  CharacterOptions character;
  ReportOptions report;
};

void run(const Options& options) {
  const PosedModel a = options.character.load();
  const Contacts contacts = brute_force::find_self(a.mesh());
  if (options.report.verify) {
    expect_same(contacts.pairs, brute_force::find_self(a.mesh(), {.filters = false}).pairs);
  }
  if (options.report.json) {
    Json json{{"schema", 1}, {"a", describe(options.character.model.file, a)}};
    add_contacts(json, contacts, a.model, a.model, options.report);
    print_json(json);
    return;
  }
  if (contacts.pairs.empty()) {
    fmt::print("no self-collision\n");
  } else {
    fmt::print("{} pairs of triangles collide\n", grouped(contacts.pairs.size()));
  }
  if (contacts.stats.duplicates > 0) {
    fmt::print("  {} pairs of triangles are duplicates\n", grouped(contacts.stats.duplicates));
  }
  print_contacts(contacts, a.model, a.model, options.report);
}

}  // namespace

void add_self(CLI::App& program) {
  auto* const verb = program.add_subcommand("self", "which triangles of one model meet");
  verb->footer(
      "Neighbours count only when they share more than their common corners and edge.\n"
      "Pairs are 0-based triangle indices, in the order of the faces that 'dermis pose' writes.\n"
      "Example: dermis self fox.glb --clip Run --time 0.2 --names");
  const auto options = std::make_shared<Options>();
  options->character.add_to(*verb, "A");
  options->report.add_to(*verb);
  verb->callback([options] { run(*options); });
}

}  // namespace dermis::app
