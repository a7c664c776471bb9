// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <span>

#include "dermis/dermis.h"
#include "report.h"
#include "verbs.h"

namespace dermis::app {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

void run(bool json) {
  const auto start = Clock::now();
  const Model creature = make_creature();
  const double made_ms = milliseconds_since(start);

  // Face to face, half a step apart in their gaits, closer than their snouts are long.
  const Clip& walk = creature.clips.front();
  const LinearSkin skin(creature);
  const Pose pose_a = placed(sample(creature, walk, 0.3), placement({0, 0, -1.1F}, 0));
  const Pose pose_b = placed(sample(creature, walk, 0.8), placement({0.15F, 0, 1.1F}, 180));
  std::vector<Vec3> a(skin.vertex_count());
  std::vector<Vec3> b(skin.vertex_count());
  const auto posing = Clock::now();
  need(skin.deform(pose_a, a));
  need(skin.deform(pose_b, b));
  const double pose_ms = milliseconds_since(posing);

  const auto colliding = Clock::now();
  const Contacts contacts = brute_force::find_all({a, creature.triangles}, {b, creature.triangles});
  const double collide_ms = milliseconds_since(colliding);
  const QueryStats& stats = contacts.stats;
  const auto joints = by_joints(contacts, creature, creature);
  if (json) {
    Json out{{"schema", 1},
             {"triangles", creature.triangles.size()},
             {"vertices", creature.positions.size()},
             {"joints", creature.skeleton.joints.size()},
             {"characters", 2},
             {"contacts", contacts.pairs.size()},
             {"triangle_tests", stats.triangle_tests},
             {"make_ms", made_ms},
             {"pose_ms", pose_ms},
             {"collide_ms", collide_ms},
             {"isa", to_string(best_isa())}};
    out["between"] = Json::array();
    for (const JointContacts& between : joints) {
      out["between"].push_back({{"a", between.a}, {"b", between.b}, {"pairs", between.pairs}});
    }
    fmt::print("{}\n", to_text(out));
    return;
  }
  fmt::print("Two creatures walk into each other.\n\n");
  fmt::print(
      "  made      {} triangles, {} vertices, {} joints, clip '{}' of {:.1f} s, in {:.0f} ms\n",
      creature.triangles.size(), creature.positions.size(), creature.skeleton.joints.size(),
      walk.name, walk.end(), made_ms);
  fmt::print("  posed     2 × {} vertices in {:.2f} ms ({})\n", skin.vertex_count(), pose_ms,
             to_string(best_isa()));
  fmt::print("  collided  {} pairs of triangles meet, found by brute force in {:.0f} ms\n",
             contacts.pairs.size(), collide_ms);
  fmt::print("            {} triangle tests, exact to the last bit, after {} box tests\n\n",
             grouped(stats.triangle_tests), grouped(stats.box_tests));
  fmt::print("  first       second      pairs\n");
  constexpr std::size_t kMostShown = 8;
  for (const JointContacts& between :
       std::span(joints).first(std::min(joints.size(), kMostShown))) {
    fmt::print("  {:<11} {:<11} {:>5}\n", between.a, between.b, between.pairs);
  }
  if (joints.size() > kMostShown) {
    fmt::print("  … and {} more pairs of joints\n", joints.size() - kMostShown);
  }
  fmt::print(
      "\nThe same with any model: dermis collide A.glb B.glb --clip-a Walk --time-a 0.3 --names\n");
}

}  // namespace

void add_demo(CLI::App& program) {
  auto* const verb = program.add_subcommand("demo", "the main job on a built-in scene");
  verb->footer("Example: dermis demo");
  const auto json = std::make_shared<bool>(false);
  verb->add_flag("--json", *json, "for machines");
  verb->callback([json] { run(*json); });
}

}  // namespace dermis::app
