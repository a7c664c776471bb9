// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/lazy_stamps.h"
#include "math/float8.h"
#include "query/character_state.h"

namespace dermis::query {

/// Planes that enclose eight triangles: per triangle, one plane parallel to it on each side, and
/// one perpendicular to it at each edge.
struct Slabs8 {
  math::Float8 normal[3], middle, half;
  struct Edge {
    math::Float8 out[3], most;
  } edges[3];
};

/// The slabs of all triangles of a posed body, computed when a search first needs them.
class TriangleSlabs {
 public:
  /// `groups` counts groups of eight triangles.
  explicit TriangleSlabs(std::size_t groups) : stamps_(groups), slabs_(groups) {}

  /// The slabs of a group. Calls make(slabs) if they are not computed in this pose yet. `spare`
  /// holds them if another thread is computing them.
  template <class Make>
  [[nodiscard]] const Slabs8& get(std::size_t group, std::uint32_t epoch, Slabs8& spare,
                                  Make&& make) const {
    Slabs8& slabs = slabs_.data()[group];
    switch (stamps_.begin(group, epoch)) {
      case base::LazyStamps::State::ready:
        return slabs;
      case base::LazyStamps::State::ours:
        make(slabs);
        stamps_.finish(group, epoch);
        return slabs;
      case base::LazyStamps::State::busy:
        break;
    }
    make(spare);
    return spare;
  }

  [[nodiscard]] std::size_t byte_count() const {
    return stamps_.byte_count() + slabs_.byte_count();
  }

 private:
  base::LazyStamps stamps_;
  RawArray<Slabs8> slabs_;
};

}  // namespace dermis::query
