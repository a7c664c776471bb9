// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/verbs/body_warnings.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "app/report.h"

namespace dermis::app {

namespace {

/// Maps each vertex to the first vertex at the same position.
std::vector<std::uint32_t> welded(std::span<const Vec3> vertices) {
  const auto place = [&](std::uint32_t v) {
    return std::array{vertices[v].x, vertices[v].y, vertices[v].z};
  };
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0);
  std::ranges::sort(order, {}, [&](std::uint32_t v) { return std::pair(place(v), v); });
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool same = i > 0 && place(order[i]) == place(order[i - 1]);
    first[order[i]] = same ? first[order[i - 1]] : order[i];
  }
  return first;
}

/// The volume inside closed triangles; negative if they face inwards.
double volume(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  double six = 0;
  for (const auto& [i, j, k] : triangles) {
    const Vec3& a = vertices[i];
    const Vec3& b = vertices[j];
    const Vec3& c = vertices[k];
    six += a.x * (double{b.y} * c.z - double{b.z} * c.y) +
           a.y * (double{b.z} * c.x - double{b.x} * c.z) +
           a.z * (double{b.x} * c.y - double{b.y} * c.x);
  }
  return six / 6;
}

/// The longest side of the bounding box of the vertices.
double size_of(std::span<const Vec3> vertices) {
  double size = 0;
  for (const auto axis : {&Vec3::x, &Vec3::y, &Vec3::z}) {
    const auto [low, high] = std::ranges::minmax(vertices, {}, axis);
    size = std::max(size, double{high.*axis} - low.*axis);
  }
  return size;
}

}  // namespace

std::size_t count_open_sides(std::span<const Vec3> vertices, std::span<const Triangle> triangles) {
  const std::vector<std::uint32_t> first = welded(vertices);
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> sides;
  for (const Triangle& t : triangles) {
    const Triangle w{first[t[0]], first[t[1]], first[t[2]]};
    if (w[0] == w[1] || w[1] == w[2] || w[2] == w[0]) continue;  // degenerate
    for (std::size_t c = 0; c < 3; ++c) ++sides[std::minmax({w[c], w[(c + 1) % 3]})];
  }
  return static_cast<std::size_t>(
      std::ranges::count_if(sides, [](const auto& side) { return side.second != 2; }));
}

std::vector<std::string> body_warnings(std::span<const Vec3> vertices,
                                       std::span<const Triangle> triangles) {
  std::vector<std::string> warnings;
  const std::size_t open = count_open_sides(vertices, triangles);
  if (open > 0) {
    warnings.push_back(fmt::format(
        "the body is not closed: {} of its triangles {} not shared by exactly two; the side that "
        "triangles face decides between inside and outside",
        counted(open, "side"), open == 1 ? "is" : "are"));
  } else if (volume(vertices, triangles) < 0) {
    warnings.push_back(
        "the body is inside out: its triangles face inwards, and cloth will be kept inside it");
  }
  const double size = size_of(vertices);
  constexpr double kLeast = 0.2;
  constexpr double kMost = 20;
  if (size < kLeast || size > kMost) {
    warnings.push_back(fmt::format(
        "the body is {:.3g} m large; cloth is simulated in metres, kilograms and seconds", size));
  }
  return warnings;
}

double largest_way(std::span<const Vec3> from, std::span<const Vec3> to) {
  double most = 0;
  for (std::size_t v = 0; v < from.size(); ++v) {
    most = std::max(most, std::hypot(double{to[v].x} - from[v].x, double{to[v].y} - from[v].y,
                                     double{to[v].z} - from[v].z));
  }
  return most;
}

}  // namespace dermis::app
