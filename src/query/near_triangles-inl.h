// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_QUERY_NEAR_TRIANGLES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_QUERY_NEAR_TRIANGLES_INL_H
#undef DERMIS_QUERY_NEAR_TRIANGLES_INL_H
#else
#define DERMIS_QUERY_NEAR_TRIANGLES_INL_H
#endif

#include <bit>
#include <cmath>

#include "base/internals.h"
#include "collider/meshlets.h"
#include "math/eight-inl.h"
#include "query/character_state.h"
#include "query/nearest_so_far.h"
#include "query/triangle_slabs-inl.h"
#include "skinning/posed_skin.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;

/// A point whose distances to boxes are computed in single precision, eight at a time.
///
/// With u = 2⁻²⁴, each coordinate of the point is off by u |p|, and each difference by u times
/// itself. The square of the computed distance f takes four more roundings. So the true distance is
/// at least f (1 − 4u) − √3 u |p|, and a box not farther than D has f ≤ (D + 2u |p|) (1 + 8u).
class WidePoint {
 public:
  HWY_INLINE explicit WidePoint(const math::Vec3d& p)
      : p_{wide::all(static_cast<float>(p.x)), wide::all(static_cast<float>(p.y)),
           wide::all(static_cast<float>(p.z))},
        rounding_(2 * kUnit * (std::abs(p.x) + std::abs(p.y) + std::abs(p.z)) + kTiny) {}

  /// The squared distances to eight boxes; infinite for unused lanes.
  HWY_INLINE wide::Eight distance_sq(const math::Boxes8& boxes) const {
    const wide::Eight zero = wide::all(0);
    const wide::Eight dx = outside(p_.x, boxes, 0, zero);
    const wide::Eight dy = outside(p_.y, boxes, 1, zero);
    const wide::Eight dz = outside(p_.z, boxes, 2, zero);
    return (dx * dx + dy * dy) + dz * dz;
  }

  /// Bit i: box i may be within a distance whose limit_sq() is `limit_sq`.
  [[nodiscard]] HWY_INLINE unsigned within(float limit_sq, const math::Boxes8& boxes) const {
    return ~wide::Apart::where_greater(distance_sq(boxes), wide::all(limit_sq)).bits() & 255U;
  }

  /// Bit i: triangle i may be within `limit`.
  [[nodiscard]] HWY_INLINE unsigned within(double limit, const Slabs8& slabs) const {
    // Both terms of the squared distance are off by 8u |p|₁.
    const double most = limit + 8 * rounding_;
    const wide::Eight limit_sq = wide::all(static_cast<float>(most * most * (1 + 1e-5)));
    return ~wide::Apart::where_greater(query::HWY_NAMESPACE::distance_sq(slabs, p_), limit_sq)
                .bits() &
           255U;
  }

  /// An upper bound on the computed squared distance of boxes not farther than `limit`.
  [[nodiscard]] HWY_INLINE float limit_sq(double limit) const {
    const double most = (limit + rounding_) * (1 + 8 * kUnit);
    return static_cast<float>(most * most * (1 + 8 * kUnit));
  }

 private:
  static constexpr double kUnit = 0x1p-24;
  static constexpr double kTiny = 1e-18;  ///< squares of smaller differences may underflow to 0

  HWY_INLINE static wide::Eight outside(const wide::Eight& p, const math::Boxes8& boxes, int axis,
                                        const wide::Eight& zero) {
    return max(max(wide::load(boxes.low[axis]) - p, p - wide::load(boxes.high[axis])), zero);
  }

  wide::Points p_;
  double rounding_;
};

/// Whether `earlier` was found in these patches, and not in the patches of another method.
inline bool holds(const collider::Meshlets& all, const NearestSkin& earlier) {
  const auto [patch, slot] = Internals::hint(earlier.hint);
  return earlier.found() && patch < all.meshlets.size() && slot < all.triangles.size() &&
         slot / 8 - all.meshlets[patch].first_group < all.meshlets[patch].group_count &&
         all.triangles[slot].triangle == earlier.triangle;
}

/// The corners of a triangle for which holds() is true. Poses its patch.
template <class Search>
Corners corners_of(Search& search, const NearestSkin& earlier) {
  const auto [patch, slot] = Internals::hint(earlier.hint);
  const PosedMeshlet posed = search.pose(patch);
  const triangle::PackedTriangle& triangle = search.patches().triangles[slot];
  Corners corners;
  for (unsigned c = 0; c < 3; ++c) {
    const float* const row = triangle::row_of(posed.rows, triangle.corner[c]);
    corners[c] = {row[0], row[1], row[2]};
  }
  return corners;
}

/// Adds the triangle of an earlier result to `nearest`, if holds() is true for it.
template <class Search>
void look_again(Search& search, const NearestSkin& earlier, NearestSoFar& nearest,
                QueryStats& stats) {
  if (!holds(search.patches(), earlier)) return;
  const auto [patch, slot] = Internals::hint(earlier.hint);
  const auto [a, b, c] = corners_of(search, earlier);
  nearest.add({earlier.triangle, patch, slot}, a, b, c);
  nearest.pass_over(slot);
  ++stats.triangle_tests;
  ++stats.exact_tests;
}

/// The implementation of find_corners(). Triangles found by another method are posed one by one.
template <class Search>
void pose_again(Search& search, const skinning::PosedSkin& skin,
                std::span<const Triangle> triangles, std::span<const NearestSkin> earlier,
                std::span<Corners> now) {
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

/// Adds triangles of a posed body to a NearestSoFar, eight at a time.
class Shower {
 public:
  Shower(const collider::Meshlets& all, const TriangleSlabs& slabs, std::uint32_t epoch)
      : all_(all), slabs_(slabs), epoch_(epoch) {}

  /// Adds the triangles of a group whose boxes and whose slabs are both within the limit.
  HWY_INLINE void operator()(const PosedGroup& group, const WidePoint& point, float& limit_sq,
                             NearestSoFar& nearest, QueryStats& stats) {
    unsigned near = point.within(limit_sq, *group.boxes);
    if (nearest.passed_over() / 8 == group.index) near &= ~(1U << nearest.passed_over() % 8);
    if (near == 0) return;
    const PackedTriangle* const triangles = all_.triangles.data() + std::size_t{8} * group.index;
    near &=
        point.within(nearest.limit(), slabs_.get(group.index, epoch_, spare_, [&](Slabs8& slabs) {
          const auto corner = [&](unsigned c) {
            return wide::load_rows([&](std::size_t lane) {
              return triangle::row_of(group.rows, triangles[lane].corner[c]);
            });
          };
          make_slabs({corner(0), corner(1), corner(2)}, *group.boxes, slabs);
        }));
    for (; near != 0; near &= near - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(near));
      const PackedTriangle& triangle = triangles[lane];
      if (triangle.triangle == kNone) continue;
      const auto corner = [&](unsigned c) {
        const float* const row = triangle::row_of(group.rows, triangle.corner[c]);
        return Vec3{row[0], row[1], row[2]};
      };
      nearest.add({triangle.triangle, group.meshlet, 8 * group.index + lane}, corner(0), corner(1),
                  corner(2));
      ++stats.exact_tests;
    }
    limit_sq = point.limit_sq(nearest.limit());
  }

  /// The same for all groups of a meshlet.
  HWY_INLINE void operator()(std::uint32_t meshlet, const PosedMeshlet& posed,
                             const WidePoint& point, NearestSoFar& nearest, QueryStats& stats) {
    const collider::Meshlet& m = all_.meshlets[meshlet];
    stats.triangle_tests += m.triangle_count;
    float limit_sq = point.limit_sq(nearest.limit());
    for (std::uint32_t g = 0; g < m.group_count; ++g) {
      (*this)({posed.boxes + g, posed.rows, meshlet, m.first_group + g}, point, limit_sq, nearest,
              stats);
    }
  }

 private:
  using PackedTriangle = triangle::PackedTriangle;

  const collider::Meshlets& all_;
  const TriangleSlabs& slabs_;
  std::uint32_t epoch_;
  Slabs8 spare_;
};

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
