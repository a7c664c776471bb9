// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bench_soccer.h"

#include <algorithm>
#include <array>
#include <functional>

#include "dermis/limbs/make_limbs.h"
#include "dermis/world/world.h"
#include "ode_trimeshes.h"
#include "scenes/soccer.h"
#include "scenes/stopwatch.h"
#include "verbs.h"

namespace dermis::app {

namespace {

/// A game that was played, to be looked at again: poses of all objects in all frames.
struct Game {
  std::vector<const Model*> models;
  std::vector<std::vector<Pose>> frames;
  double physics_ms = 0;
};

/// What one method takes for a frame, in milliseconds: all, and two parts of it.
struct Cost {
  double all = 0, first = 0, second = 0;
  std::size_t contacts = 0;
};
using Method = std::function<Cost(const std::vector<Pose>&)>;

/// A world with all that is in the game, where every two have this much to do with each other.
class Watched {
 public:
  Watched(const Game& game, PairDetail detail)
      : world_(need(World::make({.class_count = 3, .all_cores = false}))) {
    for (std::uint32_t a = 0; a < 3; ++a) {
      for (std::uint32_t b = a; b < 3; ++b) need(world_.set_rule(a, b, {.detail = detail}));
    }
    std::vector<std::pair<const Model*, LimbCollider>> known;
    for (std::size_t i = 0; i < game.models.size(); ++i) {
      auto at = std::ranges::find(known, game.models[i], [](const auto& k) { return k.first; });
      if (at == known.end()) {
        known.emplace_back(game.models[i],
                           need(LimbCollider::make(need(bake(*game.models[i])),
                                                   need(make_limbs(*game.models[i])))));
        at = known.end() - 1;
      }
      ids_.push_back(need(world_.add(
          at->second, {.collision_class = std::min<std::uint32_t>(static_cast<std::uint32_t>(i), 2),
                       .tag = i})));
    }
  }
  Cost operator()(const std::vector<Pose>& poses) {
    Cost cost;
    const scenes::Stopwatch watch;
    need(world_.set_poses(ids_, poses));
    const WorldStep& step = world_.step();
    cost.all = watch.ms();
    cost.first = step.stats.broad_ms;
    cost.second = step.stats.narrow_ms;
    for (const WorldContact& contact : step.contacts) {
      cost.contacts += contact.contacts.contacts.size();
    }
    return cost;
  }

 private:
  World world_;
  std::vector<ObjectId> ids_;
};

/// The fastest of some rounds of each frame, methods in turn; mean over frames.
std::vector<Cost> measure(const Game& game, const std::vector<Method>& methods, int rounds,
                          Progress& progress) {
  std::vector<Cost> means(methods.size());
  const double share = 1.0 / double(game.frames.size());
  for (std::size_t f = 0; f < game.frames.size(); ++f) {
    std::vector<Cost> best(methods.size());
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t m = 0; m < methods.size(); ++m) {
        const Cost cost = methods[m](game.frames[f]);
        if (round == 0 || cost.all < best[m].all) best[m] = cost;
      }
    }
    for (std::size_t m = 0; m < methods.size(); ++m) {
      means[m].all += share * best[m].all;
      means[m].first += share * best[m].first;
      means[m].second += share * best[m].second;
      means[m].contacts += best[m].contacts;
    }
    progress.show(double(f + 1) * share);
  }
  return means;
}

Json soccer_rows(const BenchOptions&, Progress& progress) {
  constexpr int kSeconds = 10;
  scenes::Soccer soccer({.all_cores = false});
  Game game{soccer.models(), {}, 0};
  progress.begin_part(0, 0.3);
  constexpr int kFrames = kSeconds * 60;
  for (int f = 0; f < kFrames; ++f) {
    soccer.step();
    if (f % 3 == 0) game.frames.push_back(soccer.poses());
    progress.show(double(f + 1) / kFrames);
  }
  game.physics_ms = soccer.stats().physics_ms / kFrames;

  Watched limbs(game, PairDetail::limbs);
  Watched exact(game, PairDetail::exact);
  OdeTrimeshes trimeshes(game.models, 0.11);
  const std::vector<Method> methods{
      std::ref(limbs), std::ref(exact), [&](const std::vector<Pose>& poses) {
        const scenes::Stopwatch watch;
        const OdeTrimeshes::Frame frame = trimeshes.step(poses);
        return Cost{watch.ms(), frame.skin_ms, frame.collide_ms, frame.contacts};
      }};
  progress.begin_part(0.3, 1);
  const std::vector<Cost> costs = measure(game, methods, 3, progress);
  const double trimesh_ms = costs[2].all;
  const auto row = [&](const char* method, const Cost& cost, const char* first,
                       const char* second) {
    return Json{{"method", method},
                {"characters", game.models.size() - 2},
                {"ms_per_frame", rounded(cost.all)},
                {first, rounded(cost.first)},
                {second, rounded(cost.second)},
                {"physics_ms", rounded(game.physics_ms)},
                {"trimesh_over_this", rounded(trimesh_ms / cost.all)},
                {"contacts", double(cost.contacts) / double(game.frames.size())}};
  };
  Json exact_row = row("exact", costs[1], "broad_ms", "limbs_ms");
  exact_row["limbs_ms"] = rounded(costs[0].second);
  exact_row["exact_ms"] = rounded(std::max(costs[1].second - costs[0].second, 0.0));
  return Json::array({row("limbs", costs[0], "broad_ms", "limbs_ms"), exact_row,
                      row("ode-trimeshes", costs[2], "skin_ms", "collide_ms")});
}

}  // namespace

Scenario soccer_scenario() {
  return {"soccer", "A game of soccer, and the same with everyone as a triangle mesh of ODE's.",
          soccer_rows, false};
}

}  // namespace dermis::app
