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
#include "skinning/rigid_blend.h"
#include "skinning/vertex_blocks.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::skinning::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

using wide::Eight;

/// The rest positions of a block with morph targets applied.
HWY_INLINE wide::Points rest_of_block(const VertexBlocks& blocks, std::size_t block,
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
  return {wide::load(rest[0].lane), wide::load(rest[1].lane), wide::load(rest[2].lane)};
}

/// Calls add(joint, weights, is_first) for each joint of a block, to compute Σ w · value(joint).
template <class Add>
HWY_INLINE void blend(const VertexBlocks& blocks, std::size_t block, Add add) {
  const std::uint32_t begin = blocks.first_joint[block];
  const std::uint32_t end = blocks.first_joint[block + 1];
  add(blocks.joints[begin], wide::load(blocks.weights[begin].lane), true);
  for (std::uint32_t j = begin + 1; j < end; ++j) {
    add(blocks.joints[j], wide::load(blocks.weights[j].lane), false);
  }
}

HWY_INLINE void add_term(Eight& sum, const Eight& weight, float x, bool is_first) {
  const Eight term = weight * wide::all(x);
  sum = is_first ? term : sum + term;
}

/// A weighted sum of joint matrices.
struct WideColumns {
  Eight m[4][3];

  HWY_INLINE void add(const JointColumns& joint, const Eight& weight, bool is_first) {
    for (int c = 0; c < 4; ++c) {
      for (int r = 0; r < 3; ++r) add_term(m[c][r], weight, joint.column[c][r], is_first);
    }
  }
  [[nodiscard]] HWY_INLINE wide::Points of(const wide::Points& p) const {
    const auto row = [&](int r) {
      return ((m[0][r] * p.x + m[1][r] * p.y) + m[2][r] * p.z) + m[3][r];
    };
    return {row(0), row(1), row(2)};
  }
};

struct WideQuad {
  Eight x, y, z, w;

  HWY_INLINE void add(const float* quad, const Eight& weight, bool is_first) {
    add_term(x, weight, quad[0], is_first);
    add_term(y, weight, quad[1], is_first);
    add_term(z, weight, quad[2], is_first);
    add_term(w, weight, quad[3], is_first);
  }
  [[nodiscard]] HWY_INLINE wide::Points cross(const wide::Points& v) const {
    return {y * v.z - z * v.y, z * v.x - x * v.z, x * v.y - y * v.x};
  }
  [[nodiscard]] HWY_INLINE wide::Points turned(const Eight& twice, const wide::Points& d) const {
    const wide::Points u = cross(d);
    const wide::Points v = cross(u);
    return {d.x + twice * (w * u.x + v.x), d.y + twice * (w * u.y + v.y),
            d.z + twice * (w * u.z + v.z)};
  }
};

HWY_INLINE wide::Points without_minus_zero(const wide::Points& p) {
  return {p.x + wide::all(0), p.y + wide::all(0), p.z + wide::all(0)};
}

/// Deforms the vertices of a block one after the other.
inline wide::Points deform_singly(const VertexBlocks& blocks, std::size_t block,
                                  const PosedSkin& skin) {
  math::Float8 p[3];
  for (std::size_t lane = 0; lane < 8; ++lane) {
    const Vec3 v = skin.vertex(blocks.vertices[8 * block + lane]);
    p[0].lane[lane] = v.x;
    p[1].lane[lane] = v.y;
    p[2].lane[lane] = v.z;
  }
  return {wide::load(p[0].lane), wide::load(p[1].lane), wide::load(p[2].lane)};
}

HWY_INLINE wide::Points deform_linear_block(const VertexBlocks& blocks, std::size_t block,
                                            const PosedSkin& skin) {
  WideColumns sum;
  blend(blocks, block, [&](std::uint32_t joint, const Eight& weight, bool is_first) {
    sum.add(skin.joint(joint), weight, is_first);
  });
  return without_minus_zero(sum.of(rest_of_block(blocks, block, skin)));
}

/// The rotation centres of a block's vertices, and the blended images of these centres.
struct WideCenters {
  wide::Points center, moved;

  HWY_INLINE WideCenters(const VertexBlocks& blocks, std::size_t block, const PosedSkin& skin) {
    const VertexBlocks::Run* run = blocks.runs.data() + blocks.first_run[block];
    const VertexBlocks::Run* const end = blocks.runs.data() + blocks.first_run[block + 1];
    set_all(blocks, block, skin, run->joint_set);
    while (++run != end) {
      const WideCenters other(blocks, block, skin, run->joint_set);
      const Eight lanes = wide::load(kLaneNumbers.lane);
      const Eight before = wide::all(static_cast<float>(run->first_lane) - 0.5F);
      const auto replace = [&](Eight& old, const Eight& by) {
        old = wide::where_greater(lanes, before, by, old);
      };
      replace(center.x, other.center.x);
      replace(center.y, other.center.y);
      replace(center.z, other.center.z);
      replace(moved.x, other.moved.x);
      replace(moved.y, other.moved.y);
      replace(moved.z, other.moved.z);
    }
  }

 private:
  HWY_INLINE WideCenters(const VertexBlocks& blocks, std::size_t block, const PosedSkin& skin,
                         std::uint32_t set) {
    set_all(blocks, block, skin, set);
  }

  /// Sets all lanes as if all vertices belonged to `set`.
  HWY_INLINE void set_all(const VertexBlocks& blocks, std::size_t block, const PosedSkin& skin,
                          std::uint32_t set) {
    PosedSkin::SpareCenter spare;
    const Quad* image = skin.center(set, spare);
    center = {wide::all(image->lane[0]), wide::all(image->lane[1]), wide::all(image->lane[2])};
    std::uint32_t j = blocks.first_joint[block];
    bool is_first = true;
    for (const std::uint32_t joint : skin.skin().joint_sets().joints(set)) {
      // The block's joints are the union of the joints of its sets, ascending.
      while (blocks.joints[j] != joint) ++j;
      const Eight weight = wide::load(blocks.weights[j].lane);
      ++image;
      add_term(moved.x, weight, image->lane[0], is_first);
      add_term(moved.y, weight, image->lane[1], is_first);
      add_term(moved.z, weight, image->lane[2], is_first);
      is_first = false;
    }
  }

  static constexpr math::Float8 kLaneNumbers{{0, 1, 2, 3, 4, 5, 6, 7}};
};

inline wide::Points deform_rigid_block(const VertexBlocks& blocks, std::size_t block,
                                       const PosedSkin& skin) {
  const RigidPose& pose = skin.rigid();
  const bool spherical = skin.skinning() == Skinning::spherical;
  WideQuad q, d;
  bool rare = pose.stretches();
  blend(blocks, block, [&](std::uint32_t joint, const Eight& weight, bool is_first) {
    rare |= pose.twisted(joint);
    q.add(pose.rotation(joint), weight, is_first);
    if (!spherical) d.add(pose.dual(joint), weight, is_first);
  });
  const Eight square = ((q.x * q.x + q.y * q.y) + q.z * q.z) + q.w * q.w;
  rare |= !(wide::lowest(square) >= kLeastSquare);
  if (rare) return deform_singly(blocks, block, skin);

  const Eight twice = wide::all(2) / square;
  wide::Points p = rest_of_block(blocks, block, skin);
  const Eight scale = wide::all(pose.scale());
  p = {scale * p.x, scale * p.y, scale * p.z};
  if (spherical) {
    const auto [center, moved] = WideCenters(blocks, block, skin);
    const wide::Points arm = q.turned(twice, {p.x - center.x, p.y - center.y, p.z - center.z});
    return without_minus_zero({arm.x + moved.x, arm.y + moved.y, arm.z + moved.z});
  }
  const wide::Points arm = q.turned(twice, p);
  const wide::Points around = q.cross({d.x, d.y, d.z});
  const wide::Points t{(q.w * d.x - d.w * q.x) + around.x, (q.w * d.y - d.w * q.y) + around.y,
                       (q.w * d.z - d.w * q.z) + around.z};
  return without_minus_zero({arm.x + twice * t.x, arm.y + twice * t.y, arm.z + twice * t.z});
}

/// The posed vertices of a block: the same bits as those of Skin::deform().
HWY_INLINE wide::Points deform_block(const VertexBlocks& blocks, std::size_t block,
                                     const PosedSkin& skin) {
  return skin.skinning() == Skinning::linear ? deform_linear_block(blocks, block, skin)
                                             : deform_rigid_block(blocks, block, skin);
}

}  // namespace dermis::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
