// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/cloth/skin_search.h"

namespace dermis::app {

/// Another search, with a watch.
class TimedSearch final : public SkinSearch {
 public:
  /// Refers to the search.
  explicit TimedSearch(SkinSearch& search) : search_(search) {}

  Result<void> set_pose(const Pose& pose) override;
  using SkinSearch::find;
  void find(std::span<const Point> points, std::span<const std::uint32_t> some, double reach,
            std::span<NearestSkin> found) override;
  void corners(std::span<const NearestSkin> earlier, std::span<std::array<Vec3, 3>> now) override;
  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> velocities) const override;
  [[nodiscard]] double motion(const Point& low, const Point& high) const override {
    return search_.motion(low, high);
  }
  [[nodiscard]] const SkinSearchStats& stats() const override { return search_.stats(); }

  /// Since it was made: what poses took, and what looking for skin took.
  [[nodiscard]] double pose_ms() const { return pose_ms_; }
  [[nodiscard]] double find_ms() const { return find_ms_; }

 private:
  SkinSearch& search_;
  double pose_ms_ = 0, find_ms_ = 0;
};

}  // namespace dermis::app
