// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>

#include "dermis/limbs/collide_shape.h"

namespace dermis::limbs {

/// The first problem of a shape for a model with so many joints and triangles; empty if there is
/// none.
std::string problem_of(const CollideShape& shape, std::size_t joint_count,
                       std::size_t triangle_count);

}  // namespace dermis::limbs
