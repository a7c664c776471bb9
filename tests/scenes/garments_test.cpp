// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/garments.h"
#include "scenes/count_inside.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numbers>
#include <numeric>

#include "scenes/dressed.h"

namespace dermis::scenes {
namespace {

Point minus(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

/// The area vector of a triangle: along its normal, as long as its area.
Point area_of(const Mesh& mesh, const Triangle& t) {
  const Point u = minus(mesh.positions[t[1]], mesh.positions[t[0]]);
  const Point v = minus(mesh.positions[t[2]], mesh.positions[t[0]]);
  return {(u[1] * v[2] - u[2] * v[1]) / 2, (u[2] * v[0] - u[0] * v[2]) / 2,
          (u[0] * v[1] - u[1] * v[0]) / 2};
}

double size_of(const Point& p) {
  return std::sqrt(p[0] * p[0] + p[1] * p[1] + p[2] * p[2]);
}

struct Topology {
  /// Sides of more than two triangles, or of two with the same direction.
  std::size_t bad_sides = 0;
  std::size_t border_sides = 0;
  std::size_t forks = 0;  ///< vertices on the border that do not have two sides there
  std::size_t components = 0;
  long euler = 0;  ///< V − E + F: 1 for a disc, 0 for a ring
};

Topology topology_of(const Mesh& mesh) {
  Topology result;
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> directed;
  std::vector<std::uint32_t> group(mesh.positions.size());
  std::iota(group.begin(), group.end(), 0U);
  const auto root = [&](std::uint32_t v) {
    while (group[v] != v) v = group[v] = group[group[v]];
    return v;
  };
  for (const Triangle& t : mesh.triangles) {
    for (std::size_t i = 0; i < 3; ++i) {
      ++directed[{t[i], t[(i + 1) % 3]}];
      group[root(t[i])] = root(t[(i + 1) % 3]);
    }
  }
  std::map<std::uint32_t, int> on_border;
  std::size_t inner = 0;
  for (const auto& [side, count] : directed) {
    if (count != 1) ++result.bad_sides;
    if (directed.contains({side.second, side.first})) {
      ++inner;
      continue;
    }
    ++result.border_sides;
    ++on_border[side.first];
    ++on_border[side.second];
  }
  for (const auto& [vertex, count] : on_border) result.forks += count == 2 ? 0 : 1;
  for (std::uint32_t v = 0; v < group.size(); ++v) result.components += root(v) == v ? 1 : 0;
  result.euler = static_cast<long>(mesh.positions.size()) -
                 static_cast<long>(inner / 2 + result.border_sides) +
                 static_cast<long>(mesh.triangles.size());
  return result;
}

/// One piece with a border, whose triangles have similar sizes.
void expect_cloth(const Mesh& mesh, long euler) {
  const Topology topology = topology_of(mesh);
  EXPECT_EQ(topology.bad_sides, 0U);
  EXPECT_GT(topology.border_sides, 0U);
  EXPECT_EQ(topology.forks, 0U);
  EXPECT_EQ(topology.components, 1U);
  EXPECT_EQ(topology.euler, euler);
  double least = HUGE_VAL;
  double most = 0;
  for (const Triangle& t : mesh.triangles) {
    least = std::min(least, size_of(area_of(mesh, t)));
    most = std::max(most, size_of(area_of(mesh, t)));
  }
  EXPECT_GT(least, 0.1 * most);
}

/// A trunk: an ellipse of this width and depth at all heights.
constexpr double kWide = 0.24;
constexpr double kDeep = 0.18;
std::vector<Vec3> trunk() {
  std::vector<Vec3> result;
  constexpr int kAround = 64;
  for (float y = 0; y < 1.5F; y += 0.02F) {
    for (int i = 0; i < kAround; ++i) {
      const double angle = 2 * std::numbers::pi * i / kAround;
      result.push_back({static_cast<float>(kWide * std::cos(angle)), y,
                        static_cast<float>(kDeep * std::sin(angle))});
    }
  }
  return result;
}

TEST(SquareOfCloth, Has264VerticesAsThePaperSays) {
  const Mesh square = square_of_cloth(264, 0.8);
  EXPECT_EQ(square.positions.size(), 264U);
  expect_cloth(square, 1);
  EXPECT_TRUE(Cloth::make(square));
  double area = 0;
  for (const Triangle& t : square.triangles) {
    const Point a = area_of(square, t);
    EXPECT_GT(a[1], 0);  // its upper side faces up
    area += a[1];
  }
  for (const Point& p : square.positions) {
    EXPECT_EQ(p[1], 0);
    for (const double x : {p[0], p[2]}) EXPECT_LE(std::abs(x), 0.4 + 1e-12);
  }
  // Every other row is half a cell shorter at both ends.
  EXPECT_GT(area, 0.8 * 0.8 * (1 - 1.0 / 16));
  EXPECT_LE(area, 0.8 * 0.8 + 1e-12);
}

TEST(SquareOfCloth, HasAboutAsManyVerticesAsAskedFor) {
  for (const std::size_t wanted : {10'000U, 20'000U, 50'000U}) {
    const Mesh square = square_of_cloth(wanted, 1.2);
    EXPECT_NEAR(double(square.positions.size()), double(wanted), 0.02 * double(wanted));
    expect_cloth(square, 1);
  }
  for (const std::size_t few : {0U, 1U, 9U, 30U}) expect_cloth(square_of_cloth(few, 1), 1);
}

TEST(MakeSkirt, Has264VerticesAsThePaperSays) {
  const Skirt skirt = make_skirt(trunk(), 264, 1.03, 0.56, 0.06);
  EXPECT_EQ(skirt.mesh.positions.size(), 264U);
  expect_cloth(skirt.mesh, 0);
  EXPECT_TRUE(Cloth::make(skirt.mesh));
  EXPECT_EQ(skirt.waistband.size(), 24U);
  for (const std::uint32_t v : skirt.waistband) {
    EXPECT_DOUBLE_EQ(skirt.mesh.positions[v][1], 1.03);
  }
  for (const Triangle& t : skirt.mesh.triangles) {
    const Point out = area_of(skirt.mesh, t);
    const Point& p = skirt.mesh.positions[t[0]];
    EXPECT_GT(out[0] * p[0] + out[2] * p[2], 0);  // its outer side faces outwards
  }
}

TEST(MakeSkirt, HasAboutAsManyVerticesAsAskedForAndIsOutside) {
  for (const std::size_t wanted : {264U, 10'000U, 50'000U}) {
    const Skirt skirt = make_skirt(trunk(), wanted, 1.03, 0.56, 0.06);
    EXPECT_NEAR(double(skirt.mesh.positions.size()), double(wanted), 0.02 * double(wanted));
    expect_cloth(skirt.mesh, 0);
    double nearest = HUGE_VAL;
    for (const Point& p : skirt.mesh.positions) {
      nearest = std::min(nearest, std::hypot(p[0] / kWide, p[2] / kDeep));
    }
    EXPECT_GT(nearest, 1);
  }
}

TEST(CountInside, CountsWhatIsInsideOfABox) {
  const Model box = make_box({2, 2, 2});
  const PosedMesh mesh{box.positions, box.triangles};
  const Point points[] = {{0, 0, 0},    {0.9, -0.9, 0.9}, {1.1, 0, 0},
                          {0, -1.1, 0}, {-3, -1, -2},     {0.999, 0.999, -0.999}};
  EXPECT_EQ(count_inside(mesh, points), 3U);
}

}  // namespace
}  // namespace dermis::scenes
