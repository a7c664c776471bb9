// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "dermis/base/none.h"
#include "dermis/base/query_stats.h"
#include "dermis/limbs/limbs.h"
#include "dermis/triangle/pairs.h"

namespace dermis {

/// The detail that find_limb_contacts() computes. `limbs` includes `bounds`; `exact` includes both.
enum class LimbDetail {
  bounds,  ///< the limbs whose bounds overlap
  limbs,   ///< also depths, normals and contact points of these limbs
  exact,   ///< also the pairs of triangles that share a point
};

/// A place where two limbs touch, in the form that physics engines expect.
struct ContactPoint {
  Vec3 at;          ///< in world space
  float depth = 0;  ///< metres
  friend bool operator==(const ContactPoint&, const ContactPoint&) = default;
};

/// A depth estimated as in paper 4 (docs/papers.md): the volumes of one limb against the triangles
/// of the other, all contacts merged. The normal can point the wrong way if a volume is so deep
/// that its axis is behind the other limb's surface.
struct VolumeEstimate {
  Vec3 at;                         ///< mean of the contacts, weighted by depth
  Vec3 normal;                     ///< as LimbContact::normal
  float depth = 0;                 ///< the largest depth, metres
  std::uint32_t merged = 0;        ///< number of merged contacts
  std::uint32_t triangle = kNone;  ///< the other character's, at the largest depth
};

/// The contact of two limbs.
struct LimbContact {
  std::uint32_t limb_a = 0, limb_b = 0;  ///< indices into CollideShape::limbs
  /// The depth by which the convex hulls of the limbs overlap, in metres: the shortest distance to
  /// move the second limb along `normal` until the hulls no longer overlap. For round limbs deep
  /// inside each other, it can be 0.2 % too large. It is 0 if the hulls do not overlap, if the
  /// detail is `bounds`, or if both objects are scenery.
  ///
  /// If exactly one object is scenery, hulls are not used. The depth is then that of the limb's
  /// deepest vertex below the nearest triangle of the scenery. Vertices deeper than the longest
  /// side of the limb's box do not count. If no vertex of the limb is below a triangle of any piece
  /// of the scenery (see make_scenery()), the depth is that of the volume estimate. It is then 0
  /// for a limb without volumes.
  float depth = 0;
  Vec3 normal;  ///< unit length, from the first limb to the second; zero if `depth` is 0
  Vec3 at;      ///< the middle of the overlap
  std::array<ContactPoint, 4> points{};  ///< corners of the overlap, the deepest first
  std::uint32_t point_count = 0;         ///< number of valid elements of `points`
  std::uint32_t triangle_a = kNone, triangle_b = kNone;  ///< the triangles next to `at`
  /// The sides of these triangles. `side_a` is valid if `triangle_a` is not kNone, `side_b` if
  /// `triangle_b` is not kNone.
  LimbSide side_a{}, side_b{};
  /// Estimates from volumes of a against triangles of b (a_in_b), and the reverse (b_in_a).
  ///
  /// - Without scenery: estimates are computed only with LimbContactOptions::volumes. `a_in_b` is
  ///   computed only if LimbContact::depth is above 0, and `b_in_a` only if `a_in_b` has a merged
  ///   contact, too.
  /// - If one object is scenery: only the volumes of the limb that is not scenery are tested. This
  ///   estimate is computed with LimbContactOptions::volumes, and without that option if no vertex
  ///   of that limb is below the surface.
  VolumeEstimate a_in_b, b_in_a;
  /// Range in LimbContacts::pairs. Empty unless the detail is `exact`; see also
  /// WorldContact::limbs.
  std::uint32_t first_pair = 0, pair_count = 0;

  /// The same contact with the two limbs exchanged. The range of pairs stays: TrianglePair::a in it
  /// still belongs to the first character of the question.
  [[nodiscard]] LimbContact reversed() const;
};

/// The answer of find_limb_contacts().
struct LimbContacts {
  std::vector<LimbContact> contacts;  ///< sorted by limb_a, then limb_b
  /// With LimbDetail::exact: the pairs of find_pairs() whose limbs the filter accepts, in the order
  /// of the contacts.
  std::vector<TrianglePair> pairs;
  QueryStats stats;  ///< the work it took
};

/// Options of find_limb_contacts().
struct LimbContactOptions {
  LimbDetail detail = LimbDetail::exact;  ///< less detail takes less time
  /// Returns whether to consider a pair of limbs. Empty: all pairs. Called on the calling thread.
  std::function<bool(std::uint32_t limb_a, std::uint32_t limb_b)> filter = {};
  /// Also compute VolumeEstimates, which take most of the time.
  bool volumes = false;
};

/// All pairs of limbs of two characters whose limb_bounds() overlap and that the filter accepts.
/// The limbs of a pair need not touch: see LimbContact::depth and pair_count. Limbs without
/// triangles are left out. The result is empty if the boxes around the two characters do not
/// overlap. Without a filter, the result contains the limbs of every pair of triangles that share a
/// point. Runs on the calling thread.
LimbContacts find_limb_contacts(const Character& a, const Character& b,
                                const LimbContactOptions& options = {});
/// The same with your own result, whose memory is used again. It is cleared first. Returns
/// `result.stats`.
QueryStats find_limb_contacts(const Character& a, const Character& b, LimbContacts& result,
                              const LimbContactOptions& options = {});

}  // namespace dermis
