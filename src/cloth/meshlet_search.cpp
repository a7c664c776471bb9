// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/cloth/skin_search.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cloth/meshlet_search.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>
#include <vector>

#include "cloth/body_search.h"
#include "cloth/near_triangles-inl.h"
#include "cloth/search_parts.h"
#include "math/dispatch.h"
#include "math/points.h"
#include "math/rounded_up.h"
#include "query/meshlet_side-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::cloth::HWY_NAMESPACE {

namespace sided = query::HWY_NAMESPACE;
using math::Box;
using math::Vec3d;

/// The nearest triangle to a point, by the tree from its root: of the children of a node, nearer
/// ones first.
class PointSearch {
 public:
  PointSearch(const Character::State& state, const TriangleSlabs& slabs)
      : state_(state), side_(state, work_), show_(side_.meshlets(), slabs) {
    side_.begin();
  }
  void finish(SkinSearchStats& stats) const { stats.vertices_deformed += work_.vertices_deformed; }

  /// Points that are near each other have most of the way down the tree in common. Gathers what is
  /// within reach of the first ones; says of how many.
  std::size_t approach(std::span<const Point> points, std::span<const std::uint32_t> some,
                       double reach) {
    constexpr std::size_t kMostPoints = 16;
    const double widest = 4 * reach;  // more is gathered for each, or too few share it
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
  /// Looks first where something was found before.
  void try_again(const NearestSkin& earlier, NearestSoFar& nearest, SkinSearchStats& stats) {
    look_again(*this, earlier, nearest, stats);
  }
  void operator()(NearestSoFar& nearest, SkinSearchStats& stats) {
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
    open_.push_back({0, bounds::BoxTree::Link::to_node(0)});
    while (!open_.empty()) {
      const auto [apart_sq, link] = open_.back();
      open_.pop_back();
      if (apart_sq > point.limit_sq(nearest.limit())) continue;
      if (link.is_meshlet()) {
        side_.touch(link.meshlet());
        show_(link.meshlet(), side_.posed(link.meshlet()), point, nearest, stats);
      } else {
        open(link.node(), point, point.limit_sq(nearest.limit()));
      }
    }
  }

  [[nodiscard]] const bounds::Meshlets& patches() const { return side_.meshlets(); }
  query::PosedMeshlet pose(std::uint32_t meshlet) { return side_.posed(meshlet); }

 private:
  struct Open {
    float apart_sq;
    bounds::BoxTree::Link link;
  };

  /// All groups of triangles with boxes within reach of a box, or false if these are too many: then
  /// it is better to look for the nearest of them.
  bool gather(const Box& box, double reach) {
    constexpr std::size_t kMostGroups = 64;
    groups_.clear();
    // The points, their distances, and this sum itself are rounded.
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
      const bounds::BoxTree::Node& node = state_.data->box_tree.nodes[index];
      for (unsigned met = side_.overlaps(around, index); met != 0; met &= met - 1) {
        const bounds::BoxTree::Link link = node.children[std::countr_zero(met)];
        if (!link.is_meshlet()) {
          nodes_.push_back(link.node());
          continue;
        }
        side_.touch(link.meshlet());
        const query::PosedMeshlet posed = side_.posed(link.meshlet());
        const bounds::Meshlet& m = side_.meshlets().meshlets[link.meshlet()];
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
    const bounds::BoxTree::Node& node = state_.data->box_tree.nodes[index];
    alignas(32) float apart_sq[8];
    wide::store(point.distance_sq(side_.boxes(index)), apart_sq);
    const std::size_t first = open_.size();
    for (std::uint32_t i = 0; i < node.child_count; ++i) {
      if (apart_sq[i] > limit_sq) continue;
      open_.push_back({apart_sq[i], node.children[i]});
      // The nearest one last, from where it is taken; the order of the others matters little.
      const std::size_t last = open_.size() - 1;
      if (last > first && open_[last - 1].apart_sq < apart_sq[i]) {
        std::swap(open_[last - 1], open_[last]);
      }
    }
  }

  const Character::State& state_;
  QueryStats work_;
  sided::Side side_;
  Shower show_;
  std::vector<Open> open_;
  std::vector<std::uint32_t> nodes_;
  std::vector<PosedGroup> groups_;
  bool gathered_ = false;  ///< groups_ are all that points approached may have within reach
};

void find_nearest(const Character::State& state, const TriangleSlabs& slabs,
                  std::span<const Point> points, std::span<const std::uint32_t> some, double reach,
                  std::span<NearestSkin> found, SkinSearchStats& stats) {
  search_points(points, some, reach, found, stats, [&] { return PointSearch(state, slabs); });
}

void find_corners(const Character::State& state, const TriangleSlabs& slabs,
                  std::span<const NearestSkin> earlier, std::span<std::array<Vec3, 3>> now,
                  SkinSearchStats& stats) {
  PointSearch search(state, slabs);
  pose_again(search, state.skin, state.data->triangles, earlier, now);
  search.finish(stats);
}

}  // namespace dermis::cloth::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis {

namespace cloth {

class MeshletSearch final : public BodySearch {
 public:
  explicit MeshletSearch(const Collider& collider)
      : body_(collider), slabs_(body_.state().data->meshlets.triangles.size() / 8) {
    watch(body_.state().data->skin, body_.state().data->triangles);
  }

  Result<void> set_pose(const Pose& pose) override {
    auto ok = body_.set_pose(pose);
    if (!ok) return ok;
    before_->next(pose);
    slabs_.next_pose();
    return ok;
  }

  using SkinSearch::find;
  void find(std::span<const Point> points, std::span<const std::uint32_t> some, double reach,
            std::span<NearestSkin> found) override {
    if (!is_posed()) {
      for (const std::uint32_t i : some) found[i] = {};
      return;
    }
    DERMIS_DISPATCH(best_isa(),
                    find_nearest(body_.state(), slabs_, points, some, reach, found, stats_));
  }
  void corners(std::span<const NearestSkin> earlier, std::span<std::array<Vec3, 3>> now) override {
    if (!is_posed()) return;
    const math::DefinedFloatMode mode;
    DERMIS_DISPATCH(best_isa(), find_corners(body_.state(), slabs_, earlier, now, stats_));
  }

 private:
  /// False as long as even the pose at rest was too large.
  [[nodiscard]] bool is_posed() const { return body_.state().epoch != 0; }

  Character body_;
  TriangleSlabs slabs_;
};

}  // namespace cloth

std::unique_ptr<SkinSearch> search_meshlets(const Collider& collider) {
  return std::make_unique<cloth::MeshletSearch>(collider);
}

}  // namespace dermis
#endif
