// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scenarios.h"

namespace dermis::app {

/// Flight plans that change a few at a time, as in a collision response.
Scenario replan_scenario();

}  // namespace dermis::app
