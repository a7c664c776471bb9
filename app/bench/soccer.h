// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scenarios.h"

namespace dermis::app {

/// The time for a frame of soccer, with Dermis and with an ODE triangle mesh per player.
Scenario soccer_scenario();

}  // namespace dermis::app
