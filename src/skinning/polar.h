// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "math/doubles.h"

namespace dermis::skinning {

/// The polar decomposition of a map's linear part, A = R S: a stretch S, symmetric and positive,
/// then a rotation R.
struct Polar {
  math::Quatd rotation;
  math::Affined stretch;  ///< without a translation
};

/// Returns false if the map mirrors, or flattens so much that the rotation is not determined.
bool decompose_polar(const math::Affined& a, Polar& polar);

}  // namespace dermis::skinning
