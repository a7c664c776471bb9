// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/capsule.h"

#include <algorithm>
#include <cmath>

#include "base/float_mode.h"
#include "limbs/segment.h"
#include "math/elementary.h"
#include "math/rounded_up.h"
#include "math/stretch.h"

namespace dermis {

namespace {

double largest_coordinate(const Capsule& c) {
  return std::max({std::abs(c.a.x), std::abs(c.a.y), std::abs(c.a.z), std::abs(c.b.x),
                   std::abs(c.b.y), std::abs(c.b.z)});
}

}  // namespace

double volume(const Capsule& capsule) {
  const double r = capsule.radius;
  const double along = length(math::to_double(capsule.b) - math::to_double(capsule.a));
  return math::kPi * r * r * (along + 4.0 / 3.0 * r);
}

Capsule moved(const Capsule& capsule, const Affine& joint) {
  const base::DefinedFloatMode mode;
  const math::Affined matrix = math::to_double(joint);
  Capsule result{math::to_float(matrix * math::to_double(capsule.a)),
                 math::to_float(matrix * math::to_double(capsule.b)), 0};
  // The ends are rounded to float32: each coordinate by at most 2⁻²⁴ of itself, and each end by at
  // most √3 < 2 times that.
  result.radius = math::rounded_up(double{math::largest_stretch(joint)} * capsule.radius +
                                   0x1p-23 * largest_coordinate(result));
  return result;
}

bool overlap(const Capsule& a, const Capsule& b) {
  const base::DefinedFloatMode mode;
  const auto [on_a, on_b] = limbs::nearest_points(limbs::Segment(a), limbs::Segment(b));
  // The points found are never nearer than the true nearest points. If the segments are almost
  // parallel, their positions depend on rounding alone, and they may be farther apart by about 1e-8
  // of the lengths.
  const double reach =
      double{a.radius} + b.radius + 1e-7 * (largest_coordinate(a) + largest_coordinate(b));
  return !(length(on_a - on_b) > reach);
}

}  // namespace dermis
