// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "dermis/math/types.h"
#include "math/float8.h"
#include "skinning/posed_skin.h"
#include "skinning/vertex_blocks.h"

namespace dermis::limbs {

/// Points in blocks of eight: x, y and z of each block. The last block is filled with the last
/// point.
class PointCloud {
 public:
  PointCloud() = default;
  explicit PointCloud(std::span<const Vec3> points) { assign(points); }

  /// Replaces the points. Uses the same memory again.
  void assign(std::span<const Vec3> points);

  /// Takes the posed vertices of blocks as points. The first `count` of these are no repetitions.
  void pose(const skinning::VertexBlocks& vertices, std::size_t count,
            const skinning::PosedSkin& skin);

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] std::size_t byte_count() const { return sizeof(math::Float8) * blocks_.size(); }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Vec3 operator[](std::size_t i) const {
    const math::Float8* const block = blocks_.data() + 3 * (i / 8);
    return {block[0].lane[i % 8], block[1].lane[i % 8], block[2].lane[i % 8]};
  }
  /// The index of the farthest point along a direction, the first of several. The same on every
  /// CPU.
  [[nodiscard]] std::uint32_t farthest(const Vec3& direction) const;

 private:
  std::vector<math::Float8> blocks_;
  std::size_t size_ = 0;
};

}  // namespace dermis::limbs
