// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench_scenarios.h"

namespace dermis::app {

/// What a frame of soccer takes, and what it would take with a triangle mesh of ODE's for everyone.
Scenario soccer_scenario();

}  // namespace dermis::app
