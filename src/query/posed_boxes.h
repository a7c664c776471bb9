// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <mutex>
#include <vector>

#include "base/lazy_stamps.h"
#include "dermis/base/query_stats.h"
#include "math/float8.h"
#include "query/body_boxes.h"
#include "query/character_state.h"
#include "query/triangle_slabs.h"
#include "skinning/posed_skin.h"

namespace dermis::query {

/// Body boxes in a pose: their frames, whether they fit, and the patches that searches have posed.
class PosedBoxes {
 public:
  explicit PosedBoxes(const BodyBoxes& boxes);

  /// Takes over the pose of a character, if it is new. Other threads wait meanwhile.
  void prepare(const Character::State& state, QueryStats& stats);

  /// Maps from world space to the coordinates of eight boxes: rows x, y and z of four numbers each.
  struct Group {
    math::Float8 row[3][4];
  };
  /// For one reach, and for points up to a certain size: a point outside a box of `groups` has no
  /// triangle of this body box within reach.
  struct Bounds {
    std::vector<math::Boxes8> groups;
    /// The largest factor from a distance in the world to one in the coordinates of a box, and the
    /// amount to add for rounding.
    std::vector<float> stretch, rounding;
    [[nodiscard]] float near(std::size_t box, double limit) const {
      return static_cast<float>(limit) * stretch[box] + rounding[box];
    }
    std::vector<double> more;  ///< distance to both sides that lists are read, per box
  };
  /// Bounds for points whose coordinates are at most `largest` in magnitude. With u = 2⁻²⁴ and
  /// P = `largest`, a local coordinate is the result of eight roundings. It is off by less than
  /// 16u (Σ|row| P + |t|).
  [[nodiscard]] Bounds bounds_for(double reach, double largest) const;

  [[nodiscard]] const BodyBoxes& boxes() const { return *boxes_; }
  [[nodiscard]] const collider::Meshlets& patches() const { return boxes_->patches(); }
  [[nodiscard]] const skinning::PosedSkin& skin() const { return *skin_; }
  [[nodiscard]] const std::vector<Group>& groups() const { return groups_; }
  [[nodiscard]] bool outgrown(std::uint32_t box) const { return outgrown_[box]; }
  [[nodiscard]] std::uint32_t outgrown_count() const;

  /// Memory for a posed patch. stamps() tell whether it is filled in this pose.
  struct Place {
    float* rows;
    math::Boxes8* boxes;
    math::Box* box;
  };
  [[nodiscard]] Place place(std::uint32_t patch) const;
  [[nodiscard]] const base::LazyStamps& stamps() const { return stamps_; }
  [[nodiscard]] const TriangleSlabs& slabs() const { return slabs_; }
  [[nodiscard]] std::uint32_t epoch() const { return epoch_; }
  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(*this) + sizeof(Group) * groups_.size() + sizeof(double) * stretch_.size() +
           stamps_.byte_count() + slabs_.byte_count() + rows_.byte_count() +
           triangle_boxes_.byte_count() + patch_boxes_.byte_count();
  }

 private:
  void set_pose(const Character::State& state);

  std::mutex preparing_;
  const BodyBoxes* boxes_;
  const skinning::PosedSkin* skin_ = nullptr;
  std::vector<Group> groups_;
  std::vector<bool> outgrown_;
  std::vector<double> stretch_;  ///< per box: the largest factor from world to box distances
  double slack_ = 0;  ///< largest displacement of posed vertices by rounding, in the world
  std::uint32_t epoch_ = 0;
  base::LazyStamps stamps_;
  TriangleSlabs slabs_;
  RawArray<float> rows_;
  RawArray<math::Boxes8> triangle_boxes_;
  RawArray<math::Box> patch_boxes_;
};

/// The body boxes of a character in its present pose. Null if its collider has none.
const PosedBoxes* posed_boxes_of(const Character::State& state, QueryStats& stats);

}  // namespace dermis::query
