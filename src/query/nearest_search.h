// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <span>

#include "base/parallel.h"
#include "dermis/triangle/pairs.h"
#include "math/box.h"
#include "query/character_state.h"
#include "query/nearest_so_far.h"

namespace dermis::query {

class PosedBoxes;

/// The arguments of find_nearest().
struct NearestSearch {
  std::span<const Point> points;
  std::span<const std::uint32_t> some;  ///< indices of points
  double reach;
  std::span<NearestSkin> found;
};

/// Searches all points in parallel. make_search() makes one callable for each part of the points.
/// The callable adds the triangles near nearest.point() to `nearest`.
template <class MakeSearch>
void search_points(const NearestSearch& search, QueryStats& stats, MakeSearch&& make_search) {
  const std::span<const Point> points = search.points;
  const std::span<const std::uint32_t> some = search.some;
  const std::span<NearestSkin> found = search.found;
  const double reach = search.reach;
  // Enough points to be worth waking a thread for.
  constexpr std::size_t kPart = 512;
  if (!(reach >= 0)) {
    for (const std::uint32_t i : some) found[i] = {};
    return;
  }
  std::mutex adding;
  base::parallel_for(some.size(), kPart, [&](std::size_t begin, std::size_t end) {
    NearestSoFar nearest;
    QueryStats own;
    own.points = end - begin;
    auto find = make_search();
    // NOLINTNEXTLINE(misc-const-correctness): the engines that approach() change it
    [[maybe_unused]] std::size_t approached = begin;
    for (std::size_t next = begin; next < end; ++next) {
      if constexpr (requires { find.approach(points, some, reach); }) {
        if (next == approached) {
          approached += find.approach(points, some.subspan(next, end - next), reach);
        }
      }
      const std::uint32_t i = some[next];
      nearest.start(points[i], reach);
      if (found[i].found()) find.try_again(found[i], nearest, own);
      find(nearest, own);
      nearest.finish(found[i]);
    }
    find.finish(own);
    const std::lock_guard lock(adding);
    stats += own;
  });
}

// The engines of find_nearest(), one per NearestMethod, and those of find_corners().
void find_nearest_in_tree(const Character::State& state, const NearestSearch& search,
                          QueryStats& stats);
void find_nearest_in_boxes(const PosedBoxes& posed, const NearestSearch& search, QueryStats& stats);
void find_nearest_by_brute_force(const PosedMesh& mesh, std::span<const math::Box> boxes,
                                 const NearestSearch& search, QueryStats& stats);
void find_corners_in_tree(const Character::State& state, std::span<const NearestSkin> earlier,
                          std::span<Corners> now, QueryStats& stats);
void find_corners_in_boxes(const PosedBoxes& posed, std::span<const NearestSkin> earlier,
                           std::span<Corners> now, QueryStats& stats);

}  // namespace dermis::query
