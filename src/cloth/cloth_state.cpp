// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/cloth_state.h"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <string>
#include <utility>

#include "base/parallel.h"
#include "cloth/spatial_order.h"
#include "collider/collider_data.h"
#include "dermis/base/counted.h"
#include "math/points.h"

namespace dermis {

using math::to_point;
using math::to_vector;
using math::Vec3d;

namespace {

constexpr std::size_t kPart = 4096;  ///< number of vertices that is worth waking a thread for

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

}  // namespace

Cloth::State::State(Mesh rest, const ClothOptions& chosen)
    : options(chosen),
      triangles(rest.triangles),
      masses(rest.positions.size()),
      springs(rest, chosen.material),
      air(rest.triangles, rest.positions.size()),
      order(cloth::SpatialOrder(rest.positions, 1).order),
      speed(rest.positions.size()),
      pushes(rest.positions.size()),
      positions(std::move(rest.positions)),
      velocities(positions.size()),
      nearest(positions.size()),
      corners(positions.size()) {
  at.reserve(positions.size());
  for (const Point& p : positions) at.push_back(to_vector(p));
  before = at;
  for (const auto& [a, b, c] : triangles) {
    const double area = length(cross(at[b] - at[a], at[c] - at[a])) / 2;
    for (const std::uint32_t v : {a, b, c}) masses[v] += options.material.density * area / 3;
  }
  inverse_masses.reserve(masses.size());
  for (const double mass : masses) inverse_masses.push_back(1 / mass);
  Vec3d low = at[0];
  Vec3d high = at[0];
  for (const Vec3d& p : at) {
    low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
    high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
  }
  size = length(high - low);
  if (options.self_collision) {
    // The thickness must be less than the distance of neighbouring vertices.
    self.emplace(triangles, at, std::min(options.thickness, 0.3 * springs.shortest_side()));
  }
}

std::uint32_t Cloth::State::small_steps(double seconds) const {
  if (options.small_steps > 0) return options.small_steps;
  double longest = 0;
  if (options.solver == ClothSolver::mass_spring) {
    longest = springs.stable_step(masses);
  } else {
    // One pass over the springs moves each end about as far as a single spring would. Consider a
    // chain of n springs, L long in total, that hangs from one end. Its first spring carries n
    // weights, so it is stretched by the share n² g h² / L. With sides of length e, this is L g
    // (h/e)².
    constexpr double kStretch = 0.01;
    const double gravity = std::max(length(to_vector(options.gravity)), 1.0);
    longest = springs.shortest_side() * std::sqrt(kStretch / (gravity * std::max(size / 2, 0.1)));
  }
  // At least 20, so that contacts are smooth at 60 steps per second.
  constexpr double kLeast = 20;
  constexpr double kMost = 10'000;
  return static_cast<std::uint32_t>(std::clamp(std::ceil(seconds / longest), kLeast, kMost));
}

Result<void> Cloth::State::can_pin(std::uint32_t vertex) const {
  if (vertex >= at.size()) {
    return Error{"there is no vertex " + std::to_string(vertex) + " of the cloth to pin"};
  }
  if (is_pinned(vertex)) {
    return Error{"vertex " + std::to_string(vertex) + " of the cloth is pinned already"};
  }
  return {};
}

Result<void> Cloth::State::can_follow(const Character& body) const {
  for (std::size_t i = 0; i < skin_pins.size(); ++i) {
    if (pinned_skin[i].triangle < body.collider().triangle_count()) continue;
    return Error{"vertex " + std::to_string(skin_pins[i].vertex) +
                 " of the cloth is pinned to a triangle that this body does not have"};
  }
  for (const JointPin& pin : joint_pins) {
    if (pin.joint < body.pose().joints.size()) continue;
    return Error{"vertex " + std::to_string(pin.vertex) + " of the cloth is pinned to joint " +
                 std::to_string(pin.joint) + ", but the pose has " +
                 counted(body.pose().joints.size(), "joint")};
  }
  return {};
}

bool Cloth::State::follows(const Character& body) const {
  return followed && &data_of(*followed) == &data_of(body.collider());
}

void Cloth::State::begin_on(const Character& body) {
  if (!follows(body)) start_on(body);
}

void Cloth::State::start_on(const Character& body) {
  if (!follows(body)) nearest.assign(at.size(), {});
  followed = body.collider();
  motion.emplace(body);
}

void Cloth::State::move_to(const Character& body) {
  begin_stats();
  knows_motion = follows(body);
  begin_on(body);
  motion->update(body);
}

void Cloth::State::find(const Character& body, std::span<const Point> points,
                        std::span<const std::uint32_t> some, double reach,
                        std::span<NearestSkin> found) {
  const auto start = Clock::now();
  stats.search +=
      find_nearest(body, points, some, found, {.reach = reach, .method = options.search});
  stats.search_ms += milliseconds_since(start);
}

void Cloth::State::find_corners(const Character& body, std::span<const NearestSkin> earlier,
                                std::span<Corners> now) {
  const auto start = Clock::now();
  stats.search += dermis::find_corners(body, earlier, now, {.method = options.search});
  stats.follow_ms += milliseconds_since(start);
}

void Cloth::State::follow_pins(const Character& body) {
  for (JointPin& pin : joint_pins)
    pin.goal = math::to_double(body.pose().joints[pin.joint]) * pin.rest;
  if (skin_pins.empty()) return;
  std::vector<Corners> now(skin_pins.size());
  find_corners(body, pinned_skin, now);
  for (std::size_t i = 0; i < now.size(); ++i) {
    skin_pins[i].goal = skin_pins[i].place.posed(now[i]);
  }
}

void Cloth::State::follow(const Character& body) {
  follow_pins(body);
  find_corners(body, nearest, corners);
  cloth::make_planes(nearest, corners, planes);
}

void Cloth::State::advance(double seconds) {
  started = at;
  std::ranges::fill(pushes, Vec3d{});
  if (options.air_density > 0) {
    // Air takes at most half of the cloth's speed in a step.
    const cloth::Air::Flow flow{to_vector(options.wind), options.air_density,
                                options.material.density / (2 * seconds)};
    air.add_forces(triangles, at, speed, flow, pushes);
  }
  struct Way {
    std::uint32_t vertex;
    Vec3d from, way;
  };
  std::vector<Way> ways;
  const auto add_way = [&](const Pin& pin) {
    ways.push_back({pin.vertex, at[pin.vertex], pin.goal - at[pin.vertex]});
    speed[pin.vertex] = (1 / seconds) * ways.back().way;
  };
  std::ranges::for_each(skin_pins, add_way);
  std::ranges::for_each(joint_pins, add_way);

  const std::uint32_t parts = self ? self_parts(seconds) : 1;
  const std::uint32_t in_part = (small_steps(seconds) + parts - 1) / parts;
  const std::uint32_t count = parts * in_part;
  stats.small_steps = count;
  for (std::uint32_t part = 0; part < parts; ++part) {
    std::vector<Vec3d> start;
    if (self) {
      start = at;
      self->find_near(at, speed, seconds / parts);
    }
    for (std::uint32_t i = part * in_part; i < (part + 1) * in_part; ++i) {
      const double begin = double(i) / count;
      const double end = double(i + 1) / count;
      for (const Way& way : ways) at[way.vertex] = way.from + end * way.way;
      if (options.solver == ClothSolver::mass_spring) {
        move_by_forces(seconds / count, begin, end);
      } else {
        move_by_positions(seconds / count, begin, end);
      }
    }
    if (self) stop_self_contacts(start, start, seconds / parts, nullptr);
  }
}

std::uint32_t Cloth::State::self_parts(double seconds) const {
  // A vertex that is stopped while its neighbours move on stretches the sides between them. In one
  // part of the step this is at most a part of a side. The common motion of all cloth does not
  // matter.
  Vec3d mean;
  for (const Vec3d& v : speed) mean = mean + v;
  mean = (1 / double(speed.size())) * mean;
  double fastest = 0;
  for (const Vec3d& v : speed) fastest = std::max(fastest, dot(v - mean, v - mean));
  const double way = std::sqrt(fastest) * seconds;
  constexpr double kMost = 16;
  return static_cast<std::uint32_t>(
      std::clamp(std::ceil(way / (0.4 * springs.shortest_side())), 1.0, kMost));
}

void Cloth::State::move_by_positions(double seconds, double begin, double end) {
  const Vec3d gravity = to_vector(options.gravity);
  const double kept = 1 / (1 + options.material.damping * seconds);
  base::parallel_for(at.size(), kPart, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      before[v] = at[v];
      if (is_pinned(v)) continue;
      speed[v] = kept * (speed[v] + seconds * (gravity + inverse_masses[v] * pushes[v]));
      at[v] = at[v] + seconds * speed[v];
    }
  });
  springs.relax(at, inverse_masses, seconds);
  if (self) self->keep_apart(at, inverse_masses);
  keep_out(begin, end);
  const double per_second = 1 / seconds;
  base::parallel_for(at.size(), kPart, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      if (!is_pinned(v)) speed[v] = per_second * (at[v] - before[v]);
    }
  });
}

void Cloth::State::move_by_forces(double seconds, double begin, double end) {
  const Vec3d gravity = to_vector(options.gravity);
  const double kept = 1 / (1 + options.material.damping * seconds);
  std::vector<Vec3d> forces = pushes;
  springs.add_forces(at, speed, masses, forces);
  std::vector<Vec3d>& accelerations = forces;
  for (std::size_t v = 0; v < at.size(); ++v) {
    accelerations[v] = gravity + inverse_masses[v] * forces[v];
  }
  push_off(accelerations, seconds, begin, end);
  for (std::size_t v = 0; v < at.size(); ++v) {
    if (is_pinned(v)) continue;
    speed[v] = kept * (speed[v] + seconds * accelerations[v]);
    at[v] = at[v] + seconds * speed[v];
  }
}

void Cloth::State::publish() {
  base::parallel_for(at.size(), kPart, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      positions[v] = to_point(at[v]);
      velocities[v] = to_point(speed[v]);
    }
  });
}

void Cloth::State::measure() {
  stats.stretch = springs.max_stretch(at, inverse_masses);
}

void Cloth::State::look(const Character& body) {
  find(body, positions, order, options.thickness + options.margin, nearest);
}

void Cloth::State::look_deeper(const Character& body) {
  // If the body was not followed before this step, its motion is unknown: the search goes as deep
  // as put_on() goes, in metres.
  constexpr double kFar = 1;
  const double reach = options.thickness + options.margin;
  const std::vector<bool> had_plane = with_planes();
  // A bound on the motion of skin around those of the vertices that have no skin near them.
  const auto motion_near = [&](std::span<const std::uint32_t> vertices) {
    Point low{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    Point high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (const std::uint32_t v : vertices) {
      if (nearest[v].found() || is_pinned(v)) continue;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        low[axis] = std::min(low[axis], positions[v][axis]);
        high[axis] = std::max(high[axis], positions[v][axis]);
      }
    }
    if (low[0] > high[0]) return 0.0;
    return knows_motion ? motion->max_motion(low, high) : kFar;
  };
  // A vertex without skin within reach, neither before nor now, can be inside only if vertex and
  // skin together moved farther than twice the reach.
  const auto is_fast = [&](std::size_t v, double moved) {
    return !nearest[v].found() && !is_pinned(v) &&
           length(at[v] - started[v]) + moved > (had_plane[v] ? reach : 2 * reach);
  };
  constexpr std::size_t kBlock = 16;
  std::vector<std::uint32_t> fast;
  double farthest = 0;
  const double most_motion = motion_near(order);
  for (std::size_t first = 0; first < order.size(); first += kBlock) {
    const std::span block = std::span(order).subspan(first, std::min(kBlock, order.size() - first));
    if (std::ranges::none_of(block, [&](std::size_t v) { return is_fast(v, most_motion); })) {
      continue;
    }
    const double moved = motion_near(block);
    for (const std::uint32_t v : block) {
      if (!is_fast(v, moved)) continue;
      fast.push_back(v);
      farthest = std::max(farthest, length(at[v] - started[v]) + moved);
    }
  }
  if (fast.empty()) return;
  find(body, positions, fast, reach + farthest, nearest);
  for (const std::uint32_t v : fast) {
    if (nearest[v].distance >= 0) nearest[v] = {};
  }
}

std::vector<bool> Cloth::State::with_planes() const {
  std::vector<bool> result(at.size());
  for (const cloth::MovingPlane& plane : planes) result[plane.vertex] = true;
  return result;
}

void Cloth::State::stop_self_contacts(const std::vector<Vec3d>& start,
                                      const std::vector<Vec3d>& since, double seconds,
                                      const Character* body) {
  // A vertex that was moved out of the skin may touch cloth again. If this does not end,
  // self-collision takes precedence: without settling, vertices can be joined a limited number of
  // times only.
  constexpr int kSettled = 10;
  self->begin_stops();
  for (int round = 0;; ++round) {
    before = at;
    const auto stopped = self->stop(start, at, inverse_masses);
    if (stopped.touching == 0) break;
    stats.stopped_pairs += stopped.touching;
    for (std::size_t v = 0; v < at.size(); ++v) {
      const Vec3d way = at[v] - before[v];
      if (dot(way, way) > 0 && !is_pinned(v)) speed[v] = (1 / seconds) * (at[v] - since[v]);
    }
    const bool settles = round < kSettled;
    if (body != nullptr) {
      look_at_moved(*body);
      if (settles) settle(*body);
    }
    if (!settles && !stopped.joined) break;
  }
}

}  // namespace dermis
