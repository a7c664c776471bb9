// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis {

/// The law of Coulomb friction: the fraction of a slide along a surface that friction removes, 0 to
/// 1 (1: the contact sticks). `slide` is a distance or a speed, 0 or more. `limit` is the greatest
/// slide that friction removes entirely, in the unit of `slide`: the coefficient
/// (ClothMaterial::friction) times the motion into the surface that the contact removed, a depth or
/// a speed.
double friction_share(double slide, double limit);

}  // namespace dermis
