// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/region_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/report.h"
#include "dermis/base/printable.h"
#include "dermis/model/limb_table.h"

namespace dermis::app {

RegionNames::RegionNames(const Model& model) {
  const auto limbs = model.parts.size() == 1 ? group_joints(model) : Result<LimbTable>(LimbTable{});
  if (limbs && limbs->limbs.size() > 1) {
    for (const LimbInfo& limb : limbs->limbs) names_.push_back(limb.name);
    of_triangle_ = limbs->triangle_limbs;
    return;
  }
  for (const Part& part : model.parts) {
    of_triangle_.resize(part.first_triangle + part.triangle_count,
                        static_cast<std::uint32_t>(names_.size()));
    names_.push_back(part.label());
  }
}

void RegionTally::add_self(const std::string& kind, const RegionNames& body, std::uint32_t a,
                           std::uint32_t b) {
  if (body.region_of(b) < body.region_of(a)) std::swap(a, b);
  add_pair(kind, body, a, body, b);
}

void RegionTally::add_pair(const std::string& kind, const RegionNames& body, std::uint32_t a,
                           const RegionNames& other, std::uint32_t b) {
  const std::size_t region_a = body.region_of(a);
  const std::size_t region_b = other.region_of(b);
  Cell& cell = cells_[{kind, region_a, region_b}];
  if (cell.count++ == 0) {
    cell.a = body.name(region_a);
    cell.b = other.name(region_b);
  }
}

std::vector<RegionTally::Row> RegionTally::rows() const {
  std::vector<Row> rows;
  rows.reserve(cells_.size());
  for (const auto& [key, cell] : cells_) {
    rows.push_back({std::get<0>(key), cell.a, cell.b, cell.count});
  }
  // Not stable_sort(): libstdc++ 12 implements it by means that clang calls deprecated.
  std::vector<std::size_t> order(rows.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::sort(order, [&](std::size_t i, std::size_t j) {
    return rows[i].count != rows[j].count ? rows[i].count > rows[j].count : i < j;
  });
  std::vector<Row> sorted;
  sorted.reserve(rows.size());
  for (const std::size_t i : order) sorted.push_back(std::move(rows[i]));
  return sorted;
}

void RegionTally::print(const std::string& noun, bool all) const {
  std::vector<Row> rows = this->rows();
  const std::size_t count = rows.size();
  if (!all) rows.resize(std::min(count, kFewRows));
  std::size_t number_width = 0;
  std::size_t name_width = 0;
  for (Row& row : rows) {
    row.a = printable(row.a);
    row.b = printable(row.b);
    number_width = std::max(number_width, counted(row.count, noun).size());
    name_width = std::max(name_width, row.a.size());
  }
  for (const Row& row : rows) {
    fmt::print("  {:>{}}{}{}  {:<{}}  {}\n", counted(row.count, noun), number_width,
               row.kind.empty() ? "" : "  ", row.kind, row.a, name_width, row.b);
  }
  print_rows_left_out(count - rows.size());
}

}  // namespace dermis::app
