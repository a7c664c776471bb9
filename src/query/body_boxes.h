// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "collider/collider_data.h"
#include "collider/meshlets.h"
#include "dermis/query/body_boxes.h"
#include "math/box.h"
#include "math/doubles.h"

namespace dermis::query {

/// A closed interval per axis.
struct Range {
  math::Vec3d low, high;

  static Range empty();
  void include(const math::Vec3d& p);
  [[nodiscard]] bool contains(const math::Vec3d& p) const;
};

/// One oriented box per joint. It encloses the triangles that follow this joint most, and is
/// constant in the joint's frame. The box is cut into slices along its main axis. The triangles
/// whose centres lie in one slice at rest are cut into patches of up to eight. A slice's list names
/// all patches that can reach into it, so a patch near a border is in several lists.
///
/// **Why a box encloses its triangles.** Let E be the box's frame at rest and F = C_j E its frame
/// in the pose. A vertex with box coordinates r and weights w that sum to 1 is posed at
///   r + Σ_{k≠j} w_k (T_k − 1) r,   T_k = F⁻¹ C_k E,
/// again in box coordinates. With L_k = T_k − 1 without its translation, p_k any point, and
/// e_k = T_k p_k − p_k,
///   (T_k − 1) r = L_k (r − p_k) + e_k.
/// The baker records the least and the greatest value of the nine numbers of L_k and the three of
/// e_k over the declared poses, and widens these intervals a little. Interval arithmetic then
/// bounds the place of each vertex. These bounds determine the size of the box and the lists of
/// each patch.
///
/// **If all these numbers of a pose are in their intervals, every triangle is inside its box and
/// within the slices of its lists**, whether the pose was declared or not. fits() checks this
/// condition. p_k is the pivot of the two joints, or the best approximation of one: then e_k is
/// small, and vertices near the pivot hardly move.
class BodyBoxes {
 public:
  /// `model` is the welded model that `data` was baked from.
  static Result<BodyBoxes> make(const Collider::Data& data, const Model& model,
                                const BodyBoxOptions& options);

  /// The motion of another joint relative to the box's joint in the declared poses.
  struct Relation {
    std::uint32_t joint = 0;
    math::Vec3d pivot;
    Range columns[3], shift;  ///< the ranges of the columns of L_k, and of e_k
  };
  struct Box {
    std::uint32_t joint = 0;
    math::Affined frame;  ///< box coordinates to rest positions; x is the main axis
    Range range;
    double slices_per_metre = 1;
    std::uint32_t first_slice = 0;
    std::uint32_t first_patch = 0, patch_count = 0;
    std::uint32_t first_group = 0;  ///< index of its first patch_ranges(), eight patches each
    std::vector<Relation> relations;
  };

  /// Whether all triangles of `box` are certain to be inside it in `pose`. `to_box` is F⁻¹.
  [[nodiscard]] bool fits(const Box& box, const math::Affined& to_box, const Pose& pose) const;

  /// The slice that contains the coordinate `x` along the main axis, or the nearest slice.
  [[nodiscard]] std::uint32_t slice_at(const Box& box, double x) const {
    const double slice = (x - box.range.low.x) * box.slices_per_metre;
    if (!(slice > 0)) return 0;
    return static_cast<std::uint32_t>(std::min(slice, double(slice_count_ - 1)));
  }

  [[nodiscard]] std::span<const Box> boxes() const { return boxes_; }
  /// The patches of a slice: the range [begin, end) of indices within the box.
  struct List {
    std::uint32_t begin = 0, end = 0;
  };
  [[nodiscard]] const List& slice(std::uint32_t index) const { return slices_[index]; }
  /// The ranges of eight patches of a box, in its coordinates. In a pose that fits, the
  /// triangles of a patch are inside its range.
  [[nodiscard]] const math::Boxes8& patch_ranges(std::uint32_t group) const {
    return patch_ranges_[group];
  }
  [[nodiscard]] const collider::Meshlets& patches() const { return patches_; }
  [[nodiscard]] const skinning::SkinData& skin() const { return data_->skin; }
  [[nodiscard]] std::span<const Triangle> triangles() const { return data_->triangles; }
  /// The search radius that the lists are made for, in box coordinates.
  [[nodiscard]] double reach() const { return reach_; }

 private:
  friend class BodyBoxBaker;
  explicit BodyBoxes(const Collider::Data& data) : data_(&data) {}

  const Collider::Data* data_;
  std::uint32_t slice_count_ = 0;
  double reach_ = 0;
  std::vector<Box> boxes_;
  std::vector<List> slices_;
  collider::Meshlets patches_;
  std::vector<math::Boxes8> patch_ranges_;
};

}  // namespace dermis::query
