// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <span>

#include "ccd/for_parts.h"
#include "cloth/nearest_so_far.h"

namespace dermis::cloth {

inline SkinSearchStats& operator+=(SkinSearchStats& a, const SkinSearchStats& b) {
  a.points += b.points;
  a.triangle_tests += b.triangle_tests;
  a.exact_tests += b.exact_tests;
  a.vertices_deformed += b.vertices_deformed;
  a.outgrown_boxes += b.outgrown_boxes;
  return a;
}

/// Searches many points on all cores. make_search() gives each part of them something that shows
/// triangles near nearest.point() to `nearest`, and says what it did at the end.
template <class MakeSearch>
void search_points(std::span<const Point> points, std::span<const std::uint32_t> some, double reach,
                   std::span<NearestSkin> found, SkinSearchStats& stats, MakeSearch&& make_search) {
  // So many that a thread is worth waking for them.
  constexpr std::size_t kPart = 512;
  if (!(reach >= 0)) {
    for (const std::uint32_t i : some) found[i] = {};
    return;
  }
  std::mutex adding;
  const math::DefinedFloatMode mode;
  ccd::for_parts(some.size(), kPart, true, [&](std::size_t begin, std::size_t end) {
    NearestSoFar nearest;
    SkinSearchStats own;
    own.points = end - begin;
    auto search = make_search();
    [[maybe_unused]] std::size_t approached = begin;
    for (std::size_t next = begin; next < end; ++next) {
      if constexpr (requires { search.approach(points, some, reach); }) {
        if (next == approached) {
          approached += search.approach(points, some.subspan(next, end - next), reach);
        }
      }
      const std::uint32_t i = some[next];
      nearest.start(points[i], reach);
      if (found[i].found()) search.try_again(found[i], nearest, own);
      search(nearest, own);
      nearest.finish(found[i]);
    }
    search.finish(own);
    const std::lock_guard lock(adding);
    stats += own;
  });
}

}  // namespace dermis::cloth
