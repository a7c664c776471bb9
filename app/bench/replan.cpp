// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/replan.h"

#include <algorithm>
#include <numeric>

#include "app/bench/budget.h"
#include "app/verbs.h"
#include "dermis/base/isa.h"
#include "dermis/kinetic/kinetic_list.h"
#include "scenes/moving_scene.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

Point place(const MovingPoint& plan, double time) {
  Point result;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    result[axis] = (1 - time) * plan.from[axis] + time * plan.to[axis];
  }
  return result;
}

/// A cloth that moves from one keyframe to the next. At every step, some of its vertices, in a
/// pseudorandom order, turn towards their positions in the keyframe after that.
class Turning {
 public:
  Turning(const scenes::MovingScene& scene, std::size_t keyframe)
      : body_(scene.bodies[0]),
        keyframe_(keyframe),
        mesh_(need(MovingMesh::make({body_.keyframes[0], body_.triangles}))),
        order_(body_.keyframes[0].size()) {
    need(mesh_.fly(body_.keyframes[keyframe], body_.keyframes[keyframe + 1]));
    std::iota(order_.begin(), order_.end(), 0U);
    std::uint64_t state = 1;
    for (std::size_t i = order_.size(); i > 1; --i) {
      state = state * 6364136223846793005U + 1442695040888963407U;
      std::swap(order_[i - 1], order_[(state >> 33U) % i]);
    }
  }

  [[nodiscard]] MovingMesh& mesh() { return mesh_; }
  /// Calls change(vertex, plan) for the next `count` vertices, which turn at `time`.
  template <class Change>
  void turn(std::size_t count, double time, Change&& change) {
    for (std::size_t i = 0; i < count; ++i, ++next_) {
      const std::uint32_t v = order_[next_ % order_.size()];
      const Point here = place(mesh_.plans()[v], time);
      const Point& aim = body_.keyframes[keyframe_ + 2][v];
      MovingPoint turned{{}, aim};
      for (std::size_t axis = 0; axis < 3; ++axis) {
        turned.from[axis] = here[axis] - (aim[axis] - here[axis]) * time / (1 - time);
      }
      change(v, turned);
    }
  }

 private:
  const scenes::MovingBody& body_;
  std::size_t keyframe_;
  MovingMesh mesh_;
  std::vector<std::uint32_t> order_;
  std::size_t next_ = 0;
};

/// The time and the impacts of a method in all steps.
struct MeasuredReplan {
  double ms = 0;
  std::vector<Impact> contacts;
};

constexpr int kSteps = 50;  // from one keyframe to the next; fewer are measured if time is short
/// The steps end at 0.8 of the interval: vertices that turn later would have to move ever faster.
double time_of(int step) {
  return 0.8 * step / kSteps;
}

MeasuredReplan follow(Turning turning, std::size_t changes, int steps) {
  MeasuredReplan result;
  MovingMesh* const bodies[] = {&turning.mesh()};
  const WatchedPair watched[] = {{0, 0}};
  KineticList list = need(KineticList::make(bodies, watched));
  const scenes::Stopwatch watch;
  for (int step = 0; step < steps; ++step) {
    turning.turn(changes, time_of(step), [&](std::uint32_t v, const MovingPoint& plan) {
      need(list.set_plan(0, v, plan));
    });
    need(list.advance_to(time_of(step + 1), [&](const KineticImpact& contact) {
      if (contact.time > time_of(step)) {
        result.contacts.push_back({contact.time, contact.a, contact.b});
      }
    }));
  }
  result.ms = watch.ms();
  return result;
}

/// Searches the whole interval again in every step.
MeasuredReplan search(Turning turning, std::size_t changes, int steps) {
  MeasuredReplan result;
  static_cast<void>(
      find_self_impacts(turning.mesh(), {.executor = &serial_executor()}));  // builds the tree
  const scenes::Stopwatch watch;
  for (int step = 0; step < steps; ++step) {
    turning.turn(changes, time_of(step), [&](std::uint32_t v, const MovingPoint& plan) {
      need(turning.mesh().set_plan(v, plan, time_of(step)));
    });
    for (const Impact& contact :
         find_self_impacts(turning.mesh(), {.executor = &serial_executor()}).impacts) {
      if (time_of(step) < contact.time && contact.time <= time_of(step + 1)) {
        result.contacts.push_back(contact);
      }
    }
  }
  result.ms = watch.ms();
  return result;
}

/// Searches each step as a separate motion of all vertices, without the later part of the plans.
/// Impacts begin anew in every step, so there are more of them.
MeasuredReplan search_steps(Turning turning, std::size_t changes, int steps) {
  MeasuredReplan result;
  MovingMesh& plans = turning.mesh();
  std::vector<Point> from;
  for (const MovingPoint& plan : plans.plans()) from.push_back(plan.from);
  std::vector<Point> to = from;
  MovingMesh mesh =
      need(MovingMesh::make({from, {plans.triangles().begin(), plans.triangles().end()}}));
  static_cast<void>(find_self_impacts(mesh, {.executor = &serial_executor()}));  // builds the tree
  const scenes::Stopwatch watch;
  for (int step = 0; step < steps; ++step) {
    turning.turn(changes, time_of(step), [&](std::uint32_t v, const MovingPoint& plan) {
      need(plans.set_plan(v, plan, time_of(step)));
    });
    for (std::size_t v = 0; v < from.size(); ++v) {
      from[v] = place(plans.plans()[v], time_of(step));
      to[v] = place(plans.plans()[v], time_of(step + 1));
    }
    need(mesh.fly(from, to));
    const auto contacts = find_self_impacts(mesh, {.executor = &serial_executor()}).impacts;
    result.contacts.insert(result.contacts.end(), contacts.begin(), contacts.end());
  }
  result.ms = watch.ms();
  return result;
}

/// The keyframes and steps that are measured: all if there is time for them.
struct Extent {
  std::vector<std::size_t> keyframes{6, 14, 22, 30};
  int steps = kSteps;
};

/// Chooses keyframes and steps that fit into the budget, if `shares` shares of changed plans are
/// still to be measured. Estimates the time from a few steps, and from building lists and trees.
Extent fitting(const scenes::MovingScene& scene, std::size_t changes, std::size_t shares,
               const Budget& budget) {
  Extent extent;
  constexpr int kTried = 3;
  const auto run = [&](int steps) {
    const scenes::Stopwatch watch;
    static_cast<void>(follow(Turning(scene, extent.keyframes[1]), changes, steps));
    static_cast<void>(search(Turning(scene, extent.keyframes[1]), changes, steps));
    static_cast<void>(search_steps(Turning(scene, extent.keyframes[1]), changes, steps));
    return watch.ms() / 1000;
  };
  extent.steps = 2;
  if (budget.is_over()) {
    extent.keyframes = {14};
    return extent;
  }
  const double made = run(0);
  const double step = std::max(run(kTried) - made, 1e-6) / kTried;
  // The time for each share, for all keyframes together.
  const double each = 1.4 * budget.left() / double(shares);
  const auto count = static_cast<std::size_t>(
      std::clamp(each / (made + kSteps * step), 1.0, double(extent.keyframes.size())));
  extent.steps =
      static_cast<int>(std::clamp((each / double(count) - made) / step, 2.0, double(kSteps)));
  std::vector<std::size_t> chosen;
  chosen.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    chosen.push_back(extent.keyframes[(2 * i + 1) * extent.keyframes.size() / (2 * count)]);
  }
  extent.keyframes = chosen;
  return extent;
}

Json replan_rows(const BenchOptions&, Budget& budget, Progress& progress) {
  progress.begin_part(0, 0.3);
  const scenes::MovingScene scene =
      scenes::tablecloth(16'000, [&](double share) { progress.show(share); });
  progress.begin_part(0.3, 1);
  const std::size_t vertices = scene.bodies[0].keyframes[0].size();
  const std::size_t shares[] = {10, 30, 100, 300, 1000, 3000};  // in units of 1/10,000
  const auto [keyframes, steps] =
      fitting(scene, vertices * 1000 / 10'000, std::size(shares), budget);
  Json result = Json::array();
  std::size_t done = 0;
  for (const std::size_t share : shares) {
    const std::size_t changes = std::max<std::size_t>(vertices * share / 10'000, 1);
    MeasuredReplan followed;
    MeasuredReplan searched;
    MeasuredReplan stepped;
    for (const std::size_t keyframe : keyframes) {
      const auto add = [&](MeasuredReplan& all, const MeasuredReplan& some) {
        all.ms += some.ms / (steps * double(keyframes.size()));
        all.contacts.insert(all.contacts.end(), some.contacts.begin(), some.contacts.end());
      };
      add(followed, follow(Turning(scene, keyframe), changes, steps));
      add(searched, search(Turning(scene, keyframe), changes, steps));
      add(stepped, search_steps(Turning(scene, keyframe), changes, steps));
      if (followed.contacts != searched.contacts) {
        throw Disagreement{"the kinetic list and the space-time tree find different contacts"};
      }
      progress.show(double(++done) / double(std::size(shares) * keyframes.size()));
    }
    const auto add = [&](std::string_view method, const MeasuredReplan& measured) {
      result.push_back(
          {{"method", method},
           {"triangles", scene.bodies[0].triangles.size()},
           {"isa", to_string(current_isa())},
           {"changed_percent", double(share) / 100},
           {"changed", changes},
           {"keyframes", keyframes.size()},
           {"steps", steps},
           {"ms_per_frame", rounded(measured.ms)},
           {"contacts", measured.contacts.size()},
           {"space_time_over_this", rounded(searched.ms / measured.ms)},
           {"best_over_this", rounded(std::min(searched.ms, stepped.ms) / measured.ms)}});
    };
    add(to_string(KineticMode::relaxed), followed);
    add(to_string(ImpactMethod::space_time), searched);
    add("space-time-step", stepped);
  }
  return result;
}

}  // namespace

Scenario replan_scenario() {
  return {"replan", "Some vertices of a cloth change their flight plans at every step.",
          replan_rows};
}

}  // namespace dermis::app
