// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::app {

/// The regions of a body, which summaries count by: its parts, or its limbs if it has one part.
class RegionNames {
 public:
  explicit RegionNames(const Model& model);
  /// For a mesh, which counts as one region.
  explicit RegionNames(std::string name) : names_{std::move(name)} {}

  [[nodiscard]] std::size_t region_of(std::uint32_t triangle) const {
    return of_triangle_.empty() ? 0 : of_triangle_[triangle];
  }
  [[nodiscard]] const std::string& name(std::size_t region) const { return names_[region]; }

 private:
  std::vector<std::string> names_;
  std::vector<std::uint32_t> of_triangle_;  ///< empty: there is one region
};

/// Counts pairs of triangles by the regions that they belong to.
class RegionTally {
 public:
  struct Row {
    std::string kind, a, b;
    std::size_t count = 0;
  };

  /// Adds a pair of triangles of one body. The order of the two does not matter.
  void add_self(const std::string& kind, const RegionNames& body, std::uint32_t a, std::uint32_t b);
  /// Adds a pair of triangles of two bodies.
  void add_pair(const std::string& kind, const RegionNames& body, std::uint32_t a,
                const RegionNames& other, std::uint32_t b);

  /// All rows, the highest count first. Equal counts are in the order of kinds and regions.
  [[nodiscard]] std::vector<Row> rows() const;
  /// Prints a line for each two regions, such as "  12 pairs  knight/arm/0  knight/cape/0", but
  /// only the first kFewRows unless `all`. `noun` names one counted thing.
  void print(const std::string& noun, bool all) const;

 private:
  struct Cell {
    std::string a, b;
    std::size_t count = 0;
  };
  std::map<std::tuple<std::string, std::size_t, std::size_t>, Cell> cells_;
};

}  // namespace dermis::app
