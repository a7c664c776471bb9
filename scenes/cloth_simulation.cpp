// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/cloth_simulation.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>

#include "dermis/cloth/friction.h"

namespace dermis::scenes {

namespace {

/// A pseudo-random number in [-1, 1].
double chance(std::int64_t x, std::int64_t z) {
  std::uint64_t bits = static_cast<std::uint64_t>(x) * 0x9e3779b97f4a7c15U;
  bits ^= static_cast<std::uint64_t>(z) * 0xc2b2ae3d27d4eb4fU;
  for (int round = 0; round < 3; ++round) {
    bits ^= bits >> 29U;
    bits *= 0xbf58476d1ce4e5b9U;
  }
  return static_cast<double>(bits >> 40U) / static_cast<double>(1U << 23U) - 1;
}

/// Rises from 0 to 1 with slope 0 at both ends.
double smooth(double t) {
  return t * t * (3 - 2 * t);
}

/// The corners opposite a side, in up to two triangles.
struct Faces {
  std::uint32_t count = 0;
  std::array<std::uint32_t, 2> corners{};
};

}  // namespace

double length(const Point& p) {
  return std::sqrt(dot(p, p));
}

std::vector<Point> keyframe(std::span<const Point> positions) {
  std::vector<Point> rounded;
  rounded.reserve(positions.size());
  for (const Point& p : positions) {
    // Uses named floats: GCC 12 drops the rounding of (double)(float)x in some loops.
    const Vec3 v{static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
    rounded.push_back({v.x, v.y, v.z});
  }
  return rounded;
}

Mesh square_cloth(std::size_t triangles, double side) {
  // An even number of cells, so that a vertex is in the middle.
  const auto half =
      static_cast<std::uint32_t>(std::lround(std::sqrt(static_cast<double>(triangles) / 8)));
  const std::uint32_t cells = 2 * std::max(half, 1U);
  Mesh cloth;
  for (std::uint32_t i = 0; i <= cells; ++i) {
    for (std::uint32_t j = 0; j <= cells; ++j) {
      cloth.positions.push_back({side * (static_cast<double>(i) / cells - 0.5), 0,
                                 side * (static_cast<double>(j) / cells - 0.5)});
    }
  }
  for (std::uint32_t i = 0; i < cells; ++i) {
    for (std::uint32_t j = 0; j < cells; ++j) {
      const std::uint32_t a = i * (cells + 1) + j;
      const std::uint32_t b = a + 1;
      const std::uint32_t c = a + cells + 1;
      const std::uint32_t d = c + 1;
      if ((i + j) % 2 == 0) {
        cloth.triangles.push_back({a, b, d});
        cloth.triangles.push_back({a, d, c});
      } else {
        cloth.triangles.push_back({a, b, c});
        cloth.triangles.push_back({b, d, c});
      }
    }
  }
  return cloth;
}

double bumps(double x, double z, double size) {
  const double column = std::floor(x / size);
  const double row = std::floor(z / size);
  const double across = smooth(x / size - column);
  const double along = smooth(z / size - row);
  const auto i = static_cast<std::int64_t>(column);
  const auto j = static_cast<std::int64_t>(row);
  const double near = chance(i, j) + across * (chance(i + 1, j) - chance(i, j));
  const double far = chance(i, j + 1) + across * (chance(i + 1, j + 1) - chance(i, j + 1));
  return near + along * (far - near);
}

ClothSimulation::ClothSimulation(const Mesh& rest, const SpringCompliances& material)
    : at_(rest.positions),
      before_(rest.positions),
      mobility_(rest.positions.size(), 1),
      drag_(material.drag) {
  std::map<Side, Faces> faces;
  for (const Triangle& triangle : rest.triangles) {
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const auto [a, b] = std::minmax(triangle[(corner + 1) % 3], triangle[(corner + 2) % 3]);
      Faces& facing = faces[{a, b}];
      if (facing.count < 2) facing.corners[facing.count++] = triangle[corner];
    }
  }
  double mean = 0;
  for (const auto& [side, facing] : faces) mean += length(at_[side[0]] - at_[side[1]]);
  mean /= static_cast<double>(std::max<std::size_t>(faces.size(), 1));

  for (const auto& [side, facing] : faces) {
    sides_.push_back(side);
    const bool diagonal = length(at_[side[0]] - at_[side[1]]) > 1.1 * mean;
    add_spring(side[0], side[1], diagonal ? material.shear : material.stretch);
    if (facing.count < 2) continue;
    add_spring(facing.corners[0], facing.corners[1], diagonal ? material.shear : material.bend);
  }
  spread_springs();
}

void ClothSimulation::hold(std::uint32_t vertex) {
  mobility_[vertex] = 0;
}

void ClothSimulation::place(std::uint32_t vertex, const Point& at) {
  at_[vertex] = at;
  before_[vertex] = at;
}

void ClothSimulation::step(double seconds, const Acceleration& acceleration) {
  const double kept = 1 - drag_ * seconds;
  for (std::size_t v = 0; v < at_.size(); ++v) {
    if (mobility_[v] == 0) continue;
    const Point way = kept * (at_[v] - before_[v]);
    before_[v] = at_[v];
    at_[v] = at_[v] + way + (seconds * seconds) * acceleration(at_[v], (1 / seconds) * way);
  }
  relax_springs(seconds);
}

void ClothSimulation::push_out(std::uint32_t vertex, double depth, const Point& out,
                               double friction) {
  if (mobility_[vertex] == 0) return;
  at_[vertex] = at_[vertex] + depth * out;
  const Point way = at_[vertex] - before_[vertex];
  const Point along = way - dot(way, out) * out;
  at_[vertex] = at_[vertex] - friction_share(length(along), friction * depth) * along;
}

void ClothSimulation::pull(std::uint32_t vertex, const Point& to, double part) {
  at_[vertex] = at_[vertex] + (mobility_[vertex] * part) * (to - at_[vertex]);
}

void ClothSimulation::add_spring(std::uint32_t a, std::uint32_t b, double compliance) {
  springs_.push_back({a, b, length(at_[a] - at_[b]), compliance});
}

void ClothSimulation::spread_springs() {
  // Each spring goes to the first group without its vertices; if there is none, to the last group.
  std::vector<std::uint64_t> taken(at_.size(), 0);
  std::vector<std::vector<Spring>> groups(65);
  for (const Spring& spring : springs_) {
    const auto group = static_cast<unsigned>(std::countr_one(taken[spring.a] | taken[spring.b]));
    const std::uint64_t bit = group < 64 ? std::uint64_t{1} << group : 0;
    taken[spring.a] |= bit;
    taken[spring.b] |= bit;
    groups[group].push_back(spring);
  }
  springs_.clear();
  for (const std::vector<Spring>& group : groups) {
    springs_.insert(springs_.end(), group.begin(), group.end());
  }
}

void ClothSimulation::relax_springs(double seconds) {
  const double per_step = 1 / (seconds * seconds);
  Point* const at = at_.data();
  const double* const mobility = mobility_.data();
  for (const Spring& spring : springs_) {
    const Point a = at[spring.a];
    const Point b = at[spring.b];
    const double give = mobility[spring.a] + mobility[spring.b] + spring.compliance * per_step;
    const Point way = b - a;
    const double now = length(way);
    if (now == 0 || give == 0) continue;
    const double share = (now - spring.rest) / (now * give);
    at[spring.a] = a + (mobility[spring.a] * share) * way;
    at[spring.b] = b - (mobility[spring.b] * share) * way;
  }
}

}  // namespace dermis::scenes
