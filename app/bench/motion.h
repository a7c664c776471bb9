// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scenarios.h"

namespace dermis::app {

/// The scenarios of meshes in motion: tablecloth, swirl, avatar.
std::vector<Scenario> motion_scenarios();

}  // namespace dermis::app
