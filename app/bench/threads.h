// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/bench/scenarios.h"

namespace dermis::app {

/// A crowd queried by several threads: characters that all threads share, against separate
/// characters for each thread.
Json threads(const BenchOptions&, Budget& budget, Progress& progress);

}  // namespace dermis::app
