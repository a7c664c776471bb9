// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <vector>

#include "ccd/pair_filter.h"
#include "ccd/space_time_tree.h"
#include "ccd/stars.h"
#include "ccd/static_front.h"
#include "ccd/triangle_contact.h"
#include "ccd/vertex_rows.h"
#include "dermis/ccd/moving_mesh.h"

namespace dermis {

struct MovingMesh::State {
  std::vector<Triangle> triangles;
  std::vector<MovingPoint> plans;
  ccd::VertexRows rows;
  ccd::SpaceTimeTree tree;
  std::vector<std::uint32_t> first_use, uses;  ///< of vertices by triangles
  ccd::Stars stars;

  explicit State(Mesh mesh);

  /// Made when it is first asked for.
  [[nodiscard]] const ccd::StaticFront& front() const;
  [[nodiscard]] ccd::FilterSide filter_side() const { return {&rows, triangles.data()}; }
  [[nodiscard]] ccd::MovingTriangle triangle(std::uint32_t index) const {
    return {plans.data(), &triangles[index]};
  }
  [[nodiscard]] std::span<const std::uint32_t> triangles_at(std::uint32_t vertex) const {
    return std::span(uses).subspan(first_use[vertex], first_use[vertex + 1] - first_use[vertex]);
  }
  [[nodiscard]] std::size_t byte_count() const;

 private:
  mutable std::once_flag front_made_;
  mutable ccd::StaticFront front_;
};

}  // namespace dermis
