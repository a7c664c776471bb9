// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/soccer.h"

#include <algorithm>
#include <array>
#include <functional>

#include "app/bench/budget.h"
#include "app/bench/ode_trimeshes.h"
#include "app/verbs.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/world/world.h"
#include "scenes/soccer.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

/// A recorded game: the poses of all objects in all frames.
struct Game {
  std::vector<const Model*> models;
  std::vector<std::vector<Pose>> frames;
  double physics_ms = 0;
};

/// The time of one method for a frame, in milliseconds: the total, and two parts of it.
struct Cost {
  double all = 0, first = 0, second = 0;
  std::size_t contacts = 0;
};
using Method = std::function<Cost(const std::vector<Pose>&)>;

/// The limbs of each object of the game. Objects of the same model share them.
std::vector<Collider> limbs_of(const Game& game) {
  std::vector<Collider> result;
  for (std::size_t i = 0; i < game.models.size(); ++i) {
    const auto known = std::ranges::find(game.models.begin(),
                                         game.models.begin() + std::ptrdiff_t(i), game.models[i]) -
                       game.models.begin();
    if (std::size_t(known) < i) {
      result.push_back(result[std::size_t(known)]);
    } else {
      const Model& model = *game.models[i];
      result.push_back(need(with_limbs(need(bake(model)), need(make_limbs(model)))));
    }
  }
  return result;
}

/// A world with all objects of the game, and the same rule for every two of them.
class Watched {
 public:
  Watched(const std::vector<Collider>& limbs, PairDetail detail)
      : world_(need(World::make({.class_count = 3, .executor = &serial_executor()}))) {
    for (std::uint32_t a = 0; a < 3; ++a) {
      for (std::uint32_t b = a; b < 3; ++b) need(world_.set_rule(a, b, {.detail = detail}));
    }
    for (std::size_t i = 0; i < limbs.size(); ++i) {
      ids_.push_back(need(world_.add(
          limbs[i], {.collision_class = std::min<std::uint32_t>(static_cast<std::uint32_t>(i), 2),
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
      cost.contacts += contact.limbs.contacts.size();
    }
    return cost;
  }

 private:
  World world_;
  std::vector<ObjectId> ids_;
};

/// The frames of a game that are measured, and the number of rounds.
struct Extent {
  std::vector<std::size_t> frames;
  int rounds = 3;
};

/// All frames three times. If there is no time for that, fewer rounds, then fewer frames, evenly
/// over the game.
Extent fitting(const Game& game, const std::vector<Method>& methods, const Budget& budget) {
  const std::size_t all = game.frames.size();
  const auto ask_all = [&] {
    const scenes::Stopwatch watch;
    for (const Method& method : methods) static_cast<void>(method(game.frames[all / 2]));
    return watch.ms() / 1000;
  };
  static_cast<void>(ask_all());  // allocates memory
  const double affordable = 1.4 * budget.left() / ask_all();
  Extent extent;
  if (affordable < 3 * double(all)) extent.rounds = affordable < double(all) ? 1 : 2;
  const auto count = static_cast<std::size_t>(
      std::clamp(affordable / extent.rounds, std::min(10.0, double(all)), double(all)));
  for (std::size_t i = 0; i < count; ++i) extent.frames.push_back((2 * i + 1) * all / (2 * count));
  return extent;
}

/// The fastest round of each frame, methods in turn; means over the frames.
std::vector<Cost> measure(const Game& game, const std::vector<Method>& methods,
                          const Extent& extent, Progress& progress) {
  std::vector<Cost> means(methods.size());
  const double share = 1.0 / double(extent.frames.size());
  for (std::size_t f = 0; f < extent.frames.size(); ++f) {
    std::vector<Cost> best(methods.size());
    for (int round = 0; round < extent.rounds; ++round) {
      for (std::size_t m = 0; m < methods.size(); ++m) {
        const Cost cost = methods[m](game.frames[extent.frames[f]]);
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

Json soccer_rows(const BenchOptions&, Budget& budget, Progress& progress) {
  scenes::Soccer soccer({.executor = &serial_executor()});
  Game game{soccer.models(), {}, 0};
  progress.begin_part(0, 0.3);
  // Play ten seconds, or only three if there is no time for more.
  constexpr int kMostFrames = 10 * 60;
  constexpr int kLeastFrames = 3 * 60;
  const Budget playing(0.4 * budget.left());
  int played = 0;
  while (played < kMostFrames && (played < kLeastFrames || !playing.is_over())) {
    soccer.step();
    if (played % 3 == 0) game.frames.push_back(soccer.poses());
    progress.show(double(++played) / kMostFrames);
  }
  game.physics_ms = soccer.stats().physics_ms / played;

  const std::vector<Collider> colliders = limbs_of(game);
  Watched limbs(colliders, PairDetail::limbs);
  Watched exact(colliders, PairDetail::exact);
  OdeTrimeshes trimeshes(game.models, 0.11);
  const std::vector<Method> methods{
      std::ref(limbs), std::ref(exact), [&](const std::vector<Pose>& poses) {
        const scenes::Stopwatch watch;
        const OdeTrimeshes::Frame frame = trimeshes.step(poses);
        return Cost{watch.ms(), frame.skin_ms, frame.collide_ms, frame.contacts};
      }};
  progress.begin_part(0.3, 1);
  const Extent extent = fitting(game, methods, budget);
  const std::vector<Cost> costs = measure(game, methods, extent, progress);
  const double trimesh_ms = costs[2].all;
  const auto row = [&](const char* method, const Cost& cost, const char* first,
                       const char* second) {
    return Json{{"method", method},
                {"characters", game.models.size() - 2},
                {"frames", extent.frames.size()},
                {"ms_per_frame", rounded(cost.all)},
                {first, rounded(cost.first)},
                {second, rounded(cost.second)},
                {"physics_ms", rounded(game.physics_ms)},
                {"trimesh_over_this", rounded(trimesh_ms / cost.all)},
                {"contacts", double(cost.contacts) / double(extent.frames.size())}};
  };
  Json exact_row = row("exact", costs[1], "broad_ms", "limbs_ms");
  exact_row["limbs_ms"] = rounded(costs[0].second);
  exact_row["exact_ms"] = rounded(std::max(costs[1].second - costs[0].second, 0.0));
  return Json::array({row("limbs", costs[0], "broad_ms", "limbs_ms"), exact_row,
                      row("ode-trimeshes", costs[2], "skin_ms", "collide_ms")});
}

}  // namespace

Scenario soccer_scenario() {
  return {"soccer", "A game of soccer, and the same game with an ODE triangle mesh per player.",
          soccer_rows, false};
}

}  // namespace dermis::app
