// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_QUERY_DEFORM_MESHLET_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_QUERY_DEFORM_MESHLET_INL_H
#undef DERMIS_QUERY_DEFORM_MESHLET_INL_H
#else
#define DERMIS_QUERY_DEFORM_MESHLET_INL_H
#endif

#include <limits>

#include "collider/meshlets.h"
#include "math/eight-inl.h"
#include "skinning/deform_block-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

/// Poses a meshlet. Writes its vertices to `rows`, four floats each, the boxes of its triangles to
/// `boxes`, and the box around all of them to `box`.
inline void deform_meshlet(const collider::Meshlets& all, const collider::Meshlet& meshlet,
                           const skinning::PosedSkin& skin, float* rows, math::Boxes8* boxes,
                           math::Box& box) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const wide::Eight most = wide::all(kInfinity);
  const wide::Eight least = wide::all(-kInfinity);
  wide::Points low{most, most, most};
  wide::Points high{least, least, least};
  for (std::size_t i = 0; i < meshlet.block_count; ++i) {
    const wide::Points p =
        skinning::HWY_NAMESPACE::deform_block(all.vertices, meshlet.first_block + i, skin);
    wide::store_rows(p.x, p.y, p.z, wide::all(0), rows + 32 * i);
    low = {min(low.x, p.x), min(low.y, p.y), min(low.z, p.z)};
    high = {max(high.x, p.x), max(high.y, p.y), max(high.z, p.z)};
  }
  box = {{wide::lowest(low.x), wide::lowest(low.y), wide::lowest(low.z)},
         {wide::highest(high.x), wide::highest(high.y), wide::highest(high.z)}};

  for (std::size_t g = 0; g < meshlet.group_count; ++g) {
    const triangle::PackedTriangle* const group =
        all.triangles.data() + 8 * (meshlet.first_group + g);
    const auto corner = [=](unsigned c) {
      return wide::load_rows(
          [=](std::size_t lane) { return triangle::row_of(rows, group[lane].corner[c]); });
    };
    const wide::Points a = corner(0);
    const wide::Points b = corner(1);
    const wide::Points c = corner(2);
    wide::store(min(min(a.x, b.x), c.x), boxes[g].low[0]);
    wide::store(min(min(a.y, b.y), c.y), boxes[g].low[1]);
    wide::store(min(min(a.z, b.z), c.z), boxes[g].low[2]);
    wide::store(max(max(a.x, b.x), c.x), boxes[g].high[0]);
    wide::store(max(max(a.y, b.y), c.y), boxes[g].high[1]);
    wide::store(max(max(a.z, b.z), c.z), boxes[g].high[2]);
  }
  for (std::size_t i = meshlet.triangle_count; i < std::size_t{8} * meshlet.group_count; ++i) {
    boxes[i / 8].set(i % 8, math::Box::empty());
  }
}

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
