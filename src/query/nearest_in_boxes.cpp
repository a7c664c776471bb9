// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/posed_boxes.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "query/nearest_in_boxes.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <bit>

#include "base/dispatch.h"
#include "query/deform_meshlet-inl.h"
#include "query/near_triangles-inl.h"
#include "query/nearest_search.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::query::HWY_NAMESPACE {

class BoxPointSearch {
 public:
  BoxPointSearch(const PosedBoxes& posed, const PosedBoxes::Bounds& bounds)
      : show_(posed.patches(), posed.slabs(), posed.epoch()), posed_(posed), bounds_(bounds) {}

  /// Tries the triangle of the earlier result first.
  void try_again(const NearestSkin& earlier, NearestSoFar& nearest, QueryStats& stats) {
    look_again(*this, earlier, nearest, stats);
  }
  void operator()(NearestSoFar& nearest, QueryStats& stats) {
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
  void finish(QueryStats& stats) const { stats.vertices_deformed += deformed_; }

  [[nodiscard]] const collider::Meshlets& patches() const { return posed_.patches(); }
  query::PosedMeshlet pose(std::uint32_t patch) {
    const PosedBoxes::Place place = posed_.place(patch);
    switch (posed_.stamps().begin(patch, posed_.epoch())) {
      case base::LazyStamps::State::ready:
        break;
      case base::LazyStamps::State::ours:
        deform(patch, place);
        posed_.stamps().finish(patch, posed_.epoch());
        break;
      case base::LazyStamps::State::busy:
        deform(patch, {spare_rows_, spare_boxes_, &spare_box_});
        return {spare_rows_, spare_boxes_, &spare_box_};
    }
    return {place.rows, place.boxes, place.box};
  }

 private:
  /// `at` is the point in the coordinates of the box.
  void look_at_box(std::uint32_t index, const Vec3& at, const WidePoint& point,
                   NearestSoFar& nearest, QueryStats& stats) {
    const BodyBoxes& all = posed_.boxes();
    const BodyBoxes::Box& box = all.boxes()[index];
    BodyBoxes::List list{0, box.patch_count};
    // The coordinates of a point that is very far away may be NaN in single precision.
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
        if (patch >= box.patch_count) break;  // infinite boxes overlap even empty ones
        show_(box.first_patch + patch, pose(box.first_patch + patch), point, nearest, stats);
      }
    }
  }

  void deform(std::uint32_t patch, const PosedBoxes::Place& to) {
    const collider::Meshlet& meshlet = posed_.patches().meshlets[patch];
    query::HWY_NAMESPACE::deform_meshlet(posed_.patches(), meshlet, posed_.skin(), to.rows,
                                         to.boxes, *to.box);
    deformed_ += meshlet.vertex_count;
  }

  // In this order, the members leave the least padding.
  alignas(64) float spare_rows_[4 * collider::kMostInMeshlet];
  Shower show_;
  math::Boxes8 spare_boxes_[collider::kMostInMeshlet / 8];
  const PosedBoxes& posed_;
  const PosedBoxes::Bounds& bounds_;
  std::uint64_t deformed_ = 0;
  math::Box spare_box_;
};

void find_in_boxes(const PosedBoxes& posed, const NearestSearch& search, QueryStats& stats) {
  double largest = 0;
  for (const std::uint32_t i : search.some) {
    const Point& p = search.points[i];
    largest = std::max({largest, std::abs(p[0]), std::abs(p[1]), std::abs(p[2])});
  }
  const PosedBoxes::Bounds bounds = posed.bounds_for(search.reach, largest);
  search_points(search, stats, [&] { return BoxPointSearch(posed, bounds); });
}

void find_corners(const PosedBoxes& posed, std::span<const NearestSkin> earlier,
                  std::span<Corners> now, QueryStats& stats) {
  const PosedBoxes::Bounds none;
  BoxPointSearch search(posed, none);
  pose_again(search, posed.skin(), posed.boxes().triangles(), earlier, now);
  search.finish(stats);
}

}  // namespace dermis::query::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::query {

void find_nearest_in_boxes(const PosedBoxes& posed, const NearestSearch& search,
                           QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), find_in_boxes(posed, search, stats));
}

void find_corners_in_boxes(const PosedBoxes& posed, std::span<const NearestSkin> earlier,
                           std::span<Corners> now, QueryStats& stats) {
  DERMIS_DISPATCH(current_isa(), find_corners(posed, earlier, now, stats));
}

}  // namespace dermis::query
#endif
