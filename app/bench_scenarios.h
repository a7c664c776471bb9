// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "bench_measure.h"
#include "dermis/bounds/collider.h"
#include "motion_search.h"
#include "progress.h"
#include "report.h"

namespace dermis::app {

struct BenchOptions {
  std::vector<Contender> contenders;   ///< in the order of the rows
  std::vector<MotionWay> motion_ways;  ///< of meshes in motion, in the order of the rows
  std::vector<std::string> files;      ///< of the scenario `pair`
  double seconds = 5;
  BakeOptions bake = {};
};

/// A scenario of `dermis bench`: rows of figures, each with what identifies it.
struct Scenario {
  std::string name, about;
  std::function<Json(const BenchOptions&, Progress&)> rows;
  bool compares = true;        ///< methods, which must find the same pairs
  std::size_t file_count = 0;  ///< so many files follow its name
};

const std::vector<Scenario>& bench_scenarios();

/// Rounded for people; more digits would be noise.
double rounded(double x);

}  // namespace dermis::app
