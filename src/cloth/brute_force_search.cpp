// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <vector>

#include "bounds/collider_data.h"
#include "cloth/pose_before.h"
#include "cloth/search_parts.h"
#include "dermis/cloth/skin_search.h"

namespace dermis {

namespace cloth {

namespace {

class BruteForceSearch final : public SkinSearch {
 public:
  explicit BruteForceSearch(const Collider& collider)
      : collider_(collider),
        before_(collider_.data().skin, collider_.data().triangles),
        posed_(collider.data().skin.vertex_count()) {
    const Skin& skin = collider.data().skin;
    // What is too large even for the bind pose leaves all vertices at the origin.
    static_cast<void>(set_pose({std::vector<Affine>(skin.joint_count()),
                                std::vector<float>(skin.morph_target_count(), 0)}));
  }

  Result<void> set_pose(const Pose& pose) override {
    auto ok = collider_.data().skin.deform(pose, posed_);
    if (!ok) return ok;
    const math::DefinedFloatMode mode;
    before_.next(pose);
    stats_.vertices_deformed += posed_.size();
    return ok;
  }

  void find(std::span<const Point> points, double reach, std::span<NearestSkin> found) override {
    search_points(points, reach, found, stats_, [&] { return Every(*this); });
  }

  void corners(std::span<const NearestSkin> earlier, std::span<std::array<Vec3, 3>> now) override {
    for (std::size_t i = 0; i < earlier.size(); ++i) {
      if (earlier[i].found()) now[i] = corners(earlier[i].triangle);
    }
  }

  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> result) const override {
    before_.velocities(found, seconds, result);
  }

  [[nodiscard]] const SkinSearchStats& stats() const override { return stats_; }

 private:
  struct Every {
    explicit Every(const BruteForceSearch& all) : search(all) {}
    void operator()(NearestSoFar& nearest, SkinSearchStats& stats) const {
      const auto count = static_cast<std::uint32_t>(search.collider_.triangle_count());
      for (std::uint32_t t = 0; t < count; ++t) {
        const auto [a, b, c] = search.corners(t);
        nearest.add({t, 0, t}, a, b, c);
      }
      stats.triangle_tests += count;
      stats.exact_tests += count;
    }
    void try_again(const NearestSkin&, NearestSoFar&, SkinSearchStats&) const {}
    void finish(SkinSearchStats&) const {}
    const BruteForceSearch& search;
  };

  [[nodiscard]] std::array<Vec3, 3> corners(std::uint32_t triangle) const {
    const Triangle& t = collider_.data().triangles[triangle];
    return {posed_[t[0]], posed_[t[1]], posed_[t[2]]};
  }

  Collider collider_;
  PoseBefore before_;
  std::vector<Vec3> posed_;
  SkinSearchStats stats_;
};

}  // namespace

}  // namespace cloth

std::unique_ptr<SkinSearch> search_brute_force(const Collider& collider) {
  return std::make_unique<cloth::BruteForceSearch>(collider);
}

}  // namespace dermis
