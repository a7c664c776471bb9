// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/eager_mesh.h"

#include <algorithm>
#include <cmath>

namespace dermis::query {

namespace {

using bounds::Ball;
using bounds::SphereTree;

/// Distances and sums below are off by at most 8 roundings of 2⁻²⁴ each, and by underflow, which
/// loses squares of lengths under 2⁻⁶³; this makes up for both.
float rounded_up(float radius) {
  return radius * (1 + 0x1p-20F) + 0x1p-60F;
}

Vec3 middle(const Box& box) {
  return {0.5F * box.low.x + 0.5F * box.high.x, 0.5F * box.low.y + 0.5F * box.high.y,
          0.5F * box.low.z + 0.5F * box.high.z};
}

float distance(const Vec3& a, const Vec3& b) {
  const float dx = a.x - b.x;
  const float dy = a.y - b.y;
  const float dz = a.z - b.z;
  return std::sqrt(dx * dx + dy * dy + dz * dz);
}

}  // namespace

void EagerMesh::deform(const Collider::Data& data, const Pose& pose) {
  vertices_.resize(data.skin.vertex_count());
  static_cast<void>(data.skin.deform(pose, vertices_));  // set_pose() has checked the pose
}

void EagerMesh::refit_spheres(const Collider::Data& data) {
  const SphereTree& tree = data.tree;
  spheres_.resize(tree.nodes.size());
  // Children stand after their parents.
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    const SphereTree::Node& node = tree.nodes[n];
    Ball& ball = spheres_[n];
    if (node.child_count == 0) {
      const Triangle& t = data.triangles[tree.triangles[node.first_triangle]];
      const Corners corners{vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]};
      ball.center = middle(box_of(corners));
      ball.radius = rounded_up(
          std::max(std::max(distance(corners[0], ball.center), distance(corners[1], ball.center)),
                   distance(corners[2], ball.center)));
      continue;
    }
    const std::span children = std::span(spheres_).subspan(node.first_child, node.child_count);
    // The middle of the centres; their average, as in the papers, is looser.
    Box centers{children[0].center, children[0].center};
    for (const Ball& child : children.subspan(1)) centers.include(child.center);
    ball.center = middle(centers);
    float radius = 0;
    for (const Ball& child : children) {
      radius = std::max(radius, distance(child.center, ball.center) + child.radius);
    }
    ball.radius = rounded_up(radius);
  }
}

void EagerMesh::refit_boxes(const Collider::Data& data) {
  const SphereTree& tree = data.tree;
  boxes_.resize(tree.nodes.size());
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {
    const SphereTree::Node& node = tree.nodes[n];
    if (node.child_count == 0) {
      const Triangle& t = data.triangles[tree.triangles[node.first_triangle]];
      boxes_[n] = box_of({vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]});
      continue;
    }
    Box box = boxes_[node.first_child];
    for (const Box& child : std::span(boxes_).subspan(node.first_child, node.child_count)) {
      box.include(child.low);
      box.include(child.high);
    }
    boxes_[n] = box;
  }
}

}  // namespace dermis::query
