// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench_scenarios.h"

namespace dermis::app {

/// Flight plans that change a few at a time, as when contacts are answered.
Scenario replan_scenario();

}  // namespace dermis::app
