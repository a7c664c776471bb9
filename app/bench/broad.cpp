// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/broad.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include "app/bench/budget.h"
#include "app/verbs.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/world/world.h"
#include "scenes/stopwatch.h"
#include "scenes/walkers.h"

namespace dermis::app {

namespace {

/// Men on a square, one per two square metres, who walk in the direction they face.
struct Crowd {
  explicit Crowd(std::size_t count) : places(count), turns(count), phases(count) {
    std::uint64_t state = count;
    const auto next = [&] {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return double(state >> 11U) * 0x1p-53;
    };
    const double side = std::sqrt(2.0 * double(count));
    for (std::size_t i = 0; i < count; ++i) {
      places[i].x = static_cast<float>(side * next());
      places[i].z = static_cast<float>(side * next());
      turns[i] = 360 * next();
      phases[i] = next();
    }
  }
  void walk(double metres) {
    for (std::size_t i = 0; i < places.size(); ++i) {
      const double angle = turns[i] * 3.14159265358979 / 180;
      places[i].x += static_cast<float>(metres * std::sin(angle));
      places[i].z += static_cast<float>(metres * std::cos(angle));
      phases[i] += 1.0 / 60;
    }
  }
  std::vector<Vec3> places;
  std::vector<double> turns, phases;
};

struct Steps {
  double poses_ms = 0, broad_ms = 0;
  std::size_t pairs = 0;  ///< in the last step
  int steps = 0;
};

/// Runs at least three steps, because the first one sorts all objects.
Steps walk(std::size_t count, const Model& man, const Collider& limbs, const Budget& budget) {
  constexpr int kLeast = 3;
  constexpr int kMost = 12;
  World world = need(World::make({.executor = &serial_executor()}));
  need(world.set_rule(0, 0, {.detail = PairDetail::boxes}));
  std::vector<ObjectId> ids;
  ids.reserve(count);
  for (std::size_t i = 0; i < count; ++i) ids.push_back(need(world.add(limbs, {.tag = i})));
  Crowd crowd(count);
  Steps result;
  std::vector<double> poses_ms;
  std::vector<double> broad_ms;
  for (int s = 0; s < kMost && (s < kLeast || !budget.is_over()); ++s) {
    std::vector<Pose> poses;
    poses.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
      poses.push_back(scenes::walking(man, crowd.phases[i], crowd.places[i], crowd.turns[i]));
    }
    const scenes::Stopwatch watch;
    need(world.set_poses(ids, poses));
    poses_ms.push_back(watch.ms());
    const WorldStep& step = world.step();
    broad_ms.push_back(step.stats.broad_ms);
    result.pairs = step.stats.box_pairs;
    ++result.steps;
    crowd.walk(1.4 / 60);
  }
  result.poses_ms = *std::ranges::min_element(poses_ms);
  result.broad_ms = *std::ranges::min_element(broad_ms);
  return result;
}

Json broad_rows(const BenchOptions&, Budget& budget, Progress& progress) {
  const Model man = make_man();
  const Collider limbs = need(with_limbs(need(bake(man)), need(group_limbs(man))));
  Json result = Json::array();
  std::optional<double> last;
  std::size_t last_count = 0;
  for (const std::size_t count : {std::size_t{1000}, std::size_t{5000}, std::size_t{20000}}) {
    const Budget mine(budget.share(3 - double(result.size())));
    const Steps steps = walk(count, man, limbs, mine);
    Json row{{"method", "sweep-and-prune"},
             {"characters", count},
             {"steps", steps.steps},
             {"ms_per_frame", rounded(steps.poses_ms + steps.broad_ms)},
             {"poses_ms", rounded(steps.poses_ms)},
             {"broad_ms", rounded(steps.broad_ms)},
             {"box_pairs", steps.pairs}};
    if (last) {
      row["exponent"] =
          rounded(std::log(steps.broad_ms / *last) / std::log(double(count) / double(last_count)));
    }
    result.push_back(row);
    last = steps.broad_ms;
    last_count = count;
    progress.show(double(result.size()) / 3);
  }
  return result;
}

}  // namespace

Scenario broad_scenario() {
  return {"broad", "Broad phase for men who walk on a square, one per two square metres.",
          broad_rows, false};
}

}  // namespace dermis::app
