// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis {

/// The law of Coulomb friction. A body slides along a surface, and friction removes a part of this
/// slide. Returns that part as a fraction, 0 to 1. `slide` is a distance or a speed, 0 or more.
/// `limit`, 0 or more, has the same unit. A contact stops the motion into the surface; `limit` is
/// this stopped motion times the coefficient of friction. A slide of at most `limit` is removed
/// entirely: the contact sticks, and the result is 1.
double friction_share(double slide, double limit);

}  // namespace dermis
