// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dermis {

/// A joint that moves a vertex, and its share in the motion.
struct Influence {
  std::uint32_t joint = 0;  ///< index into Skeleton::joints
  float weight = 1;         ///< 0 or more
  friend bool operator==(const Influence&, const Influence&) = default;
};

/// The joints that move each vertex, and their weights. A vertex has one or more influences.
/// Weights are not negative, and sum to 1 up to rounding (validate() allows 1e-4). At most 2³² − 1
/// influences in all.
class Influences {
 public:
  /// The number of vertices.
  [[nodiscard]] std::size_t vertex_count() const { return first_.size() - 1; }
  /// The number of influences of all vertices.
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  /// The influences of a vertex, in the order in which they were added.
  [[nodiscard]] std::span<const Influence> of(std::size_t vertex) const {
    return {all_.data() + first_[vertex], all_.data() + first_[vertex + 1]};
  }

  /// All influences, in the order of the vertices.
  [[nodiscard]] std::span<const Influence> all() const { return all_; }
  /// Indices into all(): the influences of vertex v begin at offsets()[v] and end before
  /// offsets()[v + 1]. Has vertex_count() + 1 elements.
  [[nodiscard]] std::span<const std::uint32_t> offsets() const { return first_; }

  /// Appends a vertex with these influences.
  void add_vertex(std::span<const Influence> influences) {
    all_.insert(all_.end(), influences.begin(), influences.end());
    first_.push_back(static_cast<std::uint32_t>(all_.size()));
  }

  /// Reserves memory for `vertices` vertices with `influences` influences in total.
  void reserve(std::size_t vertices, std::size_t influences) {
    first_.reserve(vertices + 1);
    all_.reserve(influences);
  }

 private:
  std::vector<std::uint32_t> first_{0};
  std::vector<Influence> all_;
};

}  // namespace dermis
