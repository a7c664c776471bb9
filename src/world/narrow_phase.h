// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "dermis/world/world.h"
#include "world/moving_character.h"

namespace dermis::world {

/// What a rule makes of two characters whose swept boxes overlap: nothing, or when and how they
/// touch. The ids are left to the caller.
std::optional<WorldContact> meet(const MovingCharacter& a, const MovingCharacter& b,
                                 const ClassRule& rule, const WorldOptions& options,
                                 WorldStats& stats);

}  // namespace dermis::world
