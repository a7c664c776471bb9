// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/cloth_state.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "ccd/for_parts.h"
#include "cloth/halves.h"
#include "math/points.h"

namespace dermis {

using math::to_point;
using math::to_vector;
using math::Vec3d;

namespace {

constexpr std::size_t kPart = 4096;  ///< vertices that a thread is worth waking for

constexpr double kLeastNormal = 0.1;  ///< the square of a normal's length that is one

}  // namespace

Cloth::State::State(Mesh rest, const ClothOptions& chosen)
    : options(chosen),
      triangles(rest.triangles),
      masses(rest.positions.size()),
      springs(rest, chosen.material),
      air(rest.triangles, rest.positions.size()),
      order(cloth::Halves(rest.positions, 1).order),
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
    // Less than neighbours are apart.
    self.emplace(triangles, at, std::min(options.thickness, 0.3 * springs.shortest_side()));
  }
}

std::uint32_t Cloth::State::small_steps(double seconds) const {
  if (options.small_steps > 0) return options.small_steps;
  double longest = 0;
  if (options.solver == ClothSolver::mass_spring) {
    longest = springs.stable_step(masses);
  } else {
    // A pass over the springs moves each end about as far as one would, so a chain of n of length L
    // that hangs from an end, whose first spring carries n weights, is stretched by n² g h² / L:
    // with sides e long, L g (h/e)².
    constexpr double kStretch = 0.01;
    const double gravity = std::max(length(to_vector(options.gravity)), 1.0);
    longest = springs.shortest_side() * std::sqrt(kStretch / (gravity * std::max(size / 2, 0.1)));
  }
  // So many that contacts are smooth at 60 steps a second.
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

Result<void> Cloth::State::can_follow(const Pose& pose) const {
  for (const JointPin& pin : joint_pins) {
    if (pin.joint < pose.joints.size()) continue;
    return Error{"vertex " + std::to_string(pin.vertex) + " of the cloth is pinned to joint " +
                 std::to_string(pin.joint) + ", but the pose has " +
                 std::to_string(pose.joints.size()) + " joints"};
  }
  return {};
}

void Cloth::State::follow_pins(SkinSearch& body, const Pose& pose) {
  for (JointPin& pin : joint_pins) pin.goal = math::to_double(pose.joints[pin.joint]) * pin.rest;
  if (skin_pins.empty()) return;
  std::vector<std::array<Vec3, 3>> now(skin_pins.size());
  body.corners(pinned_skin, now);
  for (std::size_t i = 0; i < now.size(); ++i) {
    skin_pins[i].goal = skin_pins[i].place.posed(now[i]);
  }
}

void Cloth::State::follow(SkinSearch& body, const Pose& pose) {
  follow_pins(body, pose);
  body.corners(nearest, corners);
  cloth::make_planes(nearest, corners, planes);
}

void Cloth::State::advance(double seconds) {
  started = at;
  std::ranges::fill(pushes, Vec3d{});
  if (options.air_density > 0) {
    // In a step, air slows cloth down to half its speed at most.
    const cloth::Air::Flow flow{to_vector(options.wind), options.air_density,
                                options.material.density / (2 * seconds)};
    air.add_forces(triangles, at, speed, flow, options.all_cores, pushes);
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
  stats = {};
  stats.small_steps = count;
  for (std::uint32_t part = 0; part < parts; ++part) {
    std::vector<Vec3d> start;
    if (self) {
      start = at;
      self->find_near(at, speed, seconds / parts, options.all_cores);
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
  // What is stopped while its neighbours go on is stretched: by part of a side at most. Where all
  // cloth goes does not matter.
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
  ccd::for_parts(at.size(), kPart, options.all_cores, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      before[v] = at[v];
      if (is_pinned(v)) continue;
      speed[v] = kept * (speed[v] + seconds * (gravity + inverse_masses[v] * pushes[v]));
      at[v] = at[v] + seconds * speed[v];
    }
  });
  springs.relax(at, inverse_masses, seconds, options.all_cores);
  if (self) self->keep_apart(at, inverse_masses);
  keep_out(begin, end);
  const double per_second = 1 / seconds;
  ccd::for_parts(at.size(), kPart, options.all_cores, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      if (!is_pinned(v)) speed[v] = per_second * (at[v] - before[v]);
    }
  });
}

void Cloth::State::keep_out(double begin, double end) {
  const double friction = options.material.friction;
  ccd::for_parts(planes.size(), kPart, options.all_cores, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const cloth::MovingPlane& plane = planes[i];
      if (is_pinned(plane.vertex)) continue;
      Vec3d& p = at[plane.vertex];
      const Vec3d normal = plane.normal + end * plane.turn;
      // Skin that turns over within a step, or vanishes, holds nothing.
      if (!(dot(normal, normal) > kLeastNormal)) continue;
      const double height = dot(p - (plane.place + end * plane.way), normal);
      const double depth = options.thickness - height;
      if (!(depth > 0)) continue;
      p = p + (depth / dot(normal, normal)) * normal;
      // Along the skin, friction takes back up to its share of the depth.
      const Vec3d slip = (p - before[plane.vertex]) - (end - begin) * plane.way;
      const Vec3d along = slip - (dot(slip, normal) / dot(normal, normal)) * normal;
      const double far = length(along);
      const double most = friction * depth;
      p = p - (far > most ? most / far : 1) * along;
    }
  });
  if (!options.floor) return;
  const double lowest = *options.floor + options.thickness;
  ccd::for_parts(at.size(), kPart, options.all_cores, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      const double depth = lowest - at[v].y;
      if (!(depth > 0) || is_pinned(v)) continue;
      const Vec3d along{at[v].x - before[v].x, 0, at[v].z - before[v].z};
      const double far = length(along);
      const double most = friction * depth;
      at[v] = at[v] + Vec3d{0, depth, 0} - (far > most ? most / far : 1) * along;
    }
  });
}

void Cloth::State::move_by_forces(double seconds, double begin, double end) {
  // §4.6: what is on the skin loses all force and speed into it; what is deeper is pushed out with
  // an acceleration by its depth, which takes it out in some ten small steps.
  const double per_depth = 1 / (100 * seconds * seconds);
  const Vec3d gravity = to_vector(options.gravity);
  const double kept = 1 / (1 + options.material.damping * seconds);
  std::vector<Vec3d> forces = pushes;
  springs.add_forces(at, speed, masses, forces);
  std::vector<Vec3d>& accelerations = forces;
  for (std::size_t v = 0; v < at.size(); ++v) {
    accelerations[v] = gravity + inverse_masses[v] * forces[v];
  }
  const double all = (end - begin) / seconds;  // 1 / the time of the whole step
  for (const cloth::MovingPlane& plane : planes) {
    Vec3d normal = plane.normal + end * plane.turn;
    if (is_pinned(plane.vertex) || !(dot(normal, normal) > kLeastNormal)) continue;
    normal = normalized(normal);
    const Vec3d place = plane.place + end * plane.way;
    const double depth = options.thickness - dot(at[plane.vertex] - place, normal);
    if (!(depth > 0)) continue;
    Vec3d& acceleration = accelerations[plane.vertex];
    const double into = std::min(0.0, dot(acceleration, normal));
    acceleration = acceleration - into * normal;
    Vec3d slip = speed[plane.vertex] - all * plane.way;
    slip = slip - std::min(0.0, dot(slip, normal)) * normal;
    const Vec3d along = slip - dot(slip, normal) * normal;
    const double most = -options.material.friction * into * seconds;
    const double far = length(along);
    slip = slip - (far > most ? most / far : 1) * along;
    speed[plane.vertex] = slip + all * plane.way;
    acceleration = acceleration + (per_depth * depth) * normal;
  }
  for (std::size_t v = 0; v < at.size(); ++v) {
    if (is_pinned(v)) continue;
    speed[v] = kept * (speed[v] + seconds * accelerations[v]);
    at[v] = at[v] + seconds * speed[v];
  }
}

void Cloth::State::publish() {
  ccd::for_parts(at.size(), kPart, options.all_cores, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      positions[v] = to_point(at[v]);
      velocities[v] = to_point(speed[v]);
    }
  });
}

void Cloth::State::measure() {
  stats.stretch = springs.most_stretch(at, inverse_masses);
}

void Cloth::State::look(SkinSearch& body) {
  body.find(positions, order, options.thickness + options.margin, nearest);
}

void Cloth::State::look_deeper(SkinSearch& body) {
  const double reach = options.thickness + options.margin;
  const std::vector<bool> had_plane = with_planes();
  // How far skin moved where those of these vertices are that have none near them.
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
    return low[0] > high[0] ? 0 : body.motion(low, high);
  };
  // What had no skin within reach, and has none now, went twice as far before it was inside.
  const auto is_fast = [&](std::size_t v, double motion) {
    return !nearest[v].found() && !is_pinned(v) &&
           length(at[v] - started[v]) + motion > (had_plane[v] ? reach : 2 * reach);
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
    const double motion = motion_near(block);
    for (const std::uint32_t v : block) {
      if (!is_fast(v, motion)) continue;
      fast.push_back(v);
      farthest = std::max(farthest, length(at[v] - started[v]) + motion);
    }
  }
  if (fast.empty()) return;
  body.find(positions, fast, reach + farthest, nearest);
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
                                      SkinSearch* body) {
  // What was put out of the skin may touch once more. If that does not end, not passing through
  // itself comes first: without settling, vertices can only be joined so often.
  constexpr int kSettled = 10;
  self->begin_stops();
  for (int round = 0;; ++round) {
    before = at;
    const auto stopped = self->stop(start, at, inverse_masses, options.all_cores);
    if (stopped.touching == 0) break;
    stats.self_contacts += stopped.touching;
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
