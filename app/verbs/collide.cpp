// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/load.h"
#include "app/named_option.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/query/brute_force.h"
#include "dermis/query/find_pairs.h"
#include "scenes/engine.h"

namespace dermis::app {

namespace {

using scenes::Engine;

struct CollideArguments {
  CharacterOptions a, b;
  ReportOptions report;
  bool any = false;
  Engine method = Engine::meshlets;
};

Character character(const PosedModel& posed, const std::string& file) {
  Character character =
      need(Character::make(bake_visibly(posed.model, file, {.skinning = posed.skinning})), file);
  need(character.set_pose(posed.pose));
  return character;
}

/// Repeats the query by brute force with exact arithmetic. Returns the number of exact tests.
std::uint64_t verify(const Pairs& contacts, const PosedModel& a, const PosedModel& b, bool any) {
  Pairs judged = brute_force::find_pairs(a.mesh(), b.mesh(), {.filters = false});
  if (any) {  // any one of the pairs is a right answer
    const auto found = std::ranges::find_first_of(judged.pairs, contacts.pairs);
    if (found != judged.pairs.end()) judged.pairs = {*found};
  }
  expect_same(contacts.pairs, judged.pairs);
  return judged.stats.exact_tests;
}

void run_collide(const CollideArguments& options) {
  const Engine method = options.method;
  const PosedModel a = options.a.load();
  const PosedModel b = options.b.load();
  const Character character_a = character(a, options.a.model.file);
  const Character character_b = character(b, options.b.model.file);
  const Pairs contacts = options.any ? scenes::find_any_pair(character_a, character_b, method)
                                     : scenes::find_pairs(character_a, character_b, method);
  Findings findings{.complete = !options.any || contacts.pairs.empty()};
  if (options.report.verify) findings.judged_pairs = verify(contacts, a, b, options.any);
  if (options.report.json) {
    const Json head{{"schema", 1},
                    {"method", to_string(options.method)},
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
    const bool one = contacts.pairs.size() == 1;
    fmt::print("{} of triangles {}\n", counted(contacts.pairs.size(), "pair"),
               one ? "collides" : "collide");
  }
  print_work(contacts, a.model, b.model, findings);
  print_pairs(contacts.pairs, a.model, b.model, options.report);
}

}  // namespace

void add_collide(CLI::App& program) {
  auto* const verb =
      program.add_subcommand("collide", "find the triangles of two models that meet");
  verb->footer(
      "Pairs are 0-based triangle indices, in the order of the faces that 'dermis pose' writes.\n"
      "Example: dermis collide creature man --clip-a walk --time-a 0.4 --at-b 0.2,0,0.5 --names");
  const auto options = std::make_shared<CollideArguments>();
  options->a.add_to(*verb, "A", "-a");
  options->b.add_to(*verb, "B", "-b");
  verb->add_flag("--any", options->any, "stop at the first pair");
  add_named_option(*verb, "--method", options->method, "the engine", "METHOD");
  options->report.add_to(*verb);
  verb->callback([options] { run_collide(*options); });
}

}  // namespace dermis::app
