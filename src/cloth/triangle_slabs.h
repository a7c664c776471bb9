// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>

#include "math/float8.h"
#include "math/lazy_stamps.h"
#include "query/meshlet_cache.h"

namespace dermis::cloth {

/// What each of eight triangles is within: two planes along it, one on either side, and one across
/// it at each of its edges.
struct Slabs8 {
  math::Float8 normal[3], middle, half;
  struct Edge {
    math::Float8 out[3], most;
  } edges[3];
};

/// Of all triangles of a posed body, those that somebody asked for.
class TriangleSlabs {
 public:
  /// Eight triangles to a group.
  explicit TriangleSlabs(std::size_t groups) : stamps_(groups), slabs_(groups) {}

  void next_pose() {
    if (epoch_ == math::LazyStamps::kLastEpoch) {
      stamps_.clear();
      epoch_ = 0;
    }
    ++epoch_;
  }

  /// make(slabs) makes those of a group if nobody has in this pose.
  template <class Make>
  [[nodiscard]] const Slabs8& get(std::size_t group, Slabs8& spare, Make&& make) const {
    Slabs8& slabs = slabs_.data()[group];
    switch (stamps_.begin(group, epoch_)) {
      case math::LazyStamps::State::ready:
        return slabs;
      case math::LazyStamps::State::ours:
        make(slabs);
        stamps_.finish(group, epoch_);
        return slabs;
      case math::LazyStamps::State::busy:
        break;
    }
    make(spare);
    return spare;
  }

 private:
  math::LazyStamps stamps_;
  query::RawArray<Slabs8> slabs_;
  std::uint32_t epoch_ = 1;
};

}  // namespace dermis::cloth
