// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench_scenarios.h"

namespace dermis::app {

/// Cloth on a walking body, the fifth paper's: "skirt" or "drop".
Scenario cloth_scenario(const std::string& scene);

}  // namespace dermis::app
