// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scenarios.h"

namespace dermis::app {

/// The number of frames per second that a character's clip needs if vertices move in straight
/// lines.
Scenario sampling_scenario();

}  // namespace dermis::app
