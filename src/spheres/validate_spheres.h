// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "spheres/sphere_tree.h"

namespace dermis::spheres {

/// The reason why queries cannot walk a tree over this number of triangles; empty if they can.
std::string problem_of(const SphereTree& tree, std::size_t triangle_count);

}  // namespace dermis::spheres
