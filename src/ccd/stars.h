// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ccd/vertex_rows.h"
#include "dermis/model/model.h"

namespace dermis::ccd {

/// The triangles around each vertex. As long as a star, seen along some direction, lies around its
/// vertex like a fan, without a fold, none of its triangles meets another.
///
/// Let all triangles (v, p, q) of a closed star be turned the same way, seen along d, all the time:
/// d · (p − v) × (q − v) > 0. Then the way around v, seen along d, goes in one direction, a whole
/// number of times, and that number stays the same, as it cannot jump. If it is 1, triangles share,
/// as seen along d, only what they share anyway. In time, (p − v) × (q − v) is a polynomial of
/// degree 2: it is positive where its three Bernstein coefficients are.
class Stars {
 public:
  Stars() = default;
  /// Vertex v is used by the triangles uses[first_use[v]] … uses[first_use[v + 1] − 1].
  Stars(std::span<const Triangle> triangles, std::span<const std::uint32_t> first_use,
        std::span<const std::uint32_t> uses);

  /// Sets folds[v] for vertices [begin, end): 0 when triangles around v do not meet. Callers hold a
  /// DefinedFloatMode.
  void find_folds(const VertexRows& rows, std::uint32_t begin, std::uint32_t end,
                  std::uint8_t* folds) const;

  /// The vertices around v in order, if they are all around it, and no more than eight; else none.
  [[nodiscard]] std::span<const std::uint32_t> ring(std::uint32_t v) const {
    return std::span(rings_).subspan(first_[v], first_[v + 1] - first_[v]);
  }
  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(std::uint32_t) * (first_.size() + rings_.size());
  }

 private:
  std::vector<std::uint32_t> first_, rings_;
};

}  // namespace dermis::ccd
