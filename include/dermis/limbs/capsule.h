// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/types.h"

namespace dermis {

/// All points within `radius` of the segment from `a` to `b`; a ball if both are equal.
struct Capsule {
  Vec3 a, b;         ///< the ends of the segment
  float radius = 0;  ///< metres, 0 or more
  friend bool operator==(const Capsule&, const Capsule&) = default;
};

/// The volume, in cubic metres.
double volume(const Capsule& capsule);

/// A capsule that encloses the image of `capsule` under the matrix of a joint.
Capsule moved(const Capsule& capsule, const Affine& joint);

/// Whether two capsules share a point. Also true if they are apart by no more than rounding.
bool overlap(const Capsule& a, const Capsule& b);

}  // namespace dermis
