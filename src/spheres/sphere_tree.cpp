// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/sphere_tree.h"

#include <algorithm>
#include <array>
#include <numeric>

#include "base/parallel.h"
#include "math/doubles.h"

namespace dermis::spheres {

namespace {

using math::Vec3d;

/// A node of the binary tree: a leaf, or two children.
struct BinaryNode {
  Ball ball;
  std::uint32_t first = 0, count = 0;  ///< triangles
  std::uint32_t left = 0, right = 0;   ///< 0: a leaf; the root is never a child
};

class BinaryBuilder {
 public:
  BinaryBuilder(std::span<const Vec3> positions, std::span<const Triangle> triangles)
      : positions_(positions), triangles_(triangles), order(triangles.size()) {
    std::iota(order.begin(), order.end(), 0U);
    centers_.reserve(triangles.size());
    for (const Triangle& t : triangles) {
      centers_.push_back((1.0 / 3) *
                         (math::to_double(positions[t[0]]) + math::to_double(positions[t[1]]) +
                          math::to_double(positions[t[2]])));
    }
    nodes.resize(2 * triangles.size() - 1);
    build(0, 0, static_cast<std::uint32_t>(triangles.size()));
  }

 private:
  /// Builds the subtree over order[first, first + count), with its root at `index`. It has 2 ·
  /// count − 1 nodes, so the positions of both halves are known, and threads can build them in
  /// parallel.
  void build(std::uint32_t index, std::uint32_t first, std::uint32_t count) {
    BinaryNode& node = nodes[index];
    node = {ball_of(first, count), first, count, 0, 0};
    if (count == 1) return;
    const std::uint32_t left_count = split(first, count);
    node.left = index + 1;
    node.right = index + 2 * left_count;
    const auto left = [&] { build(node.left, first, left_count); };
    const auto right = [&] { build(node.right, first + left_count, count - left_count); };
    constexpr std::uint32_t kWorthAThread = 1000;
    if (count >= kWorthAThread) {
      base::parallel_invoke(left, right);
    } else {
      left();
      right();
    }
  }

  [[nodiscard]] Ball ball_of(std::uint32_t first, std::uint32_t count) const {
    std::vector<Vec3> points;
    points.reserve(3 * std::size_t{count});
    for (const std::uint32_t t : std::span(order).subspan(first, count)) {
      for (const std::uint32_t vertex : triangles_[t]) points.push_back(positions_[vertex]);
    }
    return math::enclosing_ball(points);
  }

  /// Splits along the longest side of the box of the triangles' centres, at their mean. Returns the
  /// number of triangles on the left: at least one, and not all.
  std::uint32_t split(std::uint32_t first, std::uint32_t count) {
    const std::span range = std::span(order).subspan(first, count);
    const auto coordinate = [&](int axis, std::uint32_t t) {
      const Vec3d& c = centers_[t];
      return axis == 0 ? c.x : axis == 1 ? c.y : c.z;
    };
    std::array<double, 3> length{};
    std::array<double, 3> mean{};
    for (int axis = 0; axis < 3; ++axis) {
      const auto along = [&](std::uint32_t t) { return coordinate(axis, t); };
      const auto [low, high] = std::ranges::minmax_element(range, {}, along);
      length[axis] = along(*high) - along(*low);
      for (const std::uint32_t t : range) mean[axis] += along(t) / count;
    }
    const auto axis = static_cast<int>(std::ranges::max_element(length) - length.begin());
    // Keeps their order, so that the result is the same with every standard library.
    std::vector<std::uint32_t> parts[2];
    for (const std::uint32_t t : range)
      parts[coordinate(axis, t) < mean[axis] ? 0 : 1].push_back(t);
    std::ranges::copy(parts[1], std::ranges::copy(parts[0], range.begin()).out);
    const auto left_count = static_cast<std::uint32_t>(parts[0].size());
    // If all centres are in one place, any halves will do.
    return left_count == 0 || left_count == count ? count / 2 : left_count;
  }

  std::span<const Vec3> positions_;
  std::span<const Triangle> triangles_;
  std::vector<Vec3d> centers_;

 public:
  std::vector<BinaryNode> nodes;
  std::vector<std::uint32_t> order;
};

/// Appends `node` or, if its radius is larger than `most`, the nodes below that take its place.
void collect_children(const std::vector<BinaryNode>& nodes, std::uint32_t node, float most,
                      std::vector<std::uint32_t>& children) {
  const BinaryNode& n = nodes[node];
  if (n.left == 0 || n.ball.radius <= most) {
    children.push_back(node);
    return;
  }
  collect_children(nodes, n.left, most, children);
  collect_children(nodes, n.right, most, children);
}

}  // namespace

SphereTree build_sphere_tree(std::span<const Vec3> positions, std::span<const Triangle> triangles,
                             float collapse) {
  SphereTree tree;
  if (triangles.empty()) return tree;
  BinaryBuilder binary(positions, triangles);

  // Level by level, so that children are contiguous. `from` is the queue of this walk.
  std::vector<std::uint32_t> from{0};
  std::vector<std::uint32_t> children;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const BinaryNode& n = binary.nodes[from[i]];
    SphereTree::Node node{n.ball, 0, 0, n.first, n.count};
    if (n.left != 0) {
      children.clear();
      collect_children(binary.nodes, n.left, collapse * n.ball.radius, children);
      collect_children(binary.nodes, n.right, collapse * n.ball.radius, children);
      node.first_child = static_cast<std::uint32_t>(from.size());
      node.child_count = static_cast<std::uint32_t>(children.size());
      from.insert(from.end(), children.begin(), children.end());
    }
    tree.nodes.push_back(node);
  }
  tree.triangles = std::move(binary.order);
  return tree;
}

}  // namespace dermis::spheres
