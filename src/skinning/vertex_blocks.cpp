// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/vertex_blocks.h"

#include <algorithm>

#include "skinning/joint_sets.h"

namespace dermis::skinning {

void VertexBlocks::add(const SkinData& skin, std::span<const std::uint32_t> added) {
  for (std::size_t first = 0; first < added.size(); first += 8) {
    math::Float8 x, y, z;
    const std::size_t begin = joints.size();
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const std::uint32_t vertex = added[std::min(first + lane, added.size() - 1)];
      vertices.push_back(vertex);
      if (skin.skinning() == Skinning::spherical) {
        const std::uint32_t set = skin.joint_sets().of_vertex(vertex);
        if (lane == 0 || runs.back().joint_set != set) {
          runs.push_back({set, static_cast<std::uint32_t>(lane)});
        }
      }
      const Vec3& p = skin.position(vertex);
      x.lane[lane] = p.x;
      y.lane[lane] = p.y;
      z.lane[lane] = p.z;
      for (const Influence& influence : skin.influences(vertex)) joints.push_back(influence.joint);
    }
    positions.insert(positions.end(), {x, y, z});
    const auto own = joints.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(own, joints.end());
    joints.erase(std::unique(own, joints.end()), joints.end());
    weights.resize(joints.size(), {});
    for (std::size_t lane = 0; lane < 8; ++lane) {
      for (const Influence& influence : skin.influences(vertices[vertices.size() - 8 + lane])) {
        const auto at = std::find(own, joints.end(), influence.joint) - joints.begin();
        weights[static_cast<std::size_t>(at)].lane[lane] = influence.weight;
      }
    }
    first_joint.push_back(static_cast<std::uint32_t>(joints.size()));
    if (!runs.empty()) first_run.push_back(static_cast<std::uint32_t>(runs.size()));
  }
}

std::size_t VertexBlocks::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(vertices) + bytes(positions) + bytes(first_joint) + bytes(joints) + bytes(weights) +
         bytes(first_run) + bytes(runs);
}

}  // namespace dermis::skinning
