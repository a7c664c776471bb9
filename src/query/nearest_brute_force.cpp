// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>

#include "query/nearest_search.h"

namespace dermis::query {

namespace {

/// Adds every triangle of a mesh. It has no tree and no cache: the reference for other searches.
class EveryTriangle {
 public:
  EveryTriangle(const PosedMesh& mesh, std::span<const math::Box> boxes)
      : mesh_(mesh), boxes_(boxes) {}

  void operator()(NearestSoFar& nearest, QueryStats& stats) const {
    const auto count = static_cast<std::uint32_t>(mesh_.triangles.size());
    for (std::uint32_t t = 0; t < count; ++t) {
      if (!boxes_.empty() && is_beyond(boxes_[t], nearest)) continue;
      const auto& [a, b, c] = mesh_.triangles[t];
      nearest.add({t, 0, t}, mesh_.vertices[a], mesh_.vertices[b], mesh_.vertices[c]);
      ++stats.exact_tests;
    }
    stats.triangle_tests += count;
  }
  void try_again(const NearestSkin&, NearestSoFar&, QueryStats&) const {}
  void finish(QueryStats&) const {}

 private:
  /// Whether a box is beyond the limit by more than the rounding in double precision.
  static bool is_beyond(const math::Box& box, const NearestSoFar& nearest) {
    const auto outside = [](double p, double low, double high) {
      return std::max({low - p, p - high, 0.0});
    };
    const math::Vec3d& p = nearest.point();
    const math::Vec3d way{outside(p.x, box.low.x, box.high.x), outside(p.y, box.low.y, box.high.y),
                          outside(p.z, box.low.z, box.high.z)};
    const double limit = nearest.limit();
    return dot(way, way) * (1 - 1e-12) > limit * limit;
  }

  const PosedMesh& mesh_;
  std::span<const math::Box> boxes_;
};

}  // namespace

void find_nearest_by_brute_force(const PosedMesh& mesh, std::span<const math::Box> boxes,
                                 const NearestSearch& search, QueryStats& stats) {
  search_points(search, stats, [&] { return EveryTriangle(mesh, boxes); });
}

}  // namespace dermis::query
