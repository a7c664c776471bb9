// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/types.h"

namespace dermis::math {

/// An upper bound on the factor by which the linear part of `a` lengthens a vector: its largest
/// singular value, rounded up. The bound allows for all rounding in its computation. For rotations
/// it is 1 up to a few ulps.
float largest_stretch(const Affine& a);

}  // namespace dermis::math
