// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace dermis {

struct Influence {
  std::uint32_t joint = 0;
  float weight = 1;
  friend bool operator==(const Influence&, const Influence&) = default;
};

/// Which joints move each vertex, and how much: any number per vertex, at least one, weights not
/// negative and summing to 1 up to rounding.
class Influences {
 public:
  [[nodiscard]] std::size_t vertex_count() const { return first_.size() - 1; }
  [[nodiscard]] std::size_t size() const { return all_.size(); }

  [[nodiscard]] std::span<const Influence> of(std::size_t vertex) const {
    return {all_.data() + first_[vertex], all_.data() + first_[vertex + 1]};
  }

  /// All influences, vertex after vertex; those of v are [offsets()[v], offsets()[v + 1]).
  [[nodiscard]] std::span<const Influence> all() const { return all_; }
  [[nodiscard]] std::span<const std::uint32_t> offsets() const { return first_; }

  /// Adds the next vertex.
  void add_vertex(std::span<const Influence> influences) {
    all_.insert(all_.end(), influences.begin(), influences.end());
    first_.push_back(static_cast<std::uint32_t>(all_.size()));
  }

  void reserve(std::size_t vertices, std::size_t influences) {
    first_.reserve(vertices + 1);
    all_.reserve(influences);
  }

 private:
  std::vector<std::uint32_t> first_{0};
  std::vector<Influence> all_;
};

}  // namespace dermis
