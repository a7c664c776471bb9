// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "base/attachments.h"
#include "base/internals.h"
#include "dermis/motion/moving_mesh.h"
#include "motion/features/pair_filter.h"
#include "motion/features/triangle_impact.h"
#include "motion/features/vertex_rows.h"
#include "motion/mesh/space_time_tree.h"
#include "motion/mesh/vertex_uses.h"

namespace dermis {

struct MovingMesh::State {
  std::vector<Triangle> triangles;
  std::vector<MovingPoint> plans;
  std::vector<double> since;  ///< time from which each plan holds; empty if all hold from 0
  std::vector<float> radii;   ///< radii of the balls around the vertices; empty: points
  /// Derived from the plans. prepare() brings them up to date when a query needs them.
  mutable motion::VertexRows rows;
  mutable motion::SpaceTimeTree tree;
  std::vector<std::uint32_t> first_use, uses;  ///< the triangles at each vertex: VertexUses

  explicit State(Mesh mesh);

  /// The data that are up to date with the plans. Each value includes the previous ones.
  enum class Prepared { nothing, rows, boxes };
  void prepare(Prepared wanted) const;
  void set_plan(std::uint32_t vertex, const MovingPoint& plan, double from_now_on);
  /// With radii, triangles with a common corner always touch, so they do not count.
  [[nodiscard]] bool has_radii() const { return !radii.empty(); }
  /// Call after all plans have changed.
  void plans_changed() {
    since.clear();
    prepared_ = Prepared::nothing;
  }

  /// Call after the radii have changed.
  void radii_changed() { prepared_ = std::min(prepared_.load(), Prepared::rows); }

  [[nodiscard]] motion::FilterSide filter_side() const { return {&rows, triangles.data(), radii}; }
  [[nodiscard]] motion::MovingTriangle triangle(std::uint32_t index) const {
    const Triangle& t = triangles[index];
    return {plans.data(), &t, since.empty() ? 0 : std::max({since[t[0]], since[t[1]], since[t[2]]}),
            double{motion::radius_of(t, radii)}};
  }
  [[nodiscard]] motion::VertexUses vertex_uses() const { return {first_use, uses}; }
  [[nodiscard]] std::span<const std::uint32_t> triangles_at(std::uint32_t vertex) const {
    return vertex_uses().of(vertex);
  }
  [[nodiscard]] std::size_t byte_count() const;

  base::Attachments attachments;  ///< data of higher rooms that depends on the triangles alone

 private:
  mutable std::atomic<Prepared> prepared_ = Prepared::nothing;
  mutable std::mutex preparing_;
};

inline const MovingMesh::State& state_of(const MovingMesh& mesh) {
  return Internals::state(mesh);
}

}  // namespace dermis
