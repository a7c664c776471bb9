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

#include <utility>
#include <vector>

#include "cloth/body_search.h"
#include "cloth/near_triangles-inl.h"
#include "cloth/search_parts.h"
#include "math/dispatch.h"
#include "query/meshlet_side-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::cloth::HWY_NAMESPACE {

namespace sided = query::HWY_NAMESPACE;

/// The nearest triangle to a point, by the tree from its root: of the children of a node, nearer
/// ones first.
class PointSearch {
 public:
  explicit PointSearch(const Character::State& state) : state_(state), side_(state, work_) {
    side_.begin();
  }
  void finish(SkinSearchStats& stats) const { stats.vertices_deformed += work_.vertices_deformed; }

  /// Looks first where something was found before.
  void try_again(const NearestSkin& earlier, NearestSoFar& nearest, SkinSearchStats& stats) {
    look_again(*this, earlier, nearest, stats);
  }
  void operator()(NearestSoFar& nearest, SkinSearchStats& stats) {
    const WidePoint point(nearest.point());
    open_.clear();
    open_.push_back({0, bounds::BoxTree::Link::to_node(0)});
    while (!open_.empty()) {
      const auto [apart_sq, link] = open_.back();
      open_.pop_back();
      if (apart_sq > point.limit_sq(nearest.limit())) continue;
      if (link.is_meshlet()) {
        side_.touch(link.meshlet());
        look_at_meshlet(side_.meshlets(), link.meshlet(), side_.posed(link.meshlet()), point,
                        nearest, stats);
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
  std::vector<Open> open_;
};

void find_nearest(const Character::State& state, std::span<const Point> points, double reach,
                  std::span<NearestSkin> found, SkinSearchStats& stats) {
  search_points(points, reach, found, stats, [&] { return PointSearch(state); });
}

void find_corners(const Character::State& state, std::span<const NearestSkin> earlier,
                  std::span<std::array<Vec3, 3>> now, SkinSearchStats& stats) {
  PointSearch search(state);
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
  explicit MeshletSearch(const Collider& collider) : body_(collider) {
    watch(body_.state().data->skin, body_.state().data->triangles);
  }

  Result<void> set_pose(const Pose& pose) override {
    auto ok = body_.set_pose(pose);
    if (!ok) return ok;
    before_->next(pose);
    return ok;
  }

  void find(std::span<const Point> points, double reach, std::span<NearestSkin> found) override {
    DERMIS_DISPATCH(best_isa(), find_nearest(body_.state(), points, reach, found, stats_));
  }
  void corners(std::span<const NearestSkin> earlier, std::span<std::array<Vec3, 3>> now) override {
    const math::DefinedFloatMode mode;
    DERMIS_DISPATCH(best_isa(), find_corners(body_.state(), earlier, now, stats_));
  }

 private:
  Character body_;
};

}  // namespace cloth

std::unique_ptr<SkinSearch> search_meshlets(const Collider& collider) {
  return std::make_unique<cloth::MeshletSearch>(collider);
}

}  // namespace dermis
#endif
