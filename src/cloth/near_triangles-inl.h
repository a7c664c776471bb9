// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_CLOTH_NEAR_TRIANGLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_CLOTH_NEAR_TRIANGLES_INL_H
#undef DERMIS_CLOTH_NEAR_TRIANGLES_INL_H
#else
#define DERMIS_CLOTH_NEAR_TRIANGLES_INL_H
#endif

#include <bit>
#include <cmath>

#include "bounds/meshlets.h"
#include "cloth/nearest_so_far.h"
#include "math/eight-inl.h"
#include "query/meshlet_cache.h"
#include "skinning/posed_skin.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::cloth::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

/// A point that boxes are measured from, eight at a time, in single precision.
///
/// With u = 2⁻²⁴, its coordinates are off by u |p| each, and a difference by u of itself. So with f
/// the computed distance, whose square takes four more roundings, the true one is at least
/// f (1 − 4u) − √3 u |p|, and what is not farther than D has f ≤ (D + 2u |p|) (1 + 8u).
class WidePoint {
 public:
  HWY_INLINE explicit WidePoint(const math::Vec3d& p)
      : x_(wide::all(static_cast<float>(p.x))),
        y_(wide::all(static_cast<float>(p.y))),
        z_(wide::all(static_cast<float>(p.z))),
        rounding_(2 * kUnit * (std::abs(p.x) + std::abs(p.y) + std::abs(p.z))) {}

  /// The squared distances to eight boxes; infinite to what is none.
  HWY_INLINE wide::Eight distance_sq(const math::Boxes8& boxes) const {
    const wide::Eight zero = wide::all(0);
    const wide::Eight dx = outside(x_, boxes, 0, zero);
    const wide::Eight dy = outside(y_, boxes, 1, zero);
    const wide::Eight dz = outside(z_, boxes, 2, zero);
    return (dx * dx + dy * dy) + dz * dz;
  }

  /// What a squared distance is at most where the true distance is not more than `limit`.
  [[nodiscard]] HWY_INLINE float limit_sq(double limit) const {
    const double most = (limit + rounding_) * (1 + 8 * kUnit);
    return static_cast<float>(most * most * (1 + 8 * kUnit));
  }

 private:
  static constexpr double kUnit = 0x1p-24;

  HWY_INLINE static wide::Eight outside(const wide::Eight& p, const math::Boxes8& boxes, int axis,
                                        const wide::Eight& zero) {
    return max(max(wide::load(boxes.low[axis]) - p, p - wide::load(boxes.high[axis])), zero);
  }

  wide::Eight x_, y_, z_;
  double rounding_;
};

/// Whether what was found is in these patches, and not in those of another search.
inline bool holds(const bounds::Meshlets& all, const NearestSkin& earlier) {
  return earlier.found() && earlier.patch < all.meshlets.size() &&
         earlier.slot < all.triangles.size() &&
         earlier.slot / 8 - all.meshlets[earlier.patch].first_group <
             all.meshlets[earlier.patch].group_count &&
         all.triangles[earlier.slot].triangle == earlier.triangle;
}

/// The corners of a triangle that a search holds, from its patches, which it poses.
template <class Search>
std::array<Vec3, 3> corners_of(Search& search, const NearestSkin& earlier) {
  const query::PosedMeshlet posed = search.pose(earlier.patch);
  const bounds::MeshletTriangle& triangle = search.patches().triangles[earlier.slot];
  std::array<Vec3, 3> corners;
  for (unsigned c = 0; c < 3; ++c) {
    const float* const row = bounds::row_of(posed.rows, triangle.corner[c]);
    corners[c] = {row[0], row[1], row[2]};
  }
  return corners;
}

/// Shows `nearest` what was found before, if the search holds it.
template <class Search>
void look_again(Search& search, const NearestSkin& earlier, NearestSoFar& nearest,
                SkinSearchStats& stats) {
  if (!holds(search.patches(), earlier)) return;
  const auto [a, b, c] = corners_of(search, earlier);
  nearest.add({earlier.triangle, earlier.patch, earlier.slot}, a, b, c);
  ++stats.triangle_tests;
  ++stats.exact_tests;
}

/// SkinSearch::corners(): of what the search does not hold, one by one.
template <class Search>
void pose_again(Search& search, const skinning::PosedSkin& skin,
                std::span<const Triangle> triangles, std::span<const NearestSkin> earlier,
                std::span<std::array<Vec3, 3>> now) {
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    if (holds(search.patches(), earlier[i])) {
      now[i] = corners_of(search, earlier[i]);
    } else if (earlier[i].triangle < triangles.size()) {
      const Triangle& t = triangles[earlier[i].triangle];
      now[i] = {skin.vertex(t[0]), skin.vertex(t[1]), skin.vertex(t[2])};
    }
  }
}

/// Shows all triangles of a posed meshlet whose boxes are within the limit to `nearest`.
HWY_INLINE void look_at_meshlet(const bounds::Meshlets& all, std::uint32_t meshlet,
                                const query::PosedMeshlet& posed, const WidePoint& point,
                                NearestSoFar& nearest, SkinSearchStats& stats) {
  const bounds::Meshlet& m = all.meshlets[meshlet];
  stats.triangle_tests += m.triangle_count;
  float limit_sq = point.limit_sq(nearest.limit());
  for (std::uint32_t g = 0; g < m.group_count; ++g) {
    const wide::Eight distance_sq = point.distance_sq(posed.boxes[g]);
    unsigned near = ~wide::Apart::where_greater(distance_sq, wide::all(limit_sq)).bits() & 255U;
    if (near == 0) continue;
    alignas(32) float apart_sq[8];
    wide::store(distance_sq, apart_sq);
    for (; near != 0; near &= near - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
      if (apart_sq[lane] > limit_sq) continue;
      const std::uint32_t slot = 8 * (m.first_group + g) + lane;
      const bounds::MeshletTriangle& triangle = all.triangles[slot];
      if (triangle.triangle == kNone) continue;
      const auto corner = [&](unsigned c) {
        const float* const row = bounds::row_of(posed.rows, triangle.corner[c]);
        return Vec3{row[0], row[1], row[2]};
      };
      nearest.add({triangle.triangle, meshlet, slot}, corner(0), corner(1), corner(2));
      limit_sq = point.limit_sq(nearest.limit());
      ++stats.exact_tests;
    }
  }
}

}  // namespace dermis::cloth::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
