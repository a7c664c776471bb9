// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/nearest_search.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/nearest_in_tree.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "base/dispatch.h"
#include "math/points.h"
#include "math/rounded_up.h"
#include "query/near_triangles-inl.h"
#include "query/posed_tree-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

using math::Box;
using math::Vec3d;

/// Finds the nearest triangle to a point by a descent from the root. Nearer children of a node come
/// first.
class PointSearch {
 public:
  PointSearch(const Character::State& state, const TriangleSlabs& slabs)
      : state_(state), tree_(state, work_), show_(tree_.meshlets(), slabs, state.epoch) {
    tree_.begin();
  }
  void finish(QueryStats& stats) const { stats += work_; }

  /// Points that are near each other share most of the descent. Gathers the triangles within reach
  /// of the first points of `some`. Returns the number of these points.
  std::size_t approach(std::span<const Point> points, std::span<const std::uint32_t> some,
                       double reach) {
    constexpr std::size_t kMostPoints = 16;
    // A wider box gathers more per point; a narrower one serves fewer points.
    const double widest = 4 * reach;
    Box around = Box::empty();
    std::size_t count = 0;
    for (; count < std::min(some.size(), kMostPoints); ++count) {
      Box wider = around;
      wider.include(math::to_float(math::to_vector(points[some[count]])));
      const Vec3d side = math::to_double(wider.high) - math::to_double(wider.low);
      if (count > 0 && !(std::max({side.x, side.y, side.z}) <= widest)) break;
      around = wider;
    }
    gathered_ = gather(around, reach);
    return count;
  }
  /// Tries the triangle of the earlier result first.
  void try_again(const NearestSkin& earlier, NearestSoFar& nearest, QueryStats& stats) {
    look_again(*this, earlier, nearest, stats);
  }
  void operator()(NearestSoFar& nearest, QueryStats& stats) {
    const WidePoint point(nearest.point());
    if (gathered_) {
      float limit_sq = point.limit_sq(nearest.limit());
      for (const PosedGroup& group : groups_) {
        show_(group, point, limit_sq, nearest, stats);
      }
      stats.triangle_tests += 8 * groups_.size();
      return;
    }
    open_.clear();
    open_.push_back({0, collider::BoxTree::Link::to_node(0)});
    while (!open_.empty()) {
      const auto [apart_sq, link] = open_.back();
      open_.pop_back();
      if (apart_sq > point.limit_sq(nearest.limit())) continue;
      if (link.is_meshlet()) {
        tree_.touch(link.meshlet());
        show_(link.meshlet(), tree_.posed(link.meshlet()), point, nearest, stats);
      } else {
        open(link.node(), point, point.limit_sq(nearest.limit()));
      }
    }
  }

  [[nodiscard]] const collider::Meshlets& patches() const { return tree_.meshlets(); }
  PosedMeshlet pose(std::uint32_t meshlet) { return tree_.posed(meshlet); }

 private:
  struct Open {
    float apart_sq;
    collider::BoxTree::Link link;
  };

  /// Gathers all groups of triangles whose boxes are within reach of a box. Returns false if there
  /// are too many: a search for the nearest is faster then.
  bool gather(const Box& box, double reach) {
    constexpr std::size_t kMostGroups = 64;
    groups_.clear();
    // Adds a margin for the rounding of the points, of their distances, and of this sum.
    const double largest =
        std::max({std::abs(box.low.x), std::abs(box.low.y), std::abs(box.low.z),
                  std::abs(box.high.x), std::abs(box.high.y), std::abs(box.high.z)});
    const float far = math::rounded_up((reach + 0x1p-22 * largest) * (1 + 0x1p-22));
    const wide::WideBox around({{box.low.x - far, box.low.y - far, box.low.z - far},
                                {box.high.x + far, box.high.y + far, box.high.z + far}});
    nodes_.assign(1, 0);
    while (!nodes_.empty()) {
      const std::uint32_t index = nodes_.back();
      nodes_.pop_back();
      const collider::BoxTree::Node& node = state_.data->box_tree.nodes[index];
      for (unsigned met = tree_.overlaps(around, index); met != 0; met &= met - 1) {
        const collider::BoxTree::Link link = node.children[std::countr_zero(met)];
        if (!link.is_meshlet()) {
          nodes_.push_back(link.node());
          continue;
        }
        tree_.touch(link.meshlet());
        const PosedMeshlet posed = tree_.posed(link.meshlet());
        const collider::Meshlet& m = tree_.meshlets().meshlets[link.meshlet()];
        for (std::uint32_t g = 0; g < m.group_count; ++g) {
          if (wide::overlaps(around, posed.boxes[g]) != 0) {
            groups_.push_back({posed.boxes + g, posed.rows, link.meshlet(), m.first_group + g});
          }
        }
        if (groups_.size() > kMostGroups) return false;
      }
    }
    return true;
  }

  void open(std::uint32_t index, const WidePoint& point, float limit_sq) {
    const collider::BoxTree::Node& node = state_.data->box_tree.nodes[index];
    alignas(32) float apart_sq[8];
    wide::store(point.distance_sq(tree_.boxes(index)), apart_sq);
    const std::size_t first = open_.size();
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      if (apart_sq[i] > limit_sq) continue;
      open_.push_back({apart_sq[i], node.children[i]});
      // Keeps the nearest child last, where it is popped first. The order of the others matters
      // little.
      const std::size_t last = open_.size() - 1;
      if (last > first && open_[last - 1].apart_sq < apart_sq[i]) {
        std::swap(open_[last - 1], open_[last]);
      }
    }
  }

  const Character::State& state_;
  QueryStats work_;
  PosedTree tree_;
  Shower show_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> nodes_;
  std::vector<PosedGroup> groups_;
  bool gathered_ = false;  ///< groups_ hold all triangles within reach of the approached points
};

void find_nearest(const Character::State& state, const TriangleSlabs& slabs,
                  const NearestSearch& search, QueryStats& stats) {
  search_points(search, stats, [&] { return PointSearch(state, slabs); });
}

void find_corners(const Character::State& state, const TriangleSlabs& slabs,
                  std::span<const NearestSkin> earlier, std::span<Corners> now, QueryStats& stats) {
  PointSearch search(state, slabs);
  pose_again(search, state.skin, state.data->triangles, earlier, now);
  search.finish(stats);
}

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::query {

namespace {

/// The slabs of a character. Created on first use.
const TriangleSlabs& slabs_of(const Character::State& state) {
  return state.attachments.get<TriangleSlabs>(
      [&] { return std::make_shared<TriangleSlabs>(state.data->meshlets.triangles.size() / 8); });
}

}  // namespace

void find_nearest_in_tree(const Character::State& state, const NearestSearch& search,
                          QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), find_nearest(state, slabs_of(state), search, stats));
}

void find_corners_in_tree(const Character::State& state, std::span<const NearestSkin> earlier,
                          std::span<Corners> now, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), find_corners(state, slabs_of(state), earlier, now, stats));
}

}  // namespace dermis::query
#endif
