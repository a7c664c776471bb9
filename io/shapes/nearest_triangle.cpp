// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "nearest_triangle.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

#include "math/nearest_on_triangle.h"

namespace dermis::shapes {

namespace {

using math::Vec3d;

constexpr std::uint32_t kLeafSize = 4;

double to_box_sq(const Vec3d& p, const math::Box& box) {
  const auto outside = [](double x, double low, double high) {
    return std::max({low - x, x - high, 0.0});
  };
  const Vec3d d{outside(p.x, box.low.x, box.high.x), outside(p.y, box.low.y, box.high.y),
                outside(p.z, box.low.z, box.high.z)};
  return dot(d, d);
}

}  // namespace

NearestTriangle::NearestTriangle(std::span<const Vec3> positions, std::vector<Triangle> triangles)
    : positions_(positions), triangles_(std::move(triangles)) {
  assert(!triangles_.empty());
  build(0, static_cast<std::uint32_t>(triangles_.size()));
}

std::uint32_t NearestTriangle::build(std::uint32_t first, std::uint32_t count) {
  const auto index = static_cast<std::uint32_t>(nodes_.size());
  math::Box box = math::Box::empty();
  for (std::uint32_t t = first; t < first + count; ++t) {
    for (const std::uint32_t v : triangles_[t]) box.include(positions_[v]);
  }
  nodes_.push_back({box, first, count, 0});
  if (count <= kLeafSize) return index;

  const Vec3 size{box.high.x - box.low.x, box.high.y - box.low.y, box.high.z - box.low.z};
  float Vec3::* const axis = size.x >= size.y && size.x >= size.z ? &Vec3::x
                             : size.y >= size.z                   ? &Vec3::y
                                                                  : &Vec3::z;
  const auto place = [&](const Triangle& t) {
    return double{positions_[t[0]].*axis} + double{positions_[t[1]].*axis} +
           double{positions_[t[2]].*axis};
  };
  const auto begin = triangles_.begin() + first;
  std::ranges::nth_element(begin, begin + count / 2, begin + count, {}, place);
  build(first, count / 2);
  const std::uint32_t right = build(first + count / 2, count - count / 2);
  nodes_[index].right = right;
  return index;
}

double NearestTriangle::distance_sq(const Vec3& point, double enough_sq) const {
  double least_sq = std::numeric_limits<double>::infinity();
  search(0, math::to_double(point), enough_sq, least_sq);
  return least_sq;
}

void NearestTriangle::search(std::uint32_t index, const Vec3d& point, double enough_sq,
                             double& least_sq) const {
  const Node& node = nodes_[index];
  if (node.right == 0) {
    for (std::uint32_t t = node.first; t < node.first + node.count; ++t) {
      const auto corner = [&](int i) { return math::to_double(positions_[triangles_[t][i]]); };
      least_sq = std::min(
          least_sq, math::nearest_on_triangle(point, corner(0), corner(1), corner(2)).distance_sq);
    }
    return;
  }
  std::pair near{to_box_sq(point, nodes_[index + 1].box), index + 1};
  std::pair far{to_box_sq(point, nodes_[node.right].box), node.right};
  if (far < near) std::swap(near, far);
  for (const auto& [box_sq, child] : {near, far}) {
    if (least_sq <= enough_sq || box_sq >= least_sq) return;
    search(child, point, enough_sq, least_sq);
  }
}

}  // namespace dermis::shapes
