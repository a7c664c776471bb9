// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/find_nearest.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>
#include <numeric>
#include <vector>

#include "base/float_mode.h"
#include "base/parallel.h"
#include "query/nearest_search.h"
#include "query/posed_boxes.h"

namespace dermis {

namespace {

/// All vertices of a pose and the boxes of all triangles, for brute force.
class WholeMesh {
 public:
  /// Deforms all vertices if the pose is new. Other threads wait.
  void prepare(const Character::State& state, QueryStats& stats) {
    const std::lock_guard lock(preparing_);
    if (epoch_ == state.epoch) return;
    const std::vector<Triangle>& triangles = state.data->triangles;
    vertices_.resize(state.data->skin.vertex_count());
    state.skin.deform_all(vertices_);
    boxes_.assign(triangles.size(), math::Box::empty());
    for (std::size_t t = 0; t < triangles.size(); ++t) {
      for (const std::uint32_t v : triangles[t]) boxes_[t].include(vertices_[v]);
    }
    stats.vertices_deformed += vertices_.size();
    epoch_ = state.epoch;
  }
  [[nodiscard]] PosedMesh mesh(const Character::State& state) const {
    return {vertices_, state.data->triangles};
  }
  [[nodiscard]] std::span<const math::Box> boxes() const { return boxes_; }
  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(*this) + sizeof(Vec3) * vertices_.size() + sizeof(math::Box) * boxes_.size();
  }

 private:
  std::mutex preparing_;
  std::uint32_t epoch_ = 0;
  std::vector<Vec3> vertices_;
  std::vector<math::Box> boxes_;
};

WholeMesh& whole_mesh_of(const Character::State& state, QueryStats& stats) {
  auto& mesh = state.attachments.get<WholeMesh>([] { return std::make_shared<WholeMesh>(); });
  mesh.prepare(state, stats);
  return mesh;
}

}  // namespace

QueryStats find_nearest(const Character& character, std::span<const Point> points,
                        std::span<const std::uint32_t> some, std::span<NearestSkin> found,
                        const NearestOptions& options) {
  assert(found.size() == points.size());
  assert(std::ranges::all_of(some, [&](std::uint32_t i) { return i < points.size(); }));
  const auto is_finite = [&](std::uint32_t i) {
    return std::ranges::all_of(points[i], [](double x) { return std::isfinite(x); });
  };
  std::vector<std::uint32_t> finite;  // no bound says anything about other points
  if (!std::ranges::all_of(some, is_finite)) {
    for (const std::uint32_t i : some) {
      if (is_finite(i)) {
        finite.push_back(i);
      } else {
        found[i] = {};
      }
    }
    some = finite;
  }
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(options.executor);
  const query::RunningQuestion running(character);
  const Character::State& state = state_of(character);
  const query::NearestSearch search{points, some, options.reach, found};
  QueryStats stats;
  switch (options.method) {
    case NearestMethod::boxes:
      if (const query::PosedBoxes* const boxes = query::posed_boxes_of(state, stats)) {
        query::find_nearest_in_boxes(*boxes, search, stats);
        break;
      }
      [[fallthrough]];
    case NearestMethod::meshlets:
      query::find_nearest_in_tree(state, search, stats);
      break;
    case NearestMethod::brute_force:
    case NearestMethod::every_triangle: {
      const WholeMesh& whole = whole_mesh_of(state, stats);
      const bool with_boxes = options.method == NearestMethod::brute_force;
      query::find_nearest_by_brute_force(whole.mesh(state),
                                         with_boxes ? whole.boxes() : std::span<const math::Box>{},
                                         search, stats);
      break;
    }
  }
  return stats;
}

QueryStats find_nearest(const Character& character, std::span<const Point> points,
                        std::span<NearestSkin> found, const NearestOptions& options) {
  std::vector<std::uint32_t> all(points.size());
  std::iota(all.begin(), all.end(), 0U);
  return find_nearest(character, points, all, found, options);
}

Nearest find_nearest(const Character& character, std::span<const Point> points,
                     const NearestOptions& options) {
  Nearest result;
  result.places.resize(points.size());
  result.stats = find_nearest(character, points, result.places, options);
  return result;
}

QueryStats find_corners(const Character& character, std::span<const NearestSkin> earlier,
                        std::span<Corners> now, const NearestOptions& options) {
  assert(now.size() == earlier.size());
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running(character);
  const Character::State& state = state_of(character);
  QueryStats stats;
  const bool whole = options.method == NearestMethod::brute_force ||
                     options.method == NearestMethod::every_triangle;
  if (!whole) {
    const query::PosedBoxes* const boxes =
        options.method == NearestMethod::boxes ? query::posed_boxes_of(state, stats) : nullptr;
    if (boxes != nullptr) {
      query::find_corners_in_boxes(*boxes, earlier, now, stats);
    } else {
      query::find_corners_in_tree(state, earlier, now, stats);
    }
    return stats;
  }
  const PosedMesh mesh = whole_mesh_of(state, stats).mesh(state);
  for (std::size_t i = 0; i < earlier.size(); ++i) {
    if (earlier[i].triangle >= mesh.triangles.size()) continue;
    const auto& [a, b, c] = mesh.triangles[earlier[i].triangle];
    now[i] = {mesh.vertices[a], mesh.vertices[b], mesh.vertices[c]};
  }
  return stats;
}

}  // namespace dermis
