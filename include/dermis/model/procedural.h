// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

#include "dermis/base/result.h"
#include "dermis/model/model.h"

/// @file
/// Characters made by code, with about as many triangles and joints as those in the papers
/// (docs/papers.md). Each is one closed manifold skin with smooth weights of at most 4 influences
/// per vertex. It faces +Z, its feet are on y = 0, and it has a looping clip "walk". The man and
/// the mannequin also have "twist", "run" and "kick".
namespace dermis {

Model make_dwarf();      ///< 1.7 k triangles, 45 joints
Model make_man();        ///< 8.4 k triangles, 27 joints
Model make_creature();   ///< 13.8 k triangles, 56 joints; four legs, long tail
Model make_mannequin();  ///< the man with 2,576 triangles and 1,290 vertices, for cloth

/// The names that make_procedural() accepts: "dwarf", "man", "creature", "mannequin".
std::span<const std::string_view> procedural_names();
/// The character of this name; the error lists the names.
Result<Model> make_procedural(std::string_view name);

}  // namespace dermis
