// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "dermis/dermis.h"

namespace dermis::scenes {

/// A square of cloth in the plane y = 0 about the origin, with exactly or nearly `vertices`
/// vertices. Its rows are shifted against each other, so its triangles are nearly alike. 264
/// vertices are in 16 rows of 17 and 16, as in the fifth paper.
Mesh square_of_cloth(std::size_t vertices, double side);

struct Skirt {
  Mesh mesh;
  std::vector<std::uint32_t> waistband;  ///< vertices that are pinned to the body
};
/// A skirt around the points `around`, which are vertices of a body's trunk and legs, from the
/// height `waist` down to `hem`. It flares by `flare` per metre. It has exactly or nearly
/// `vertices` vertices: 264 in 11 rings of 24.
Skirt make_skirt(std::span<const Vec3> around, std::size_t vertices, double waist, double hem,
                 double flare);

}  // namespace dermis::scenes
