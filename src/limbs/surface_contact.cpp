// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/surface_contact.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "math/box.h"
#include "math/doubles.h"

namespace dermis::limbs {

namespace {

using math::Vec3d;

struct Facet {
  Vec3d corners[3];
  Vec3d normal;
  std::uint32_t index = 0;
};

/// How far below a facet, as seen along its normal; less than 0 if it is not below it.
double depth_below(const Facet& facet, const Vec3d& p) {
  const double depth = -dot(p - facet.corners[0], facet.normal);
  if (depth < 0) return -1;
  for (int i = 0; i < 3; ++i) {
    const Vec3d& from = facet.corners[i];
    const Vec3d along = facet.corners[(i + 1) % 3] - from;
    // A little beyond the edges, so that nothing falls between two facets.
    if (dot(cross(along, p - from), facet.normal) < -1e-6 * dot(along, along)) return -1;
  }
  return depth;
}

}  // namespace

void find_surface_contact(std::span<const Vec3> limb, std::span<const Vec3> surface,
                          std::span<const Triangle> triangles, LimbContact& contact) {
  math::Box box = math::Box::empty();
  for (const Vec3& v : limb) box.include(v);
  const double thickest = limb.empty() ? 0 : double{size_of(box)};
  std::vector<Facet> facets;
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    math::Box around = math::Box::empty();
    for (const std::uint32_t v : triangles[t]) around.include(surface[v]);
    if (!overlap(box, around)) continue;
    Facet facet;
    for (std::size_t i = 0; i < 3; ++i)
      facet.corners[i] = math::to_double(surface[triangles[t][i]]);
    facet.normal =
        normalized(cross(facet.corners[1] - facet.corners[0], facet.corners[2] - facet.corners[0]));
    facet.index = t;
    if (dot(facet.normal, facet.normal) > 0.5) facets.push_back(facet);
  }
  struct Deep {
    Vec3d at;
    double depth;
    const Facet* facet;
  };
  std::vector<Deep> below;
  for (const Vec3& v : limb) {
    const Vec3d p = math::to_double(v);
    Deep nearest{p, thickest, nullptr};
    for (const Facet& facet : facets) {
      const double depth = depth_below(facet, p);
      if (depth >= 0 && depth < nearest.depth) nearest = {p, depth, &facet};
    }
    if (nearest.facet != nullptr) below.push_back(nearest);
  }
  if (below.empty()) return;
  const Deep& deepest = *std::ranges::max_element(below, {}, &Deep::depth);
  const Vec3d n = deepest.facet->normal;
  contact.depth = static_cast<float>(deepest.depth);
  contact.normal = math::to_float(-1 * n);  // for the surface to get out of the way
  contact.at = math::to_float(deepest.at + (deepest.depth / 2) * n);
  contact.triangle_b = deepest.facet->index;
  // The deepest, the farthest from it, and the farthest to either side of both.
  const auto take = [&](const Deep& d) {
    const ContactPoint point{math::to_float(d.at), static_cast<float>(d.depth)};
    const auto end = contact.points.begin() + contact.point_count;
    if (std::find(contact.points.begin(), end, point) == end) {
      contact.points[contact.point_count++] = point;
    }
  };
  contact.point_count = 0;
  take(deepest);
  const Deep& farthest = *std::ranges::max_element(
      below, {}, [&](const Deep& d) { return length(d.at - deepest.at); });
  take(farthest);
  const Vec3d aside = cross(n, farthest.at - deepest.at);
  const auto side = [&](const Deep& d) { return dot(d.at - deepest.at, aside); };
  take(*std::ranges::max_element(below, {}, side));
  take(*std::ranges::min_element(below, {}, side));
}

}  // namespace dermis::limbs
