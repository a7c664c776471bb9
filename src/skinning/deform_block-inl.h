// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_SKINNING_DEFORM_BLOCK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_SKINNING_DEFORM_BLOCK_INL_H
#undef DERMIS_SKINNING_DEFORM_BLOCK_INL_H
#else
#define DERMIS_SKINNING_DEFORM_BLOCK_INL_H
#endif

#include "math/eight-inl.h"
#include "skinning/posed_skin.h"
#include "skinning/vertex_blocks.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::skinning::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

/// The posed vertices of a block, bit for bit those of LinearSkin::deform().
HWY_INLINE wide::Points deform_block(const VertexBlocks& blocks, std::size_t block,
                                     const PosedSkin& skin) {
  math::Float8 morphed[3];
  const math::Float8* rest = blocks.positions.data() + 3 * block;
  if (skin.morphs()) {
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const Vec3 p = skin.morphed(blocks.vertices[8 * block + lane]);
      morphed[0].lane[lane] = p.x;
      morphed[1].lane[lane] = p.y;
      morphed[2].lane[lane] = p.z;
    }
    rest = morphed;
  }

  const std::uint32_t begin = blocks.first_joint[block];
  const std::uint32_t end = blocks.first_joint[block + 1];
  wide::Eight m[4][3];
  {
    const wide::Eight weight = wide::load(blocks.weights[begin].lane);
    const JointColumns& joint = skin.joint(blocks.joints[begin]);
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 3; ++r) m[c][r] = weight * wide::all(joint.column[c][r]);
    }
  }
  for (std::uint32_t j = begin + 1; j < end; ++j) {
    const wide::Eight weight = wide::load(blocks.weights[j].lane);
    const JointColumns& joint = skin.joint(blocks.joints[j]);
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 3; ++r) m[c][r] = m[c][r] + weight * wide::all(joint.column[c][r]);
    }
  }

  const wide::Eight x = wide::load(rest[0].lane);
  const wide::Eight y = wide::load(rest[1].lane);
  const wide::Eight z = wide::load(rest[2].lane);
  const auto row = [&](int r) {
    return (((m[0][r] * x + m[1][r] * y) + m[2][r] * z) + m[3][r]) + wide::all(0);
  };
  return {row(0), row(1), row(2)};
}

}  // namespace dermis::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
