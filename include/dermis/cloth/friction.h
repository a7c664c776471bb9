// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis {

/// The law of Coulomb friction: the fraction of a slide along a surface that friction removes, 0 to
/// 1. `slide` is a distance or a speed, 0 or more. `limit`, 0 or more, has the same unit: it is the
/// coefficient of friction times the motion into the surface that the contact stopped. A slide of
/// at most `limit` is removed entirely: the contact sticks, and the result is 1.
double friction_share(double slide, double limit);

}  // namespace dermis
