// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "dermis/math/types.h"
#include "dermis/query/contacts.h"

namespace dermis::scenes {

/// How many of these points are inside a closed posed mesh: by counting how often rays leave it.
std::size_t count_inside(const PosedMesh& mesh, std::span<const Point> points);

}  // namespace dermis::scenes
