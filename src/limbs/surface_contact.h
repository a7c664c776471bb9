// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/limbs/limb_contacts.h"

namespace dermis::limbs {

/// A piece of a surface and its contact, if any. Triangles face outwards; their corners are indices
/// into `vertices`.
struct SurfacePiece {
  std::span<const Vec3> vertices;
  std::span<const Triangle> triangles;
  LimbContact* contact = nullptr;
};

/// Finds the depth of a limb's vertices below a surface. `pieces` are the pieces of the surface
/// near the limb. A vertex is below the surface if it is behind its nearest triangle. It counts for
/// the piece with that triangle, and its depth is the distance to it. The deepest vertex of a piece
/// determines depth, normal and triangle of its contact; `triangle_b` is an index into the piece's
/// triangles. Contacts of pieces without such a vertex stay as they are.
void find_surface_contacts(std::span<const Vec3> limb, std::span<const SurfacePiece> pieces);

}  // namespace dermis::limbs
