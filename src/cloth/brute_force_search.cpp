// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <vector>

#include "bounds/collider_data.h"
#include "cloth/body_search.h"
#include "cloth/search_parts.h"
#include "dermis/cloth/skin_search.h"
#include "math/box.h"

namespace dermis {

namespace cloth {

namespace {

class BruteForceSearch final : public BodySearch {
 public:
  BruteForceSearch(const Collider& collider, bool boxes)
      : collider_(collider),
        posed_(collider.data().skin.vertex_count()),
        boxes_(boxes ? collider.triangle_count() : 0) {
    const Skin& skin = collider_.data().skin;
    watch(skin, collider_.data().triangles);
    // What is too large even for the bind pose leaves all vertices at the origin.
    static_cast<void>(deform({std::vector<Affine>(skin.joint_count()),
                              std::vector<float>(skin.morph_target_count(), 0)}));
  }

  Result<void> set_pose(const Pose& pose) override {
    auto ok = deform(pose);
    if (!ok) return ok;
    before_->next(pose);
    return ok;
  }

  using SkinSearch::find;
  void find(std::span<const Point> points, std::span<const std::uint32_t> some, double reach,
            std::span<NearestSkin> found) override {
    search_points(points, some, reach, found, stats_, [&] { return Every(*this); });
  }

  void corners(std::span<const NearestSkin> earlier, std::span<std::array<Vec3, 3>> now) override {
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      if (earlier[i].triangle < collider_.triangle_count()) now[i] = corners(earlier[i].triangle);
    }
  }

 private:
  struct Every {
    explicit Every(const BruteForceSearch& all) : search(all) {}
    void operator()(NearestSoFar& nearest, SkinSearchStats& stats) const {
      const auto count = static_cast<std::uint32_t>(search.collider_.triangle_count());
      for (std::uint32_t t = 0; t < count; ++t) {
        if (!search.boxes_.empty() && is_beyond(search.boxes_[t], nearest)) continue;
        const auto [a, b, c] = search.corners(t);
        nearest.add({t, 0, t}, a, b, c);
        ++stats.exact_tests;
      }
      stats.triangle_tests += count;
    }
    /// Whether a box is farther than what counts, and farther than rounding in double precision
    /// could make it.
    static bool is_beyond(const math::Box& box, const NearestSoFar& nearest) {
      const auto outside = [](double p, double low, double high) {
        return std::max({low - p, p - high, 0.0});
      };
      const math::Vec3d& p = nearest.point();
      const math::Vec3d way{outside(p.x, box.low.x, box.high.x),
                            outside(p.y, box.low.y, box.high.y),
                            outside(p.z, box.low.z, box.high.z)};
      const double limit = nearest.limit();
      return dot(way, way) * (1 - 1e-12) > limit * limit;
    }
    void try_again(const NearestSkin&, NearestSoFar&, SkinSearchStats&) const {}
    void finish(SkinSearchStats&) const {}
    const BruteForceSearch& search;
  };

  Result<void> deform(const Pose& pose) {
    auto ok = collider_.data().skin.deform(pose, posed_);
    if (!ok) return ok;
    for (std::uint32_t t = 0; t < boxes_.size(); ++t) {
      boxes_[t] = math::Box::empty();
      for (const Vec3& corner : corners(t)) boxes_[t].include(corner);
    }
    stats_.vertices_deformed += posed_.size();
    return ok;
  }

  [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const {
    const Triangle& t = collider_.data().triangles[triangle];
    return {posed_[t[0]], posed_[t[1]], posed_[t[2]]};
  }

  Collider collider_;
  std::vector<Vec3> posed_;
  std::vector<math::Box> boxes_;  ///< of all triangles; none: they are not asked
};

}  // namespace

}  // namespace cloth

std::unique_ptr<SkinSearch> search_brute_force(const Collider& collider, bool boxes) {
  return std::make_unique<cloth::BruteForceSearch>(collider, boxes);
}

}  // namespace dermis
