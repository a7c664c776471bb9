// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dermis/limbs/limb_character.h"
#include "dermis/query/contacts.h"

namespace dermis {

/// How much is asked about two that come near each other.
enum class LimbDetail {
  bounds,  ///< which limbs' bounds overlap, and nothing else
  limbs,   ///< of these, depths, and what volumes of one limb do to triangles of the other
  exact,   ///< and which triangles meet
};

/// A place where two limbs touch, as physics engines want it.
struct ContactPoint {
  Vec3 at;
  float depth = 0;
  friend bool operator==(const ContactPoint&, const ContactPoint&) = default;
};

/// The papers' estimate: volumes of one limb against triangles of the other, all contacts merged.
struct VolumeEstimate {
  Vec3 at;
  Vec3 normal;      ///< as below
  float depth = 0;  ///< of the deepest
  std::uint32_t contacts = 0;
  std::uint32_t triangle = kNone;  ///< of the deepest, of the other character
};

/// Two limbs that are in each other's way.
struct LimbContact {
  std::uint32_t limb_a = 0, limb_b = 0;
  /// How far the hulls of the two limbs overlap: so far the second must go along the normal to be
  /// free. There is no shorter way, but for about 0.2 % of round limbs that are deep in each other.
  /// 0: they do not overlap, only their bounds do. Of scenery: how far the deepest vertex is below
  /// the nearest triangle.
  float depth = 0;
  Vec3 normal;                           ///< of unit length; of depth 0, none
  Vec3 at;                               ///< in the middle of the overlap
  std::array<ContactPoint, 4> points{};  ///< corners of the overlap; the deepest is the first
  std::uint32_t point_count = 0;
  /// The triangles next to `at`, and which sides of the limbs they are on.
  std::uint32_t triangle_a = kNone, triangle_b = kNone;
  LimbSide side_a{}, side_b{};
  VolumeEstimate a_in_b, b_in_a;  ///< volumes of a against triangles of b, and the other way round
  std::uint32_t first_pair = 0, pair_count = 0;  ///< in LimbContacts::pairs: triangles that meet

  [[nodiscard]] LimbContact reversed() const;
};

struct LimbStats {
  std::uint64_t bound_tests = 0;
  std::uint64_t vertices_deformed = 0;  ///< of limbs, beside those of QueryStats
  std::uint64_t volume_tests = 0;       ///< of a volume and a triangle
  std::uint64_t supports = 0;           ///< farthest points of limbs that were looked for
  QueryStats query;

  LimbStats& operator+=(const LimbStats& other);
};

struct LimbContacts {
  std::vector<LimbContact> contacts;  ///< sorted by limbs
  /// With LimbDetail::exact: what find_all() finds, in the order of the contacts.
  std::vector<TrianglePair> pairs;
  LimbStats stats;
};

struct LimbQuery {
  LimbDetail detail = LimbDetail::exact;
  /// Which limbs count; without it, all.
  std::function<bool(std::uint32_t limb_a, std::uint32_t limb_b)> filter = {};
  bool volumes = false;  ///< with estimates, which take longest
};

/// All pairs of limbs whose bounds overlap. Whatever triangles meet, their limbs are among them.
LimbContacts find_limb_contacts(const LimbCharacter& a, const LimbCharacter& b,
                                const LimbQuery& query = {});

}  // namespace dermis
