// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

/// The names of the procedural characters: the only place that spells them.
namespace dermis::model {

inline constexpr const char* kDwarf = "dwarf";
inline constexpr const char* kMan = "man";
inline constexpr const char* kCreature = "creature";
inline constexpr const char* kMannequin = "mannequin";

}  // namespace dermis::model
