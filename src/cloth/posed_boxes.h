// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "cloth/body_boxes.h"
#include "cloth/triangle_slabs.h"
#include "math/float8.h"
#include "math/lazy_stamps.h"
#include "query/meshlet_cache.h"
#include "skinning/posed_skin.h"

namespace dermis::cloth {

/// Body boxes in a pose: their frames, whether they fit, and the patches that a search has posed.
class PosedBoxes {
 public:
  explicit PosedBoxes(BodyBoxes boxes);

  Result<void> set_pose(const Pose& pose);

  /// From the world to the coordinates of eight boxes: x, y and z rows of four numbers.
  struct Group {
    math::Float8 row[3][4];
  };
  /// What is outside has no triangle of the box within a reach, for points of a certain size.
  struct Bounds {
    std::vector<math::Boxes8> groups;
    /// What a distance in the world is at most in the coordinates of a box, and how much more to
    /// add for rounding.
    std::vector<float> stretch, rounding;
    [[nodiscard]] float near(std::size_t box, double limit) const {
      return static_cast<float>(limit) * stretch[box] + rounding[box];
    }
    std::vector<double> more;  ///< how far to both sides lists must be looked into, of each box
  };
  /// With u = 2⁻²⁴ and P the largest coordinate of a point, a local coordinate, eight roundings
  /// deep, is off by less than 16u (Σ|row| P + |t|).
  [[nodiscard]] Bounds bounds_for(double reach, double largest) const;

  [[nodiscard]] const BodyBoxes& boxes() const { return boxes_; }
  [[nodiscard]] const bounds::Meshlets& patches() const { return boxes_.patches(); }
  [[nodiscard]] const skinning::PosedSkin& skin() const { return skin_; }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] bool outgrown(std::uint32_t box) const { return outgrown_[box]; }
  [[nodiscard]] std::uint32_t outgrown_count() const;

  /// Room for a posed patch, and since when it holds one.
  struct Place {
    float* rows;
    math::Boxes8* boxes;
    math::Box* box;
  };
  [[nodiscard]] Place place(std::uint32_t patch) const;
  [[nodiscard]] const math::LazyStamps& stamps() const { return stamps_; }
  [[nodiscard]] const TriangleSlabs& slabs() const { return slabs_; }
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }

 private:
  BodyBoxes boxes_;
  skinning::PosedSkin skin_;
  std::vector<Group> groups_;
  std::vector<bool> outgrown_;
  std::vector<double> stretch_;  ///< of each box: the most that a way is longer in its coordinates
  double slack_ = 0;             ///< how far rounding moves posed vertices, in the world
  std::uint32_t epoch_ = 0;
  math::LazyStamps stamps_;
  TriangleSlabs slabs_;
  query::RawArray<float> rows_;
  query::RawArray<math::Boxes8> triangle_boxes_;
  query::RawArray<math::Box> patch_boxes_;
};

}  // namespace dermis::cloth
