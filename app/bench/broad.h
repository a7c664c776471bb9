// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scenarios.h"

namespace dermis::app {

/// The broad phase of many moving characters.
Scenario broad_scenario();

}  // namespace dermis::app
