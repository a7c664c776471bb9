// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/query_stats.h"

namespace dermis {

QueryStats& QueryStats::operator+=(const QueryStats& other) {
  points += other.points;
  spheres_refitted += other.spheres_refitted;
  boxes_refitted += other.boxes_refitted;
  vertices_deformed += other.vertices_deformed;
  meshlets_deformed += other.meshlets_deformed;
  sphere_tests += other.sphere_tests;
  box_tests += other.box_tests;
  triangle_tests += other.triangle_tests;
  feature_tests += other.feature_tests;
  exact_tests += other.exact_tests;
  duplicates += other.duplicates;
  outgrown_boxes += other.outgrown_boxes;
  limb_tests += other.limb_tests;
  volume_tests += other.volume_tests;
  support_points += other.support_points;
  static_assert(sizeof(QueryStats) == 15 * sizeof(std::uint64_t), "add new counters above");
  return *this;
}

}  // namespace dermis
