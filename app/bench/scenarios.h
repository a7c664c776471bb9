// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/bench/budget.h"
#include "app/bench/measure.h"
#include "app/motion_search.h"
#include "app/progress.h"
#include "app/report.h"
#include "dermis/collider/collider.h"

namespace dermis::app {

struct BenchOptions {
  std::vector<Contender> contenders;   ///< in the order of the rows
  std::vector<MotionWay> motion_ways;  ///< for meshes in motion, in the order of the rows
  std::vector<std::string> files;      ///< for the scenario `pair`
  double seconds = 5;
  EngineOptions engines = {};
};

/// A scenario of `dermis bench`. `rows` measures it within the budget of BenchOptions::seconds;
/// each row has the fields that identify it.
struct Scenario {
  std::string name, about;
  std::function<Json(const BenchOptions&, Budget&, Progress&)> rows;
  bool compares = true;        ///< compares methods, which must find the same pairs
  std::size_t file_count = 0;  ///< number of files that follow its name
};

const std::vector<Scenario>& bench_scenarios();

/// Rounds to four significant digits; more digits would be noise.
double rounded(double x);

}  // namespace dermis::app
