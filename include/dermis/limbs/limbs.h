// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/base/result.h"
#include "dermis/collider/collider.h"
#include "dermis/limbs/collide_shape.h"
#include "dermis/query/character.h"

namespace dermis {

/// Returns a collider with the same data and this shape. limb_bounds(), limb_vertices() and
/// find_limb_contacts() use the shape. Refuses a shape with other numbers of joints or triangles
/// than the collider's, with indices that do not exist, with two limbs of one name, with values
/// that are not finite, and, unless it is scenery, with more limbs than joints. Another model with
/// the same numbers is not noticed.
Result<Collider> with_limbs(const Collider& collider, CollideShape shape);

/// The same as assign_triangles(model, shape), for hosts that have no model.
void assign_triangles(const Collider& collider, CollideShape& shape);

/// The shape of a collider. A collider without a shape gets one from its own table of limbs,
/// without volumes, when a question first needs it: that first question takes longer. Valid as long
/// as a copy of the collider, or a character made from it, exists.
const CollideShape& shape_of(const Collider& collider);

/// A capsule around each limb in the present pose. It is computed from joint matrices alone and
/// encloses the limb in any pose, so it is usually larger than Limb::bound. Valid until the next
/// set_pose(), or until the character is moved or destroyed.
std::span<const Capsule> limb_bounds(const Character& character);

/// The posed vertices of a limb's triangles, each once, in no particular order. `limb` is an index
/// into CollideShape::limbs (asserted). Valid as long as limb_bounds().
std::span<const Vec3> limb_vertices(const Character& character, std::uint32_t limb);

}  // namespace dermis
