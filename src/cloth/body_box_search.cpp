// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/posed_boxes.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "cloth/body_box_search.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <bit>

#include "cloth/body_search.h"
#include "cloth/near_triangles-inl.h"
#include "cloth/search_parts.h"
#include "math/dispatch.h"
#include "query/deform_meshlet-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::cloth::HWY_NAMESPACE {

class BoxPointSearch {
 public:
  BoxPointSearch(const PosedBoxes& posed, const PosedBoxes::Bounds& bounds)
      : posed_(posed), bounds_(bounds), show_(posed.patches(), posed.slabs()) {}

  /// Looks first where something was found before.
  void try_again(const NearestSkin& earlier, NearestSoFar& nearest, SkinSearchStats& stats) {
    look_again(*this, earlier, nearest, stats);
  }
  void operator()(NearestSoFar& nearest, SkinSearchStats& stats) {
    const WidePoint point(nearest.point());
    const Vec3 p = math::to_float(nearest.point());
    const wide::Eight x = wide::all(p.x);
    const wide::Eight y = wide::all(p.y);
    const wide::Eight z = wide::all(p.z);
    for (std::size_t g = 0; g < bounds_.groups.size(); ++g) {
      const PosedBoxes::Group& group = posed_.groups()[g];
      const math::Boxes8& boxes = bounds_.groups[g];
      const auto local = [&](int axis) {
        const math::Float8* const row = group.row[axis];
        return (wide::load(row[0].lane) * x + wide::load(row[1].lane) * y) +
               (wide::load(row[2].lane) * z + wide::load(row[3].lane));
      };
      const wide::Eight at[3] = {local(0), local(1), local(2)};
      wide::Apart apart = wide::Apart::where_greater(wide::load(boxes.low[0]), at[0]);
      apart.or_greater(at[0], wide::load(boxes.high[0]));
      for (const int axis : {1, 2}) {
        apart.or_greater(wide::load(boxes.low[axis]), at[axis]);
        apart.or_greater(at[axis], wide::load(boxes.high[axis]));
      }
      unsigned inside = ~apart.bits() & 255U;
      if (inside == 0) continue;
      math::Float8 lanes[3];
      for (const int axis : {0, 1, 2}) wide::store(at[axis], lanes[axis].lane);
      for (; inside != 0; inside &= inside - 1) {
        const auto lane = static_cast<std::size_t>(std::countr_zero(inside));
        const std::size_t box = 8 * g + lane;
        if (box >= posed_.boxes().boxes().size()) break;
        const Vec3 in_box{lanes[0].lane[lane], lanes[1].lane[lane], lanes[2].lane[lane]};
        look_at_box(static_cast<std::uint32_t>(box), in_box, point, nearest, stats);
      }
    }
  }
  void finish(SkinSearchStats& stats) const { stats.vertices_deformed += deformed_; }

  [[nodiscard]] const bounds::Meshlets& patches() const { return posed_.patches(); }
  query::PosedMeshlet pose(std::uint32_t patch) {
    const PosedBoxes::Place place = posed_.place(patch);
    switch (posed_.stamps().begin(patch, posed_.epoch())) {
      case math::LazyStamps::State::ready:
        break;
      case math::LazyStamps::State::ours:
        deform(patch, place);
        posed_.stamps().finish(patch, posed_.epoch());
        break;
      case math::LazyStamps::State::busy:
        deform(patch, {spare_rows_, spare_boxes_, &spare_box_});
        return {spare_rows_, spare_boxes_, &spare_box_};
    }
    return {place.rows, place.boxes, place.box};
  }

 private:
  /// `at` is where the point is in the coordinates of the box.
  void look_at_box(std::uint32_t index, const Vec3& at, const WidePoint& point,
                   NearestSoFar& nearest, SkinSearchStats& stats) {
    const BodyBoxes& all = posed_.boxes();
    const BodyBoxes::Box& box = all.boxes()[index];
    BodyBoxes::List list{0, box.patch_count};
    // A point may be so far away that it is nowhere in single precision.
    if (!posed_.outgrown(index) && at.x == at.x) {
      const double more = bounds_.more[index];
      const std::uint32_t first = all.slice_at(box, at.x - more);
      const std::uint32_t last = more > 0 ? all.slice_at(box, at.x + more) : first;
      list = all.slice(box.first_slice + first);
      for (std::uint32_t s = first + 1; s <= last; ++s) {
        const BodyBoxes::List& next = all.slice(box.first_slice + s);
        list = {std::min(list.begin, next.begin), std::max(list.end, next.end)};
      }
    }
    if (list.begin >= list.end) return;
    const float near = bounds_.near(index, nearest.limit());
    const wide::WideBox around(
        {{at.x - near, at.y - near, at.z - near}, {at.x + near, at.y + near, at.z + near}});
    for (std::uint32_t g = list.begin / 8; 8 * g < list.end; ++g) {
      unsigned reached = wide::overlaps(around, all.patch_ranges(box.first_group + g));
      for (; reached != 0; reached &= reached - 1) {
        const std::uint32_t patch = 8 * g + static_cast<std::uint32_t>(std::countr_zero(reached));
        if (patch >= box.patch_count) break;  // infinite boxes share points with empty ones
        show_(box.first_patch + patch, pose(box.first_patch + patch), point, nearest, stats);
      }
    }
  }

  void deform(std::uint32_t patch, const PosedBoxes::Place& to) {
    const bounds::Meshlet& meshlet = posed_.patches().meshlets[patch];
    query::HWY_NAMESPACE::deform_meshlet(posed_.patches(), meshlet, posed_.skin(), to.rows,
                                         to.boxes, *to.box);
    deformed_ += meshlet.vertex_count;
  }

  const PosedBoxes& posed_;
  const PosedBoxes::Bounds& bounds_;
  Shower show_;
  std::uint64_t deformed_ = 0;
  alignas(64) float spare_rows_[4 * bounds::kMostInMeshlet];
  math::Boxes8 spare_boxes_[bounds::kMostInMeshlet / 8];
  math::Box spare_box_;
};

void find_in_boxes(const PosedBoxes& posed, std::span<const Point> points,
                   std::span<const std::uint32_t> some, double reach, std::span<NearestSkin> found,
                   SkinSearchStats& stats) {
  double largest = 0;
  for (const std::uint32_t i : some) {
    const Point& p = points[i];
    largest = std::max({largest, std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
  }
  const PosedBoxes::Bounds bounds = posed.bounds_for(reach, largest);
  search_points(points, some, reach, found, stats, [&] { return BoxPointSearch(posed, bounds); });
}

void find_corners(const PosedBoxes& posed, std::span<const NearestSkin> earlier,
                  std::span<std::array<Vec3, 3>> now, SkinSearchStats& stats) {
  const PosedBoxes::Bounds none;
  BoxPointSearch search(posed, none);
  pose_again(search, posed.skin(), posed.boxes().triangles(), earlier, now);
  search.finish(stats);
}

}  // namespace dermis::cloth::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis {

namespace cloth {

class BodyBoxSearch final : public BodySearch {
 public:
  explicit BodyBoxSearch(BodyBoxes boxes) : posed_(std::move(boxes)) {
    const Skin& skin = posed_.boxes().skin();
    watch(skin, posed_.boxes().triangles());
    const math::DefinedFloatMode mode;
    // BodyBoxes::make() has refused what is too large for this pose.
    static_cast<void>(posed_.set_pose({std::vector<Affine>(skin.joint_count()),
                                       std::vector<float>(skin.morph_target_count(), 0)}));
  }

  Result<void> set_pose(const Pose& pose) override {
    const math::DefinedFloatMode mode;
    auto ok = posed_.set_pose(pose);
    if (!ok) return ok;
    before_->next(pose);
    stats_.outgrown_boxes += posed_.outgrown_count();
    return ok;
  }
  using SkinSearch::find;
  void find(std::span<const Point> points, std::span<const std::uint32_t> some, double reach,
            std::span<NearestSkin> found) override {
    const math::DefinedFloatMode mode;
    DERMIS_DISPATCH(best_isa(), find_in_boxes(posed_, points, some, reach, found, stats_));
  }
  void corners(std::span<const NearestSkin> earlier, std::span<std::array<Vec3, 3>> now) override {
    const math::DefinedFloatMode mode;
    DERMIS_DISPATCH(best_isa(), find_corners(posed_, earlier, now, stats_));
  }

 private:
  PosedBoxes posed_;
};

}  // namespace cloth

Result<std::unique_ptr<SkinSearch>> search_body_boxes(const Model& model,
                                                      const BodyBoxOptions& options) {
  auto boxes = cloth::BodyBoxes::make(model, options);
  if (!boxes) return boxes.error();
  return std::unique_ptr<SkinSearch>(std::make_unique<cloth::BodyBoxSearch>(std::move(*boxes)));
}

}  // namespace dermis
#endif
