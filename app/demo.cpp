// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <limits>
#include <nlohmann/json.hpp>

#include "dermis/dermis.h"
#include "verbs.h"

namespace dermis::app {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

struct Box {
  Vec3 low, high;
};

Box box_of(const std::vector<Vec3>& points) {
  constexpr float kFar = std::numeric_limits<float>::infinity();
  Box box{{kFar, kFar, kFar}, {-kFar, -kFar, -kFar}};
  for (const Vec3& p : points) {
    box.low = {std::min(box.low.x, p.x), std::min(box.low.y, p.y), std::min(box.low.z, p.z)};
    box.high = {std::max(box.high.x, p.x), std::max(box.high.y, p.y), std::max(box.high.z, p.z)};
  }
  return box;
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

  const Box box_a = box_of(a);
  const Box box_b = box_of(b);
  const float overlap = box_a.high.z - box_b.low.z;
  if (json) {
    const nlohmann::ordered_json out{{"schema", 1},
                                     {"triangles", creature.triangles.size()},
                                     {"vertices", creature.positions.size()},
                                     {"joints", creature.skeleton.joints.size()},
                                     {"characters", 2},
                                     {"overlap_m", overlap},
                                     {"make_ms", made_ms},
                                     {"pose_ms", pose_ms},
                                     {"isa", to_string(best_isa())}};
    fmt::print("{}\n", out.dump(2));
    return;
  }
  fmt::print("Two creatures walk into each other.\n\n");
  fmt::print(
      "  made    {} triangles, {} vertices, {} joints, clip '{}' of {:.1f} s, in {:.0f} ms\n",
      creature.triangles.size(), creature.positions.size(), creature.skeleton.joints.size(),
      walk.name, walk.end(), made_ms);
  fmt::print("  posed   2 × {} vertices in {:.2f} ms ({})\n", skin.vertex_count(), pose_ms,
             to_string(best_isa()));
  fmt::print("  first   x {:.2f} … {:.2f}  y {:.2f} … {:.2f}  z {:.2f} … {:.2f} m\n", box_a.low.x,
             box_a.high.x, box_a.low.y, box_a.high.y, box_a.low.z, box_a.high.z);
  fmt::print("  second  x {:.2f} … {:.2f}  y {:.2f} … {:.2f}  z {:.2f} … {:.2f} m\n", box_b.low.x,
             box_b.high.x, box_b.low.y, box_b.high.y, box_b.low.z, box_b.high.z);
  fmt::print("  their boxes overlap by {:.2f} m along z\n\n", overlap);
  fmt::print("See them: dermis make creature -o creature.glb, in any glTF viewer.\n");
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
