// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cloth/pose_before.h"
#include "dermis/cloth/skin_search.h"

namespace dermis::cloth {

/// What all searches have in common: how the skin moved, and what they count.
class BodySearch : public SkinSearch {
 public:
  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> result) const override {
    before_->velocities(found, seconds, result);
  }
  [[nodiscard]] double motion(const Point& low, const Point& high) const override {
    return before_->motion(low, high);
  }
  [[nodiscard]] const SkinSearchStats& stats() const override { return stats_; }

 protected:
  /// Once, with what the search holds itself.
  void watch(const Skin& skin, std::span<const Triangle> triangles) {
    before_.emplace(skin, triangles);
  }

  std::optional<PoseBefore> before_;
  SkinSearchStats stats_;
};

}  // namespace dermis::cloth
