// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/limbs/limb_contacts.h"

namespace dermis::limbs {

/// A piece of a surface whose triangles face outwards, their corners counting in `vertices`, and
/// the contact that it may have.
struct SurfacePiece {
  std::span<const Vec3> vertices;
  std::span<const Triangle> triangles;
  LimbContact* contact = nullptr;
};

/// How deep vertices of a limb are below a surface, of which these are the pieces near it. A vertex
/// is below it if it is behind the triangle that is nearest to it, and counts for the piece with
/// that one; as deep as it is far. The deepest vertex of a piece says what depth, normal and
/// triangle are, which is told as one of the piece. Contacts of other pieces stay as they are.
void find_surface_contacts(std::span<const Vec3> limb, std::span<const SurfacePiece> pieces);

}  // namespace dermis::limbs
