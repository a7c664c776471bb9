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
#include "cloth/triangle_slabs-inl.h"
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
      : p_{wide::all(static_cast<float>(p.x)), wide::all(static_cast<float>(p.y)),
           wide::all(static_cast<float>(p.z))},
        rounding_(2 * kUnit * (std::abs(p.x) + std::abs(p.y) + std::abs(p.z)) + kTiny) {}

  /// The squared distances to eight boxes; infinite to what is none.
  HWY_INLINE wide::Eight distance_sq(const math::Boxes8& boxes) const {
    const wide::Eight zero = wide::all(0);
    const wide::Eight dx = outside(p_.x, boxes, 0, zero);
    const wide::Eight dy = outside(p_.y, boxes, 1, zero);
    const wide::Eight dz = outside(p_.z, boxes, 2, zero);
    return (dx * dx + dy * dy) + dz * dz;
  }

  /// Bit i: the i-th box may be within a distance, by limit_sq() of it.
  [[nodiscard]] HWY_INLINE unsigned within(float limit_sq, const math::Boxes8& boxes) const {
    return ~wide::Apart::where_greater(distance_sq(boxes), wide::all(limit_sq)).bits() & 255U;
  }

  /// Bit i: the i-th triangle may be within the limit.
  [[nodiscard]] HWY_INLINE unsigned within(double limit, const Slabs8& slabs) const {
    // Both parts of the square of the distance are off by 8u |p|₁.
    const double most = limit + 8 * rounding_;
    const wide::Eight limit_sq = wide::all(static_cast<float>(most * most * (1 + 1e-5)));
    return ~wide::Apart::where_greater(cloth::HWY_NAMESPACE::distance_sq(slabs, p_), limit_sq)
                .bits() &
           255U;
  }

  /// What a squared distance is at most where the true distance is not more than `limit`.
  [[nodiscard]] HWY_INLINE float limit_sq(double limit) const {
    const double most = (limit + rounding_) * (1 + 8 * kUnit);
    return static_cast<float>(most * most * (1 + 8 * kUnit));
  }

 private:
  static constexpr double kUnit = 0x1p-24;
  static constexpr double kTiny = 1e-18;  ///< squares of what is smaller are rounded to nothing

  HWY_INLINE static wide::Eight outside(const wide::Eight& p, const math::Boxes8& boxes, int axis,
                                        const wide::Eight& zero) {
    return max(max(wide::load(boxes.low[axis]) - p, p - wide::load(boxes.high[axis])), zero);
  }

  wide::Points p_;
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
  nearest.pass_over(earlier.slot);
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

/// Eight triangles of a posed meshlet.
struct PosedGroup {
  const math::Boxes8* boxes;
  const float* rows;  ///< the meshlet's vertices
  std::uint32_t meshlet, index;
};

/// Shows triangles of a posed body to a NearestSoFar, eight at a time.
class Shower {
 public:
  Shower(const bounds::Meshlets& all, const TriangleSlabs& slabs) : all_(all), slabs_(slabs) {}

  /// Those of a group whose boxes are within the limit, and the planes around them, too.
  HWY_INLINE void operator()(const PosedGroup& group, const WidePoint& point, float& limit_sq,
                             NearestSoFar& nearest, SkinSearchStats& stats) {
    unsigned near = point.within(limit_sq, *group.boxes);
    if (nearest.passed_over() / 8 == group.index) near &= ~(1U << nearest.passed_over() % 8);
    if (near == 0) return;
    const MeshletTriangle* const triangles = all_.triangles.data() + std::size_t{8} * group.index;
    near &= point.within(nearest.limit(), slabs_.get(group.index, spare_, [&](Slabs8& slabs) {
      const auto corner = [&](unsigned c) {
        return wide::load_rows([&](std::size_t lane) {
          return bounds::row_of(group.rows, triangles[lane].corner[c]);
        });
      };
      make_slabs({corner(0), corner(1), corner(2)}, *group.boxes, slabs);
    }));
    for (; near != 0; near &= near - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
      const MeshletTriangle& triangle = triangles[lane];
      if (triangle.triangle == kNone) continue;
      const auto corner = [&](unsigned c) {
        const float* const row = bounds::row_of(group.rows, triangle.corner[c]);
        return Vec3{row[0], row[1], row[2]};
      };
      nearest.add({triangle.triangle, group.meshlet, 8 * group.index + lane}, corner(0), corner(1),
                  corner(2));
      ++stats.exact_tests;
    }
    limit_sq = point.limit_sq(nearest.limit());
  }

  /// The same of all groups of a meshlet.
  HWY_INLINE void operator()(std::uint32_t meshlet, const query::PosedMeshlet& posed,
                             const WidePoint& point, NearestSoFar& nearest,
                             SkinSearchStats& stats) {
    const bounds::Meshlet& m = all_.meshlets[meshlet];
    stats.triangle_tests += m.triangle_count;
    float limit_sq = point.limit_sq(nearest.limit());
    for (std::uint32_t g = 0; g < m.group_count; ++g) {
      (*this)({posed.boxes + g, posed.rows, meshlet, m.first_group + g}, point, limit_sq, nearest,
              stats);
    }
  }

 private:
  using MeshletTriangle = bounds::MeshletTriangle;

  const bounds::Meshlets& all_;
  const TriangleSlabs& slabs_;
  Slabs8 spare_;
};

}  // namespace dermis::cloth::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
