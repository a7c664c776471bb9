// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/corners_of_overlap.h"

#include <algorithm>

namespace dermis::limbs {

using math::Vec3d;

void set_corners(std::span<const DeepPoint> points, const Vec3d& normal, LimbContact& contact) {
  contact.point_count = 0;
  if (points.empty()) return;
  const auto take = [&](const DeepPoint& p) {
    const ContactPoint point{math::to_float(p.at), static_cast<float>(p.depth)};
    const auto end = contact.points.begin() + contact.point_count;
    if (std::find(contact.points.begin(), end, point) == end) {
      contact.points[contact.point_count++] = point;
    }
  };
  const DeepPoint& deepest = *std::ranges::max_element(points, {}, &DeepPoint::depth);
  take(deepest);
  const auto across = [&](const Vec3d& v) { return v - dot(v, normal) * normal; };
  const DeepPoint& farthest = *std::ranges::max_element(
      points, {}, [&](const DeepPoint& p) { return length(across(p.at - deepest.at)); });
  take(farthest);
  const Vec3d aside = cross(normal, across(farthest.at - deepest.at));
  const auto side = [&](const DeepPoint& p) { return dot(p.at - deepest.at, aside); };
  take(*std::ranges::max_element(points, {}, side));
  take(*std::ranges::min_element(points, {}, side));
}

}  // namespace dermis::limbs
