// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "bounds/sphere_tree.h"

namespace dermis::bounds {

/// What is wrong with a tree over so many triangles, as a tree: empty when queries can walk it.
std::string problem_of(const SphereTree& tree, std::size_t triangle_count);

}  // namespace dermis::bounds
