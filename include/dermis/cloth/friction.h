// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis {

/// The law of friction: ClothMaterial::friction holds the coefficient, and
/// src/cloth/skin_contact.cpp applies the law to cloth on skin and floor.
///
/// Coulomb friction on a slide along a surface. `most` is the coefficient times the depth (or
/// speed) into the surface that the contact cancelled. Returns the fraction of `slide` that
/// friction removes; 1: the contact sticks.
double friction_share(double slide, double most);

}  // namespace dermis
