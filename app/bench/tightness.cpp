// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/tightness.h"

#include <iterator>

#include "app/bench/scenarios.h"
#include "scenes/tightness.h"

namespace dermis::app {

/// Table 2: mean radii of the creature's spheres, in millimetres, in eight poses of its walk.
Json tightness() {
  const std::vector<scenes::MeanRadii> levels = scenes::creature_radii(8);
  // The paper's radii are in units of its model. Only ratios to the best radii can be compared.
  constexpr double kPaper[][4] = {
      {34.55, 43.89, 45.68, 33.33}, {18.86, 26.17, 24.63, 19.39}, {7.38, 8.05, 9.21, 7.31},
      {3.68, 3.95, 4.58, 3.70},     {1.69, 1.77, 2.27, 1.70},     {0.91, 0.94, 1.17, 0.92},
      {0.61, 0.63, 0.74, 0.61},     {0.42, 0.43, 0.49, 0.42},     {0.30, 0.30, 0.35, 0.30}};
  Json rows = Json::array();
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const scenes::MeanRadii& mean = levels[l];
    Json row{{"level", l + 1},
             {"spheres", mean.spheres},
             {"reference", rounded(1000 * mean.reference)},
             {"on_demand", rounded(1000 * mean.on_demand)},
             {"on_demand_average", rounded(1000 * mean.on_demand_average)},
             {"bottom_up", rounded(1000 * mean.bottom_up)},
             {"best", rounded(1000 * mean.best)},
             {"on_demand_over_best", rounded(mean.on_demand / mean.best)},
             {"bottom_up_over_best", rounded(mean.bottom_up / mean.best)}};
    if (l < std::size(kPaper)) {
      row["paper_on_demand_over_best"] = rounded(kPaper[l][1] / kPaper[l][3]);
      row["paper_bottom_up_over_best"] = rounded(kPaper[l][2] / kPaper[l][3]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Table 1 of Kavan, O'Sullivan and Žára (2006): the same for `skinning`, beside linear blending.
Json tightness_beside_linear(Skinning skinning) {
  const std::vector<scenes::MeanRadii> linear = scenes::creature_radii(8);
  const std::vector<scenes::MeanRadii> other = scenes::creature_radii(8, skinning);
  // Columns: linear blending, spherical blending, and the best radii for spherical blending.
  constexpr double kPaper[][3] = {{72.17, 79.55, 34.41}, {31.58, 33.95, 22.05}, {8.40, 8.89, 7.39},
                                  {4.03, 4.12, 3.69},    {1.80, 1.83, 1.70},    {0.97, 0.98, 0.92},
                                  {0.65, 0.66, 0.61},    {0.43, 0.43, 0.42},    {0.30, 0.30, 0.30}};
  Json rows = Json::array();
  for (std::size_t l = 0; l < linear.size(); ++l) {
    Json row{{"level", l + 1},
             {"spheres", linear[l].spheres},
             {"linear", rounded(1000 * linear[l].on_demand)},
             {"on_demand", rounded(1000 * other[l].on_demand)},
             {"best", rounded(1000 * other[l].best)},
             {"over_linear", rounded(other[l].on_demand / linear[l].on_demand)},
             {"on_demand_over_best", rounded(other[l].on_demand / other[l].best)}};
    if (skinning == Skinning::spherical && l < std::size(kPaper)) {
      row["paper_over_linear"] = rounded(kPaper[l][1] / kPaper[l][0]);
      row["paper_on_demand_over_best"] = rounded(kPaper[l][1] / kPaper[l][2]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace dermis::app
