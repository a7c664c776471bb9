// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/types.h"

namespace dermis {

/// All points within a radius of the segment from a to b; a ball where both are the same.
struct Capsule {
  Vec3 a, b;
  float radius = 0;
  friend bool operator==(const Capsule&, const Capsule&) = default;
};

/// In the unit of its coordinates, cubed.
double volume(const Capsule& capsule);

/// What a joint makes of a capsule: it encloses whatever the matrix makes of the points in it.
Capsule moved(const Capsule& capsule, const Affine& joint);

/// Whether two capsules share a point, or are so near that rounding cannot tell.
bool overlap(const Capsule& a, const Capsule& b);

}  // namespace dermis
