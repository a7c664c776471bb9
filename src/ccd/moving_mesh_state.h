// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <mutex>
#include <vector>

#include "ccd/pair_filter.h"
#include "ccd/space_time_tree.h"
#include "ccd/static_front.h"
#include "ccd/triangle_contact.h"
#include "ccd/vertex_rows.h"
#include "dermis/ccd/moving_mesh.h"

namespace dermis {

struct MovingMesh::State {
  std::vector<Triangle> triangles;
  std::vector<MovingPoint> plans;
  std::vector<double> since;  ///< when each became the plan; none if all were from the beginning
  std::vector<float> radii;   ///< of balls around vertices; none: points
  /// These follow the plans when a query asks for it: prepare().
  mutable ccd::VertexRows rows;
  mutable ccd::SpaceTimeTree tree;
  std::vector<std::uint32_t> first_use, uses;  ///< of vertices by triangles

  explicit State(Mesh mesh);

  /// What is up to date with the plans, each including those before.
  enum class Prepared { nothing, rows, boxes };
  void prepare(Prepared wanted, bool all_cores) const;
  void set_plan(std::uint32_t vertex, const MovingPoint& plan, double from_now_on);
  /// Whether triangles with a common corner always touch.
  [[nodiscard]] bool has_radii() const { return !radii.empty(); }
  /// After all plans have changed.
  void plans_changed() {
    since.clear();
    prepared_ = Prepared::nothing;
  }

  /// After radii have.
  void radii_changed() { prepared_ = std::min(prepared_.load(), Prepared::rows); }

  /// Made when it is first asked for.
  [[nodiscard]] const ccd::StaticFront& front() const;
  [[nodiscard]] ccd::FilterSide filter_side() const { return {&rows, triangles.data(), radii}; }
  [[nodiscard]] ccd::MovingTriangle triangle(std::uint32_t index) const {
    const Triangle& t = triangles[index];
    return {plans.data(), &t, since.empty() ? 0 : std::max({since[t[0]], since[t[1]], since[t[2]]}),
            double{ccd::radius_of(t, radii)}};
  }
  [[nodiscard]] std::span<const std::uint32_t> triangles_at(std::uint32_t vertex) const {
    return ccd::VertexUses{first_use, uses}.of(vertex);
  }
  [[nodiscard]] std::size_t byte_count() const;

 private:
  mutable std::atomic<Prepared> prepared_ = Prepared::nothing;
  mutable std::mutex preparing_;
  mutable std::once_flag front_made_;
  mutable ccd::StaticFront front_;
};

}  // namespace dermis
