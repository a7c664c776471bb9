// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench_scenarios.h"

namespace dermis::app {

/// How many frames a second a character's clip needs as straight lines.
Scenario sampling_scenario();

}  // namespace dermis::app
