// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "bounds/meshlets.h"
#include "dermis/cloth/skin_search.h"
#include "dermis/skinning/skin.h"
#include "math/box.h"
#include "math/doubles.h"

namespace dermis::cloth {

/// A closed interval per axis.
struct Range {
  math::Vec3d low, high;

  static Range empty();
  void include(const math::Vec3d& p);
  [[nodiscard]] bool contains(const math::Vec3d& p) const;
};

/// One oriented box per joint around the triangles that follow it most, in the joint's frame, where
/// it does not change. Along its main axis it is cut into slices, and the triangles that are in one
/// at rest into patches of up to eight. A slice's list names all patches that can reach into it, so
/// that those on its borders are in several.
///
/// **Why a box encloses.** Let E be the box's frame at rest and F = C_j E posed. A vertex r, in box
/// coordinates, with weights w that sum to 1, is posed at
///   r + Σ_{k≠j} w_k (T_k − 1) r,   T_k = F⁻¹ C_k E,
/// in box coordinates again. With L_k = T_k − 1 without its translation, p_k any point, and
/// e_k = T_k p_k − p_k,
///   (T_k − 1) r = L_k (r − p_k) + e_k.
/// The baker notes how large and how small the nine numbers of L_k and the three of e_k get in the
/// declared poses, takes somewhat more, and lets interval arithmetic say where each vertex can be:
/// that says in which lists its patches are, and how large the box is. So **whenever all these
/// numbers of a pose are in their intervals, every triangle is where its box and its lists expect
/// it**, whether the pose was declared or not; that is what fits() checks. p_k is the pivot of the
/// two joints, as near as there is one, so that e_k is small, and vertices next to it hardly move.
class BodyBoxes {
 public:
  /// The model must be valid.
  static Result<BodyBoxes> make(const Model& model, const BodyBoxOptions& options);

  /// How another joint moves with regard to that of a box, in declared poses.
  struct Relation {
    std::uint32_t joint = 0;
    math::Vec3d pivot;
    Range columns[3], shift;  ///< of L_k and e_k
  };
  struct Box {
    std::uint32_t joint = 0;
    math::Affined frame;  ///< box coordinates to rest positions; x is the main axis
    Range range;
    double slices_per_metre = 1;
    std::uint32_t first_slice = 0;
    std::uint32_t first_patch = 0, patch_count = 0;
    std::uint32_t first_group = 0;  ///< of where its patches can be, eight at a time
    std::vector<Relation> relations;
  };

  /// Whether it is sure that all triangles of a box are where it expects them. `to_box` is F⁻¹.
  [[nodiscard]] bool fits(const Box& box, const math::Affined& to_box, const Pose& pose) const;

  /// The slice that holds a place along the main axis, or the nearest one.
  [[nodiscard]] std::uint32_t slice_at(const Box& box, double x) const {
    const double slice = (x - box.range.low.x) * box.slices_per_metre;
    if (!(slice > 0)) return 0;
    return static_cast<std::uint32_t>(std::min(slice, double(slice_count_ - 1)));
  }

  [[nodiscard]] std::span<const Box> boxes() const { return boxes_; }
  /// The patches of a slice: [begin, end) of their numbers in the box.
  struct List {
    std::uint32_t begin = 0, end = 0;
  };
  [[nodiscard]] const List& slice(std::uint32_t index) const { return slices_[index]; }
  /// Where the triangles of eight patches of a box can be, in its coordinates.
  [[nodiscard]] const math::Boxes8& patch_ranges(std::uint32_t group) const {
    return patch_ranges_[group];
  }
  [[nodiscard]] const bounds::Meshlets& patches() const { return patches_; }
  [[nodiscard]] const Skin& skin() const { return skin_; }
  [[nodiscard]] std::span<const Triangle> triangles() const { return triangles_; }
  /// The most that the weights of a vertex miss 1 by, together.
  [[nodiscard]] double weight_error() const { return weight_error_; }
  /// For which lists were made, in box coordinates.
  [[nodiscard]] double reach() const { return reach_; }
  [[nodiscard]] std::uint32_t slice_count() const { return slice_count_; }

 private:
  friend class BodyBoxBaker;
  explicit BodyBoxes(const Model& model) : skin_(model), triangles_(model.triangles) {}

  Skin skin_;
  std::vector<Triangle> triangles_;
  std::uint32_t slice_count_ = 0;
  double reach_ = 0;
  double weight_error_ = 0;
  std::vector<Box> boxes_;
  std::vector<List> slices_;
  bounds::Meshlets patches_;
  std::vector<math::Boxes8> patch_ranges_;
};

}  // namespace dermis::cloth
