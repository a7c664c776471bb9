// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

namespace dermis::skinning {

/// The linear part of a map as a rotation after a stretch: A = R S, S symmetric and positive.
struct Polar {
  math::Quatd rotation;
  math::Affined stretch;  ///< without a translation
};

/// False when the map mirrors, or flattens so much that the rotation cannot be told.
bool decompose_polar(const math::Affined& a, Polar& polar);

}  // namespace dermis::skinning
