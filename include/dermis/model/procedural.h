// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "dermis/model/model.h"
#include "dermis/result.h"

/// Characters made by code, the sizes of those in the papers. Each is one closed manifold skin with
/// smooth weights of at most 4 influences, facing +Z, feet on y = 0, with a looping clip "walk".
namespace dermis {

Model make_dwarf();      ///< 1.7 k triangles, 45 joints
Model make_man();        ///< 8.3 k triangles, 27 joints
Model make_creature();   ///< 13.6 k triangles, 56 joints; four legs, long tail
Model make_mannequin();  ///< the man with 2,576 triangles, 1,290 vertices: the avatar under cloth

/// "dwarf", "man", "creature", "mannequin".
std::span<const std::string_view> procedural_names();
Result<Model> make_procedural(std::string_view name);

}  // namespace dermis
