// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <vector>

#include "dermis/motion/moving_mesh.h"
#include "support/random.h"

namespace dermis::test {

/// A mesh at both ends of its motion.
struct Motion {
  std::vector<Triangle> triangles;
  std::vector<Point> from, to;
};

inline MovingMesh flying(const Motion& motion) {
  auto mesh = MovingMesh::make({motion.from, motion.triangles});
  EXPECT_TRUE(mesh && mesh->fly_to(motion.to));
  return std::move(*mesh);
}

/// The time at which two triangles first touch, by their features one by one, without trees and
/// filters.
inline std::optional<double> touch(const MovingMesh& a, std::uint32_t p, const MovingMesh& b,
                                   std::uint32_t q) {
  const bool same = &a == &b;
  const auto& s = a.triangles()[p];
  const auto& t = b.triangles()[q];
  std::optional<double> first;
  const auto look = [&](Features features, const std::array<MovingPoint, 4>& points) {
    const auto contact = find_impact_time(features, points);
    if (contact && (!first || contact->from < *first)) first = contact->from;
  };
  const auto in = [&](std::uint32_t v, const Triangle& other) {
    return same && std::ranges::count(other, v) > 0;
  };
  for (std::size_t i = 0; i < 3; ++i) {
    const auto at = [](const MovingMesh& m, std::uint32_t v) { return m.plans()[v]; };
    if (!in(s[i], t)) {
      look(Features::vertex_face, {at(a, s[i]), at(b, t[0]), at(b, t[1]), at(b, t[2])});
    }
    if (!in(t[i], s)) {
      look(Features::vertex_face, {at(b, t[i]), at(a, s[0]), at(a, s[1]), at(a, s[2])});
    }
    for (std::size_t j = 0; j < 3; ++j) {
      const std::uint32_t e[2] = {s[i], s[(i + 1) % 3]};
      const std::uint32_t f[2] = {t[j], t[(j + 1) % 3]};
      if (same && (e[0] == f[0] || e[0] == f[1] || e[1] == f[0] || e[1] == f[1])) continue;
      look(Features::edge_edge, {at(a, e[0]), at(a, e[1]), at(b, f[0]), at(b, f[1])});
    }
  }
  return first;
}

inline Point random_point(Random& random, float size) {
  const double x = random.between(-size, size);
  const double y = random.between(-size, size);
  const double z = random.between(-size, size);
  return {x, y, z};
}

/// A fluttering square of cloth with n by n vertices.
inline Motion cloth(Random& random, std::uint32_t n, float flutter) {
  Motion motion;
  for (std::uint32_t y = 0; y < n; ++y) {
    for (std::uint32_t x = 0; x < n; ++x) {
      const Point a = random_point(random, 0.2F * flutter);
      const Point b = random_point(random, flutter);
      motion.from.push_back({x + a[0], y + a[1], a[2]});
      motion.to.push_back({x + b[0], y + b[1], b[2]});
      if (x + 1 == n || y + 1 == n) continue;
      const std::uint32_t v = y * n + x;
      motion.triangles.push_back({v, v + 1, v + n});
      motion.triangles.push_back({v + n, v + 1, v + n + 1});
    }
  }
  return motion;
}

/// Triangles without neighbours. With `on_grid`, corners are on a coarse grid, so that many
/// triangles are flat, coplanar or equal.
inline Motion soup(Random& random, std::uint32_t count, bool on_grid) {
  Motion motion;
  for (std::uint32_t i = 0; i < count; ++i) {
    const Point middle = random_point(random, 1);
    const Point way = random_point(random, 0.3F);
    for (int corner = 0; corner < 3; ++corner) {
      const Point a = random_point(random, 0.3F);
      const Point b = random_point(random, 0.1F);
      Point from;
      Point to;
      for (std::size_t axis = 0; axis < 3; ++axis) {
        from[axis] = middle[axis] + a[axis];
        to[axis] = from[axis] + way[axis] + b[axis];
        if (!on_grid) continue;
        from[axis] = std::round(4 * from[axis]) / 4;
        to[axis] = std::round(4 * to[axis]) / 4;
      }
      motion.from.push_back(from);
      motion.to.push_back(to);
    }
    motion.triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return motion;
}

/// A square of two triangles, parallel to the plane z = 0, of this half size.
inline Motion square(double half, const Point& from, const Point& to) {
  Motion motion{{{0, 1, 2}, {0, 2, 3}}, {}, {}};
  for (const auto& [x, y] : {std::pair(-1, -1), {1, -1}, {1, 1}, {-1, 1}}) {
    motion.from.push_back({from[0] + half * x, from[1] + half * y, from[2]});
    motion.to.push_back({to[0] + half * x, to[1] + half * y, to[2]});
  }
  return motion;
}

/// A copy with the same plans and radii.
inline MovingMesh copy_of(const MovingMesh& mesh) {
  Motion motion{{mesh.triangles().begin(), mesh.triangles().end()}, {}, {}};
  for (const MovingPoint& plan : mesh.plans()) {
    motion.from.push_back(plan.from);
    motion.to.push_back(plan.to);
  }
  MovingMesh copy = flying(motion);
  EXPECT_TRUE(copy.set_radii(mesh.radii()));
  return copy;
}

}  // namespace dermis::test
