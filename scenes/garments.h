// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dermis/dermis.h"

namespace dermis::scenes {

/// A square of cloth in the plane y = 0 about the origin, of just or nearly so many vertices, in
/// rows that are shifted against each other, so that its triangles are nearly alike: 264 in 16 rows
/// of 17 and 16, as the fifth paper's.
Mesh square_of_cloth(std::size_t vertices, double side);

struct Skirt {
  Mesh mesh;
  std::vector<std::uint32_t> waistband;  ///< vertices that are tied to the body
};
/// A skirt around the vertices of a body's trunk and legs, from one height down to another, that
/// flares by so much per metre: of just or nearly so many vertices, 264 in 11 rings of 24.
Skirt make_skirt(std::span<const Vec3> around, std::size_t vertices, double waist, double hem,
                 double flare);

}  // namespace dermis::scenes
