// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scenarios.h"

namespace dermis::app {

/// Cloth on a walking body, as in the fifth paper. `scene` is "skirt" or "drop".
Scenario cloth_scenario(const std::string& scene);

}  // namespace dermis::app
