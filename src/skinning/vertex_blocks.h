// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "math/float8.h"
#include "skinning/skin_data.h"

namespace dermis::skinning {

/// Vertices in blocks of eight, one per lane, for a kernel that deforms a block at once. For every
/// joint that moves a vertex of the block, there is one weight per lane. The weight is 0 for
/// vertices that the joint does not move; adding that term changes no bit (see Skin).
struct VertexBlocks {
  /// Appends blocks for these vertices. If the last block is not full, it repeats the last vertex.
  void add(const SkinData& skin, std::span<const std::uint32_t> vertices);

  [[nodiscard]] std::size_t size() const { return vertices.size() / 8; }
  [[nodiscard]] std::size_t byte_count() const;

  std::vector<std::uint32_t> vertices;        ///< indices into the skin, eight per block
  std::vector<math::Float8> positions;        ///< x, y and z of each block
  std::vector<std::uint32_t> first_joint{0};  ///< start of each block in `joints`, and the end
  std::vector<std::uint32_t> joints;          ///< ascending in each block
  std::vector<math::Float8> weights;          ///< one per entry of `joints`

  /// A run of vertices of one joint set: from `first_lane` up to the next run's first lane.
  struct Run {
    std::uint32_t joint_set, first_lane;
  };
  /// Start of each block in `runs`, and the end. For spherical skins only.
  std::vector<std::uint32_t> first_run{0};
  std::vector<Run> runs;
};

}  // namespace dermis::skinning
