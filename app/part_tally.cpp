// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/part_tally.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "app/report.h"
#include "dermis/base/printable.h"

namespace dermis::app {

PartNames::PartNames(const Model& model) {
  for (const Part& part : model.parts) {
    names_.push_back(part.label());
    first_triangles_.push_back(part.first_triangle);
  }
}

std::size_t PartNames::part_of(std::uint32_t triangle) const {
  const auto after = std::ranges::upper_bound(first_triangles_, triangle);
  return static_cast<std::size_t>(after - first_triangles_.begin() - 1);
}

void PartTally::add_self(const std::string& kind, const PartNames& body, std::uint32_t a,
                         std::uint32_t b) {
  if (body.part_of(b) < body.part_of(a)) std::swap(a, b);
  add_pair(kind, body, a, body, b);
}

void PartTally::add_pair(const std::string& kind, const PartNames& body, std::uint32_t a,
                         const PartNames& other, std::uint32_t b) {
  const std::size_t part_a = body.part_of(a);
  const std::size_t part_b = other.part_of(b);
  Cell& cell = cells_[{kind, part_a, part_b}];
  if (cell.count++ == 0) {
    cell.a = body.name(part_a);
    cell.b = other.name(part_b);
  }
}

std::vector<PartTally::Row> PartTally::rows() const {
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

void PartTally::print(const std::string& noun, bool all) const {
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

void print_rows_left_out(std::size_t count) {
  if (count > 0) fmt::print("  … and {} more (--all prints them)\n", grouped(count));
}

}  // namespace dermis::app
