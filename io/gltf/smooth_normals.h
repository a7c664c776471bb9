// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::gltf {

/// Area-weighted vertex normals for viewers: at the rest positions, and their changes by morph
/// targets. The model must be valid and outlive this object.
class SmoothNormals {
 public:
  explicit SmoothNormals(const Model& model)
      : model_(model), first_use_(model.positions.size() + 1), uses_(3 * model.triangles.size()) {
    for (const Triangle& t : model.triangles) {
      for (const std::uint32_t v : t) ++first_use_[v];
    }
    // After the partial sums, first_use_[v] is the end of the list of vertex v. Filling the lists
    // from the last triangle to the first moves it to the beginning, and leaves each list in
    // ascending order.
    std::partial_sum(first_use_.begin(), first_use_.end(), first_use_.begin());
    for (std::size_t t = model.triangles.size(); t-- > 0;) {
      for (const std::uint32_t v : model.triangles[t]) {
        uses_[--first_use_[v]] = static_cast<std::uint32_t>(t);
      }
    }
    at_rest_.reserve(model.positions.size());
    for (std::uint32_t v = 0; v < model.positions.size(); ++v) {
      at_rest_.push_back(normal(v, [&](std::uint32_t i) { return model.positions[i]; }));
    }
  }

  [[nodiscard]] const std::vector<Vec3>& at_rest() const { return at_rest_; }

  /// The normals of a part displaced by `deltas`, minus the normals at rest. Visits only the
  /// triangles around vertices that move: a face has many targets, each of which moves few
  /// vertices.
  [[nodiscard]] std::vector<Vec3> changes(const Part& part, const std::vector<Vec3>& deltas) const {
    std::vector<Vec3> result(deltas.size());
    std::vector<bool> done(deltas.size());
    const auto displaced = [&](std::uint32_t v) {
      const Vec3& p = model_.positions[v];
      const Vec3& d = deltas[v - part.first_vertex];
      return Vec3{p.x + d.x, p.y + d.y, p.z + d.z};
    };
    for (std::uint32_t moved = 0; moved < deltas.size(); ++moved) {
      if (deltas[moved] == Vec3{}) continue;
      for (const std::uint32_t t : triangles_at(part.first_vertex + moved)) {
        for (const std::uint32_t v : model_.triangles[t]) {
          const std::uint32_t own = v - part.first_vertex;
          if (done[own]) continue;
          done[own] = true;
          const Vec3 now = normal(v, displaced);
          const Vec3& before = at_rest_[v];
          result[own] = {now.x - before.x, now.y - before.y, now.z - before.z};
        }
      }
    }
    return result;
  }

 private:
  [[nodiscard]] std::span<const std::uint32_t> triangles_at(std::uint32_t vertex) const {
    return {uses_.data() + first_use_[vertex], uses_.data() + first_use_[vertex + 1]};
  }

  [[nodiscard]] Vec3 normal(std::uint32_t vertex, const auto& position) const {
    Vec3 sum;
    for (const std::uint32_t t : triangles_at(vertex)) {
      const Vec3 a = position(model_.triangles[t][0]);
      const Vec3 b = position(model_.triangles[t][1]);
      const Vec3 c = position(model_.triangles[t][2]);
      const Vec3 u{b.x - a.x, b.y - a.y, b.z - a.z};
      const Vec3 v{c.x - a.x, c.y - a.y, c.z - a.z};
      const Vec3 n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
      sum = {sum.x + n.x, sum.y + n.y, sum.z + n.z};
    }
    const double l =
        std::sqrt(double{sum.x} * sum.x + double{sum.y} * sum.y + double{sum.z} * sum.z);
    return l > 0 && std::isfinite(l) ? Vec3{float(sum.x / l), float(sum.y / l), float(sum.z / l)}
                                     : Vec3{0, 0, 1};
  }

  const Model& model_;
  std::vector<std::uint32_t> first_use_;  ///< start of each vertex's triangles in uses_
  std::vector<std::uint32_t> uses_;
  std::vector<Vec3> at_rest_;
};

}  // namespace dermis::gltf
