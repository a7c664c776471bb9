// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/surface_contact.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "limbs/corners_of_overlap.h"
#include "math/box.h"
#include "math/nearest_on_triangle.h"

namespace dermis::limbs {

namespace {

using math::Vec3d;

struct Facet {
  Vec3d corners[3];
  Vec3d normal;
  std::size_t piece = 0;
  std::uint32_t index = 0;  ///< index in the piece's triangles
};

/// The facets whose boxes overlap `box`. Only these can be the nearest to a vertex of the limb.
std::vector<Facet> facets_near(const math::Box& box, std::span<const SurfacePiece> pieces) {
  std::vector<Facet> facets;
  for (std::size_t p = 0; p < pieces.size(); ++p) {
    for (std::uint32_t t = 0; t < pieces[p].triangles.size(); ++t) {
      math::Box around = math::Box::empty();
      Facet facet;
      for (std::size_t i = 0; i < 3; ++i) {
        const Vec3& corner = pieces[p].vertices[pieces[p].triangles[t][i]];
        around.include(corner);
        facet.corners[i] = math::to_double(corner);
      }
      if (!overlap(box, around)) continue;
      facet.normal = normalized(
          cross(facet.corners[1] - facet.corners[0], facet.corners[2] - facet.corners[0]));
      facet.piece = p;
      facet.index = t;
      if (dot(facet.normal, facet.normal) > 0.5) facets.push_back(facet);
    }
  }
  return facets;
}

/// The nearest facet, and the height of the point in front of it. On an edge several facets are
/// equally near. The one with the largest height, in front or behind, tells the side of the point.
struct Nearest {
  const Facet* facet = nullptr;
  double distance = HUGE_VAL;
  double front = 0;

  void consider(const Facet& other, const Vec3d& p) {
    const double plane = dot(p - other.corners[0], other.normal);
    if (std::abs(plane) > distance * (1 + 1e-9)) return;
    const auto& [a, b, c] = other.corners;
    const Vec3d off = p - math::nearest_on_triangle(p, a, b, c).point;
    const double far = length(off);
    if (far > distance * (1 + 1e-9)) return;
    const double ahead = dot(off, other.normal);
    if (far < distance * (1 - 1e-9) || std::abs(ahead) > std::abs(front)) {
      facet = &other;
      front = ahead;
    }
    distance = std::min(distance, far);
  }
};

/// The vertices below one piece.
struct Below {
  std::vector<DeepPoint> points;
  const Facet* deepest = nullptr;
  double depth = 0;
  Vec3d at;
};

}  // namespace

void find_surface_contacts(std::span<const Vec3> limb, std::span<const SurfacePiece> pieces) {
  math::Box box = math::Box::empty();
  for (const Vec3& v : limb) box.include(v);
  if (limb.empty()) return;
  // A vertex can be as deep as the longest side of the limb's box. Deeper vertices do not count.
  const float thickest = size_of(box);
  box.low = {box.low.x - thickest, box.low.y - thickest, box.low.z - thickest};
  box.high = {box.high.x + thickest, box.high.y + thickest, box.high.z + thickest};
  const std::vector<Facet> facets = facets_near(box, pieces);
  std::vector<Below> below(pieces.size());
  for (const Vec3& v : limb) {
    const Vec3d p = math::to_double(v);
    Nearest nearest;
    for (const Facet& facet : facets) nearest.consider(facet, p);
    if (nearest.facet == nullptr || !(nearest.front < 0)) continue;
    if (nearest.distance > double{thickest}) continue;
    Below& piece = below[nearest.facet->piece];
    piece.points.push_back({p, nearest.distance});
    if (nearest.distance > piece.depth) {
      piece.depth = nearest.distance;
      piece.deepest = nearest.facet;
      piece.at = p;
    }
  }
  for (std::size_t i = 0; i < pieces.size(); ++i) {
    const auto& [points, deepest, depth, at] = below[i];
    if (deepest == nullptr) continue;
    LimbContact& contact = *pieces[i].contact;
    contact.depth = static_cast<float>(depth);
    contact.normal = math::to_float(-1 * deepest->normal);  // the way for the surface to get free
    contact.at = math::to_float(at + (depth / 2) * deepest->normal);
    contact.triangle_b = deepest->index;
    set_corners(points, deepest->normal, contact);
  }
}

}  // namespace dermis::limbs
