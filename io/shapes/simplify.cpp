// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/shapes/simplify.h"

#include <meshoptimizer.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "base/float_mode.h"
#include "dermis/base/printable.h"
#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
#include "math/box.h"
#include "math/doubles.h"
#include "model/weld.h"
#include "model/with_vertices.h"
#include "nearest_triangle.h"

namespace dermis {

namespace {

/// Vertex positions in the bind pose, without morph targets. Skinned vertices keep their exact rest
/// positions, so that coinciding vertices still coincide.
std::vector<Vec3> bind_positions(const Model& model) {
  const Pose pose = bind_pose(model);
  std::vector<Vec3> result = model.positions;
  for (std::size_t v = 0; v < result.size(); ++v) {
    const std::uint32_t joint = model.influences.of(v).front().joint;
    if (!model.skeleton.joints[joint].rigid) continue;
    result[v] = math::to_float(math::to_double(pose.joints[joint]) * math::to_double(result[v]));
  }
  return result;
}

/// Simplifies all parts, each on its own.
class Simplifier {
 public:
  Simplifier(const Model& model, const SimplifyOptions& options)
      : model_(model),
        options_(options),
        positions_(bind_positions(model)),
        welded_(weld(model)),
        local_(welded_.positions.size(), kNone) {
    math::Box box = math::Box::empty();
    for (const Vec3& p : positions_) box.include(p);
    extent_ = math::size_of(box);
    find_touching_parts();
  }

  Simplified run() {
    std::vector<Triangle> triangles;
    std::vector<Part> parts = model_.parts;
    for (std::size_t p = 0; p < parts.size(); ++p) {
      parts[p].first_triangle = static_cast<std::uint32_t>(triangles.size());
      simplify_part(model_.parts[p], touching_[p], triangles);
      parts[p].triangle_count =
          static_cast<std::uint32_t>(triangles.size()) - parts[p].first_triangle;
    }
    Simplified result;
    result.error = error_;
    result.largest_distance = measure(triangles);
    result.model = without_unused_vertices(std::move(triangles), std::move(parts));
    return result;
  }

 private:
  /// Marks parts that have a corner at the same position as a corner of another part.
  void find_touching_parts() {
    touching_.assign(model_.parts.size(), false);
    if (model_.parts.size() < 2) return;
    std::map<std::array<float, 3>, std::size_t> part_at;
    for (std::size_t p = 0; p < model_.parts.size(); ++p) {
      const Part& part = model_.parts[p];
      for (std::uint32_t t = 0; t < part.triangle_count; ++t) {
        for (const std::uint32_t v : model_.triangles[part.first_triangle + t]) {
          const Vec3& at = positions_[v];
          const std::size_t first = part_at.try_emplace({at.x, at.y, at.z}, p).first->second;
          if (first != p) touching_[first] = touching_[p] = true;
        }
      }
    }
  }

  void simplify_part(const Part& part, bool touching, std::vector<Triangle>& out) {
    // One vertex of the part for each welded vertex, numbered from 0. meshoptimizer treats vertices
    // that coincide but are not welded as seams.
    std::vector<std::uint32_t> vertices;
    std::vector<std::uint32_t> used;
    std::vector<Vec3> positions;
    std::vector<unsigned> indices;
    for (std::uint32_t t = 0; t < part.triangle_count; ++t) {
      for (int i = 0; i < 3; ++i) {
        const std::uint32_t vertex = model_.triangles[part.first_triangle + t][i];
        const std::uint32_t welded = welded_.triangles[part.first_triangle + t][i];
        if (local_[welded] == kNone) {
          local_[welded] = static_cast<std::uint32_t>(vertices.size());
          used.push_back(welded);
          vertices.push_back(vertex);
          positions.push_back(positions_[vertex]);
        }
        indices.push_back(local_[welded]);
      }
    }
    for (const std::uint32_t welded : used) local_[welded] = kNone;
    reduce(positions, touching, indices);
    for (std::size_t i = 0; i < indices.size(); i += 3) {
      out.push_back({vertices[indices[i]], vertices[indices[i + 1]], vertices[indices[i + 2]]});
    }
  }

  void reduce(const std::vector<Vec3>& positions, bool touching, std::vector<unsigned>& indices) {
    const std::size_t triangles = indices.size() / 3;
    const auto target =
        static_cast<std::size_t>(std::ceil(options_.share * static_cast<double>(triangles)));
    if (target >= triangles) return;
    // meshoptimizer's errors are relative to the extent of its input.
    const float scale = meshopt_simplifyScale(&positions[0].x, positions.size(), sizeof(Vec3));
    if (!(scale > 0)) return;
    const double largest = options_.max_error * extent_ / scale;
    std::vector<unsigned> fewer(indices.size());
    float error = 0;
    fewer.resize(meshopt_simplify(fewer.data(), indices.data(), indices.size(), &positions[0].x,
                                  positions.size(), sizeof(Vec3), 3 * target,
                                  static_cast<float>(largest),
                                  touching ? unsigned{meshopt_SimplifyLockBorder} : 0U, &error));
    // A part that is smaller than the allowed error would vanish completely.
    if (fewer.empty()) return;
    indices = std::move(fewer);
    error_ = std::max(error_, double{error} * scale);
  }

  [[nodiscard]] double measure(const std::vector<Triangle>& triangles) const {
    const shapes::NearestTriangle surface(positions_, triangles);
    double largest_sq = 0;
    std::vector<bool> done(positions_.size(), false);
    for (const Triangle& t : triangles) {
      for (const std::uint32_t v : t) done[v] = true;
    }
    for (const Triangle& t : model_.triangles) {
      for (const std::uint32_t v : t) {
        if (done[v]) continue;
        done[v] = true;
        largest_sq = std::max(largest_sq, surface.distance_sq(positions_[v], largest_sq));
      }
    }
    return std::sqrt(largest_sq);
  }

  [[nodiscard]] Model without_unused_vertices(std::vector<Triangle> triangles,
                                              std::vector<Part> parts) const {
    std::vector<bool> used(model_.positions.size(), false);
    for (const Triangle& t : triangles) {
      for (const std::uint32_t v : t) used[v] = true;
    }
    return model::with_vertices(model_, used, std::move(triangles), std::move(parts));
  }

  const Model& model_;
  const SimplifyOptions& options_;
  std::vector<Vec3> positions_;
  Model welded_;
  std::vector<std::uint32_t> local_;  ///< by welded vertex: its index within the current part
  std::vector<bool> touching_;        ///< by part
  double extent_ = 0;
  double error_ = 0;
};

}  // namespace

Result<Simplified> simplify(const Model& model, const SimplifyOptions& options) {
  const base::DefinedFloatMode mode;
  const auto failed = [&](const std::string& why) {
    return Error{printable("the model '" + model.name + "' cannot be simplified: " + why)};
  };
  if (!(options.share > 0 && options.share <= 1)) {
    return failed("the share of triangles is " + std::to_string(options.share) +
                  ", not above 0 and up to 1");
  }
  if (!(options.max_error >= 0 && std::isfinite(options.max_error))) {
    return failed("the largest error is " + std::to_string(options.max_error) +
                  ", not a number from 0 up");
  }
  if (const auto reasons = validate(model); !reasons.empty()) return failed(reasons.front());
  return Simplifier(model, options).run();
}

}  // namespace dermis
