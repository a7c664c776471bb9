// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <span>

#include "app/load.h"
#include "app/region_tally.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/query/brute_force.h"

namespace dermis::app {

namespace {

struct SelfArguments {
  CharacterOptions character;
  ReportOptions report;
  bool all = false;
};

void run_self(const SelfArguments& options) {
  const PosedModel a = options.character.load();
  const Pairs contacts = brute_force::find_self_pairs(a.mesh());
  Findings findings;
  if (options.report.verify) {
    const Pairs judged = brute_force::find_self_pairs(a.mesh(), {.filters = false});
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
    const bool one = contacts.pairs.size() == 1;
    fmt::print("{} of triangles {}\n", counted(contacts.pairs.size(), "pair"),
               one ? "collides" : "collide");
  }
  if (contacts.stats.duplicates > 0) {
    fmt::print("  {} of triangles with the same corners\n",
               counted(contacts.stats.duplicates, "pair"));
  }
  print_work(contacts, a.model, a.model, findings);
  const RegionNames regions(a.model);
  RegionTally tally;
  for (const TrianglePair& pair : contacts.pairs) tally.add_self("", regions, pair.a, pair.b);
  tally.print("pair", options.all);
  const std::span pairs(contacts.pairs);
  const std::size_t shown = options.all ? pairs.size() : std::min(pairs.size(), kFewRows);
  print_pairs(pairs.first(shown), a.model, a.model, options.report);
  print_rows_left_out(pairs.size() - shown);
}

}  // namespace

void add_self(CLI::App& program) {
  auto* const verb = program.add_subcommand("self", "find the triangles of one model that meet");
  verb->footer(
      "The output counts the pairs by parts (by limbs, if the model is one part), most first,\n"
      "and lists the first ones (--all lists all).\n"
      "Neighbors count only when they share more than their common corners and edge.\n"
      "Pairs are 0-based triangle indices, in the order of the faces that 'dermis pose' writes.\n"
      "Example: dermis self creature --clip walk --time 0.3 --names");
  const auto options = std::make_shared<SelfArguments>();
  options->character.add_to(*verb, "A");
  options->report.add_to(*verb);
  verb->add_flag(
      "--all", options->all,
      fmt::format("print all pairs, not only the first {}; --json always does", kFewRows));
  verb->callback([options] { run_self(*options); });
}

}  // namespace dermis::app
