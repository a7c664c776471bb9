// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/point_cloud.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "limbs/point_cloud.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>

#include "base/dispatch.h"
#include "math/eight-inl.h"
#include "skinning/deform_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::limbs::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

void pose_blocks(const skinning::VertexBlocks& vertices, const skinning::PosedSkin& skin,
                 math::Float8* out) {
  for (std::size_t b = 0; b < vertices.size(); ++b, out += 3) {
    const wide::Points p = skinning::HWY_NAMESPACE::deform_block(vertices, b, skin);
    wide::store(p.x, out[0].lane);
    wide::store(p.y, out[1].lane);
    wide::store(p.z, out[2].lane);
  }
}

/// Per lane: the largest dot product with `direction`, and the block that has it.
void find_farthest(const math::Float8* blocks, std::size_t count, const Vec3& direction,
                   math::Float8& most, math::Float8& which) {
  const wide::Eight x = wide::all(direction.x);
  const wide::Eight y = wide::all(direction.y);
  const wide::Eight z = wide::all(direction.z);
  wide::Eight best = wide::all(-HUGE_VALF);
  wide::Eight best_block = wide::all(0);
  for (std::size_t b = 0; b < count; ++b) {
    const math::Float8* const block = blocks + 3 * b;
    const wide::Eight along = (wide::load(block[0].lane) * x + wide::load(block[1].lane) * y) +
                              wide::load(block[2].lane) * z;
    best_block = wide::where_greater(along, best, wide::all(static_cast<float>(b)), best_block);
    best = wide::max(best, along);
  }
  wide::store(best, most.lane);
  wide::store(best_block, which.lane);
}

}  // namespace dermis::limbs::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::limbs {

void PointCloud::assign(std::span<const Vec3> points) {
  size_ = points.size();
  blocks_.resize(3 * ((size_ + 7) / 8));
  for (std::size_t i = 0; i < 8 * (blocks_.size() / 3); ++i) {
    const Vec3& p = points[std::min(i, size_ - 1)];
    math::Float8* const block = blocks_.data() + 3 * (i / 8);
    block[0].lane[i % 8] = p.x;
    block[1].lane[i % 8] = p.y;
    block[2].lane[i % 8] = p.z;
  }
}

void PointCloud::pose(const skinning::VertexBlocks& vertices, std::size_t count,
                      const skinning::PosedSkin& skin) {
  size_ = count;
  blocks_.resize(3 * vertices.size());
  DERMIS_DISPATCH(current_isa(), pose_blocks(vertices, skin, blocks_.data()));
}

std::uint32_t PointCloud::farthest(const Vec3& direction) const {
  math::Float8 most;
  math::Float8 which;
  DERMIS_DISPATCH(current_isa(),
                  find_farthest(blocks_.data(), blocks_.size() / 3, direction, most, which));
  const auto index = [&](std::size_t lane) {
    return 8 * static_cast<std::uint32_t>(which.lane[lane]) + static_cast<std::uint32_t>(lane);
  };
  std::size_t best = 0;
  for (std::size_t lane = 1; lane < 8; ++lane) {
    const bool farther = most.lane[lane] > most.lane[best];
    const bool first = most.lane[lane] == most.lane[best] && index(lane) < index(best);
    if (farther || first) best = lane;
  }
  return std::min(index(best), static_cast<std::uint32_t>(size_ - 1));
}

}  // namespace dermis::limbs
#endif
