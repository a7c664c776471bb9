// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/limb_contacts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/float_mode.h"
#include "dermis/query/find_pairs.h"
#include "limbs/contact_points.h"
#include "limbs/hull_overlap.h"
#include "limbs/limb_cache.h"
#include "limbs/segment.h"
#include "limbs/surface_contact.h"
#include "limbs/volume_estimate.h"
#include "math/nearest_on_triangle.h"

namespace dermis {

namespace {

using limbs::LimbCache;
using limbs::LimbData;
using limbs::PosedLimb;
using math::Vec3d;

std::pair<std::uint32_t, std::uint32_t> limbs_of(const LimbContact& contact) {
  return {contact.limb_a, contact.limb_b};
}

/// The triangle of a limb that is nearest to a place on its surface and faces a direction. If the
/// limb has many triangles, only those around the vertex nearest to the place are considered.
std::uint32_t triangle_near(const LimbData& data, std::uint32_t limb,
                            std::span<const Vec3> vertices, const Vec3d& place,
                            const Vec3d& facing) {
  constexpr std::size_t kFew = 64;
  const auto& triangles = data.local_triangles[limb];
  std::uint32_t nearest = 0;
  double least = HUGE_VAL;
  for (std::uint32_t v = 0; triangles.size() > kFew && v < vertices.size(); ++v) {
    if (const double d = length(math::to_double(vertices[v]) - place); d < least) {
      least = d;
      nearest = v;
    }
  }
  std::uint32_t best = kNone;
  least = HUGE_VAL;
  for (std::size_t t = 0; t < triangles.size(); ++t) {
    const auto& [a, b, c] = triangles[t];
    if (triangles.size() > kFew && a != nearest && b != nearest && c != nearest) continue;
    const Vec3d corners[3] = {math::to_double(vertices[a]), math::to_double(vertices[b]),
                              math::to_double(vertices[c])};
    const Vec3d along = corners[1] - corners[0];
    const Vec3d normal = normalized(cross(along, corners[2] - corners[0]));
    // On an edge, several triangles are equally near. Prefer the one that faces the direction.
    const double away = 1e-3 * length(along) * (1 - dot(normal, facing));
    const auto on_triangle = math::nearest_on_triangle(place, corners[0], corners[1], corners[2]);
    const double d = std::sqrt(on_triangle.distance_sq) + away;
    if (d < least) {
      least = d;
      best = data.triangles[limb][t];
    }
  }
  return best;
}

class LimbQueryRun {
 public:
  LimbQueryRun(const Character& a, const Character& b, const LimbContactOptions& options,
               LimbContacts& result)
      : character_a_(a),
        character_b_(b),
        a_(limbs::limbs_of(a)),
        b_(limbs::limbs_of(b)),
        options_(options),
        result_(result) {
    result_.contacts.clear();
    result_.pairs.clear();
    result_.stats = {};
  }

  void run() {
    if (!overlap(state_of(character_a_).root_box, state_of(character_b_).root_box)) {
      return;
    }
    find_overlapping_bounds();
    const bool scenery_a = a_.shape().scenery;
    const bool scenery_b = b_.shape().scenery;
    if (options_.detail != LimbDetail::bounds && !(scenery_a && scenery_b)) {
      if (scenery_a || scenery_b) {
        touch_scenery();
      } else {
        for (LimbContact& contact : result_.contacts) look_at(contact);
      }
    }
    if (options_.detail == LimbDetail::exact && !result_.contacts.empty()) find_triangles();
  }

 private:
  void find_overlapping_bounds() {
    const auto of_a = a_.bounds();
    const auto of_b = b_.bounds();
    const LimbData& data_a = a_.data();
    const LimbData& data_b = b_.data();
    for (std::uint32_t i = 0; i < of_a.size(); ++i) {
      if (data_a.vertices[i].empty()) continue;
      for (std::uint32_t j = 0; j < of_b.size(); ++j) {
        if (data_b.vertices[j].empty() || (options_.filter && !options_.filter(i, j))) continue;
        ++result_.stats.limb_tests;
        if (!overlap(of_a[i], of_b[j])) continue;
        LimbContact& contact = result_.contacts.emplace_back();
        contact.limb_a = i;
        contact.limb_b = j;
      }
    }
  }

  /// The direction from the bound of limb a to that of limb b, unit length.
  [[nodiscard]] Vec3d between(const LimbContact& contact) const {
    const auto [on_a, on_b] = limbs::nearest_points(limbs::Segment(a_.bounds()[contact.limb_a]),
                                                    limbs::Segment(b_.bounds()[contact.limb_b]));
    const Vec3d way = normalized(on_b - on_a);
    return dot(way, way) > 0.5 ? way : Vec3d{0, 1, 0};
  }

  void look_at(LimbContact& contact) {
    const PosedLimb& limb_a = a_.limb(contact.limb_a, result_.stats);
    const PosedLimb& limb_b = b_.limb(contact.limb_b, result_.stats);
    const auto overlapping = limbs::hull_overlap(limb_a.cloud, limb_b.cloud, between(contact),
                                                 result_.stats.support_points);
    // A limb is inside its hull, so there is no contact if the hulls are apart. A depth of 0 or
    // less is rounding.
    if (!overlapping || !(overlapping->depth > 0)) return;
    contact.depth = static_cast<float>(overlapping->depth);
    contact.normal = math::to_float(overlapping->normal);
    const Vec3d at = 0.5 * (overlapping->on_a + overlapping->on_b);
    contact.at = math::to_float(at);
    limbs::find_contact_points(limb_a.vertices, limb_b.vertices, *overlapping, contact);
    const LimbData& data_a = a_.data();
    const LimbData& data_b = b_.data();
    contact.triangle_a = triangle_near(data_a, contact.limb_a, limb_a.vertices, overlapping->on_a,
                                       overlapping->normal);
    contact.triangle_b = triangle_near(data_b, contact.limb_b, limb_b.vertices, overlapping->on_b,
                                       -1 * overlapping->normal);
    contact.side_a = data_a.shape.triangle_sides[contact.triangle_a];
    contact.side_b = data_b.shape.triangle_sides[contact.triangle_b];
    if (!options_.volumes) return;
    contact.a_in_b = turned(estimate(limb_a, b_, contact.limb_b, limb_b));
    // As in Listing 3: the second estimate only if the first has a contact.
    if (contact.a_in_b.merged == 0) return;
    contact.b_in_a = estimate(limb_b, a_, contact.limb_a, limb_a);
  }

  /// One of the two is scenery. Tests each limb against all pieces near it at once.
  void touch_scenery() {
    const bool turned_round = a_.shape().scenery;
    const LimbCache& character = turned_round ? b_ : a_;
    const LimbCache& scenery = turned_round ? a_ : b_;
    const auto turn_round = [&] {
      if (!turned_round) return;
      for (LimbContact& contact : result_.contacts) contact = contact.reversed();
    };
    turn_round();
    for (std::uint32_t limb = 0; limb < character.shape().limbs.size(); ++limb) {
      std::vector<LimbContact*> near;
      for (LimbContact& contact : result_.contacts) {
        if (contact.limb_a == limb) near.push_back(&contact);
      }
      if (!near.empty()) touch_pieces(character, limb, scenery, near);
    }
    turn_round();
  }

  void touch_pieces(const LimbCache& character, std::uint32_t limb, const LimbCache& scenery,
                    std::span<LimbContact* const> contacts) {
    const LimbData& ground = scenery.data();
    const PosedLimb& posed = character.limb(limb, result_.stats);
    std::vector<limbs::SurfacePiece> pieces;
    for (LimbContact* const contact : contacts) {
      pieces.push_back({scenery.limb(contact->limb_b, result_.stats).vertices,
                        ground.local_triangles[contact->limb_b], contact});
    }
    limbs::find_surface_contacts(posed.vertices, pieces);
    const auto touches = [](const LimbContact* c) { return c->depth > 0; };
    const bool any = std::ranges::any_of(contacts, touches);
    for (LimbContact* const contact : contacts) {
      if (contact->depth > 0) {
        contact->triangle_b = ground.triangles[contact->limb_b][contact->triangle_b];
      }
      if (options_.volumes || !any) {
        const PosedLimb& piece = scenery.limb(contact->limb_b, result_.stats);
        contact->a_in_b = turned(estimate(posed, scenery, contact->limb_b, piece));
      }
      // No vertex is below the surface, but an edge or a peak of it may reach between vertices. The
      // volumes decide.
      if (!any && contact->a_in_b.merged > 0) {
        contact->depth = contact->a_in_b.depth;
        contact->normal = contact->a_in_b.normal;
        contact->at = contact->a_in_b.at;
        contact->points[0] = {contact->at, contact->depth};
        contact->point_count = 1;
        contact->triangle_b = contact->a_in_b.triangle;
      }
      if (contact->depth > 0) name_sides(*contact, character, posed, ground);
    }
  }

  static void name_sides(LimbContact& contact, const LimbCache& character, const PosedLimb& posed,
                         const LimbData& ground) {
    const LimbData& data = character.data();
    contact.side_b = ground.shape.triangle_sides[contact.triangle_b];
    contact.triangle_a =
        triangle_near(data, contact.limb_a, posed.vertices, math::to_double(contact.at),
                      math::to_double(contact.normal));
    contact.side_a = data.shape.triangle_sides[contact.triangle_a];
  }

  /// The estimate with its normal reversed: the way out for the other limb.
  static VolumeEstimate turned(VolumeEstimate estimate) {
    const Vec3& n = estimate.normal;
    estimate.normal = {-n.x, -n.y, -n.z};
    return estimate;
  }

  VolumeEstimate estimate(const PosedLimb& of, const LimbCache& against, std::uint32_t other,
                          const PosedLimb& posed_other) {
    const LimbData& data = against.data();
    VolumeEstimate result = limbs::estimate(
        of.volumes, posed_other.vertices, data.local_triangles[other], result_.stats.volume_tests);
    if (result.triangle != kNone) result.triangle = data.triangles[other][result.triangle];
    return result;
  }

  /// Finds all pairs of triangles, in the order of their limbs.
  void find_triangles() {
    static thread_local std::vector<TrianglePair> found;
    result_.stats += find_pairs(character_a_, character_b_, found);
    const auto& limbs_a = a_.shape().triangle_limbs;
    const auto& limbs_b = b_.shape().triangle_limbs;
    const auto limbs_of_pair = [&](const TrianglePair& pair) {
      return std::pair(limbs_a[pair.a], limbs_b[pair.b]);
    };
    std::ranges::sort(
        found, {}, [&](const TrianglePair& pair) { return std::pair(limbs_of_pair(pair), pair); });
    for (LimbContact& contact : result_.contacts) {
      const auto range = std::ranges::equal_range(found, limbs_of(contact), {}, limbs_of_pair);
      contact.first_pair = static_cast<std::uint32_t>(result_.pairs.size());
      contact.pair_count = static_cast<std::uint32_t>(range.size());
      result_.pairs.insert(result_.pairs.end(), range.begin(), range.end());
    }
  }

  const Character& character_a_;
  const Character& character_b_;
  const LimbCache& a_;
  const LimbCache& b_;
  const LimbContactOptions& options_;
  LimbContacts& result_;
};

}  // namespace

LimbContact LimbContact::reversed() const {
  const auto turned = [](const Vec3& n) { return Vec3{-n.x, -n.y, -n.z}; };
  LimbContact result = *this;
  std::swap(result.limb_a, result.limb_b);
  std::swap(result.triangle_a, result.triangle_b);
  std::swap(result.side_a, result.side_b);
  std::swap(result.a_in_b, result.b_in_a);
  result.normal = turned(normal);
  result.a_in_b.normal = turned(result.a_in_b.normal);
  result.b_in_a.normal = turned(result.b_in_a.normal);
  return result;
}

LimbContacts find_limb_contacts(const Character& a, const Character& b,
                                const LimbContactOptions& options) {
  LimbContacts result;
  static_cast<void>(find_limb_contacts(a, b, result, options));
  return result;
}

QueryStats find_limb_contacts(const Character& a, const Character& b, LimbContacts& result,
                              const LimbContactOptions& options) {
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running_a(a);
  const query::RunningQuestion running_b(b);
  LimbQueryRun(a, b, options, result).run();
  return result.stats;
}

}  // namespace dermis
