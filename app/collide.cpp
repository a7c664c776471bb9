// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>

#include "dermis/query/brute_force.h"
#include "dermis/query/collide.h"
#include "load.h"
#include "report.h"
#include "verbs.h"

namespace dermis::app {

namespace {

struct CollideArguments {
  CharacterOptions a, b;
  ReportOptions report;
  bool any = false;
  std::string method{to_string(QueryOptions().method)};
};

Character character(const PosedModel& posed, const std::string& file) {
  Character character(bake_visibly(posed.model, file, {.skinning = posed.skinning}));
  need(character.set_pose(posed.pose));
  return character;
}

/// Asks again by brute force and exact arithmetic; how many pairs that took.
std::uint64_t verify(const Contacts& contacts, const PosedModel& a, const PosedModel& b, bool any) {
  Contacts judged = brute_force::find_all(a.mesh(), b.mesh(), {.filters = false});
  if (any) {  // any of them is right
    const auto found = std::ranges::find_first_of(judged.pairs, contacts.pairs);
    if (found != judged.pairs.end()) judged.pairs = {*found};
  }
  expect_same(contacts.pairs, judged.pairs);
  return judged.stats.exact_tests;
}

void run_collide(const CollideArguments& options) {
  const Method method = need(method_named(options.method), "--method");
  const PosedModel a = options.a.load();
  const PosedModel b = options.b.load();
  const Character character_a = character(a, options.a.model.file);
  const Character character_b = character(b, options.b.model.file);
  const Contacts contacts = options.any ? find_any(character_a, character_b, {method})
                                        : find_all(character_a, character_b, {method});
  Findings findings{.complete = !options.any || contacts.pairs.empty()};
  if (options.report.verify) findings.judged_pairs = verify(contacts, a, b, options.any);
  if (options.report.json) {
    const Json head{{"schema", 1},
                    {"method", options.method},
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
  const auto options = std::make_shared<CollideArguments>();
  options->a.add_to(*verb, "A", "-a");
  options->b.add_to(*verb, "B", "-b");
  verb->add_flag("--any", options->any, "stop at the first pair");
  verb->add_option(
          "--method", options->method,
          "meshlets, eager, on-demand-spheres, bottom-up-spheres, bottom-up-boxes or brute-force")
      ->type_name("METHOD")
      ->capture_default_str();
  options->report.add_to(*verb);
  verb->callback([options] { run_collide(*options); });
}

}  // namespace dermis::app
