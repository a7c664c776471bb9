// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/types.h"

namespace dermis::math {

/// The most that the linear part lengthens a vector: its largest singular value, rounded up, and
/// never less than it by an argument that counts rounding. 1 for rotations, up to a few ulps.
float largest_stretch(const Affine& a);

}  // namespace dermis::math
