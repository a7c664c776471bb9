// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench_scenarios.h"

namespace dermis::app {

/// Many characters that move: who may meet whom.
Scenario broad_scenario();

}  // namespace dermis::app
