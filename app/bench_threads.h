// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bench_scenarios.h"

namespace dermis::app {

/// A crowd asked by several threads: characters that all share, against characters of their own.
Json threads(const BenchOptions& options, Progress& progress);

}  // namespace dermis::app
