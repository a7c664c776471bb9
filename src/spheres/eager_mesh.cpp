// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/eager_mesh.h"

#include <algorithm>
#include <cmath>

namespace dermis::spheres {

namespace {

using math::Four;
using math::highest;
using math::lowest;
using math::max;
using math::min;
using spheres::SphereGroups;

/// The distances and sums below have at most 8 roundings of 2⁻²⁴ each, overlaps() needs 5 more, and
/// squares of lengths under 2⁻⁶³ underflow. This covers all of them.
float rounded_up(float radius) {
  return radius * (1 + 0x1p-20F) + 0x1p-60F;
}

float middle(float low, float high) {
  return 0.5F * low + 0.5F * high;
}

Ball around(const Corners& p) {
  const Box box = triangle::box_of(p);
  Ball ball{
      {middle(box.low.x, box.high.x), middle(box.low.y, box.high.y), middle(box.low.z, box.high.z)},
      0};
  const Four dx = Four{p[0].x, p[1].x, p[2].x, p[2].x} - ball.center.x;
  const Four dy = Four{p[0].y, p[1].y, p[2].y, p[2].y} - ball.center.y;
  const Four dz = Four{p[0].z, p[1].z, p[2].z, p[2].z} - ball.center.z;
  ball.radius = rounded_up(std::sqrt(highest(dx * dx + dy * dy + dz * dz)));
  return ball;
}

Ball around(std::span<const BallBlock> blocks) {
  Ball ball = enclose(blocks, RefitCenter::mid_range);
  ball.radius = rounded_up(ball.radius);
  return ball;
}

Box around(std::span<const BoxBlock> blocks) {
  BoxBlock all = blocks[0];
  for (const BoxBlock& block : blocks.subspan(1)) {
    all = {min(all.low_x, block.low_x),   min(all.low_y, block.low_y),
           min(all.low_z, block.low_z),   max(all.high_x, block.high_x),
           max(all.high_y, block.high_y), max(all.high_z, block.high_z)};
  }
  return {{lowest(all.low_x), lowest(all.low_y), lowest(all.low_z)},
          {highest(all.high_x), highest(all.high_y), highest(all.high_z)}};
}

/// Computes every bound from those below it. Lanes without a node repeat the last node, so that
/// they do not change the bound around a group.
template <class Block, class OfTriangle>
void refit(std::span<const Triangle> triangles, const SphereGroups& tree,
           std::vector<Block>& blocks, OfTriangle of_triangle) {
  blocks.resize(tree.block_count);
  const auto& groups = tree.groups;
  const auto of_group = [&](const SphereGroups::Group& group) {
    return std::span<const Block>(blocks).subspan(group.first_block, (group.node_count + 3) / 4);
  };
  // Groups come after their parents.
  for (std::size_t g = groups.size(); g-- > 0;) {
    const SphereGroups::Group& group = groups[g];
    Block* const own = blocks.data() + group.first_block;
    typename Block::Bound bound{};
    for (std::uint32_t i = 0; i < group.node_count; ++i) {
      const SphereGroups::Link link = tree.links[group.first_node + i];
      bound = link.is_triangle() ? of_triangle(triangles[link.triangle()])
                                 : around(of_group(groups[link.group()]));
      own[i / 4].set(i % 4, bound);
    }
    for (std::uint32_t i = group.node_count; i % 4 != 0; ++i) own[i / 4].set(i % 4, bound);
  }
}

}  // namespace

void EagerMesh::deform(const skinning::PosedSkin& skin, std::size_t vertex_count) {
  vertices_.resize(vertex_count);
  skin.deform_all(vertices_);
}

void EagerMesh::refit_spheres(std::span<const Triangle> triangles, const SphereGroups& groups) {
  refit(triangles, groups, spheres_, [&](const Triangle& t) {
    return around({vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]});
  });
}

void EagerMesh::refit_boxes(std::span<const Triangle> triangles, const SphereGroups& groups) {
  refit(triangles, groups, boxes_, [&](const Triangle& t) {
    return triangle::box_of({vertices_[t[0]], vertices_[t[1]], vertices_[t[2]]});
  });
}

}  // namespace dermis::spheres
