// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis {

/// Coulomb friction on a slide along a surface: the fraction of `slide` that friction removes, 0 to
/// 1 (1: the contact sticks). `most` is the coefficient times the depth (or speed) into the surface
/// that the contact cancelled, in the unit of `slide`.
///
/// ClothMaterial::friction holds the coefficient. src/cloth/skin_contact.cpp applies the law to
/// cloth on skin and floor.
double friction_share(double slide, double most);

}  // namespace dermis
