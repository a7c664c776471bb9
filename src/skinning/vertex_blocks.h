// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/skinning/skin.h"
#include "math/float8.h"

namespace dermis::skinning {

/// Vertices in blocks of eight, a lane each, for a kernel that deforms a block at once: a weight
/// per lane for every joint that moves one of them. Where a joint does not move a vertex, it adds a
/// zero, which changes no bit (see Skin).
struct VertexBlocks {
  /// Adds blocks for these vertices; the last block repeats the last one.
  void add(const Skin& skin, std::span<const std::uint32_t> vertices);

  [[nodiscard]] std::size_t size() const { return vertices.size() / 8; }
  [[nodiscard]] std::size_t byte_count() const;

  std::vector<std::uint32_t> vertices;        ///< of the skin, eight per block
  std::vector<math::Float8> positions;        ///< x, y and z of each block
  std::vector<std::uint32_t> first_joint{0};  ///< of each block, and the end
  std::vector<std::uint32_t> joints;          ///< ascending in each block
  std::vector<math::Float8> weights;          ///< of each of these joints

  /// Vertices of one joint set: the lanes from one on, up to the next run's.
  struct Run {
    std::uint32_t joint_set, first_lane;
  };
  std::vector<std::uint32_t> first_run{0};  ///< of each block, and the end; of spherical skins only
  std::vector<Run> runs;
};

}  // namespace dermis::skinning
