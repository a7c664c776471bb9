// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

#include "dermis/world/world.h"
#include "world/moving_character.h"

namespace dermis::world {

/// Applies a rule to two characters whose swept boxes overlap. Returns the time and the contacts,
/// or no value if they do not touch. The caller sets the ids.
std::optional<WorldContact> meet(const MovingCharacter& a, const MovingCharacter& b,
                                 const ClassRule& rule, const WorldOptions& options,
                                 WorldStats& stats);

}  // namespace dermis::world
