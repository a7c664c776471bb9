// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "dermis/base/isa.h"
#include "dermis/base/result.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"
#include "skinning/joint_sets.h"

namespace dermis::skinning {

/// The data of a Skin: rest positions, merged influences, morph targets, sets of joints.
class SkinData {
 public:
  /// Copies the data it needs. The model must be valid (see validate()), but needs no parts.
  explicit SkinData(const Model& model, Skinning skinning = Skinning::linear);
  /// For a model whose skeleton does not hold the hierarchy of its joints: `joint_rests` has the
  /// parent and the pivot of each joint.
  SkinData(const Model& model, Skinning skinning, std::vector<JointRest> joint_rests);

  [[nodiscard]] Skinning skinning() const { return skinning_; }
  [[nodiscard]] std::size_t vertex_count() const { return positions_.size(); }
  [[nodiscard]] std::size_t joint_count() const { return joint_names_.size(); }
  [[nodiscard]] std::size_t morph_target_count() const { return morph_targets_.size(); }
  [[nodiscard]] std::size_t byte_count() const;

  /// The rest positions.
  [[nodiscard]] const std::vector<Vec3>& positions() const { return positions_; }
  [[nodiscard]] const Vec3& position(std::size_t vertex) const { return positions_[vertex]; }
  /// The vertex's influences, merged and sorted by joint as the definition in Skin requires.
  [[nodiscard]] std::span<const Influence> influences(std::size_t vertex) const {
    return {influences_.data() + first_influence_[vertex],
            influences_.data() + first_influence_[vertex + 1]};
  }
  /// The influences of all vertices, and the index of each vertex's first one. The latter has
  /// vertex_count() + 1 elements.
  [[nodiscard]] const std::vector<Influence>& all_influences() const { return influences_; }
  [[nodiscard]] const std::vector<std::uint32_t>& first_influence() const {
    return first_influence_;
  }
  /// The largest number of influences of a vertex in the model.
  [[nodiscard]] std::size_t most_influences() const { return most_influences_; }

  [[nodiscard]] const MorphTargets& morph_targets() const { return morph_targets_; }
  /// The largest |delta| of each morph target, per axis.
  [[nodiscard]] std::span<const Vec3> delta_extents() const { return delta_extents_; }

  /// The name of a joint's node; may be empty.
  [[nodiscard]] const std::string& joint_name(std::size_t joint) const {
    return joint_names_[joint];
  }
  /// The joint's index and name, for error messages.
  [[nodiscard]] std::string joint_label(std::size_t joint) const;
  /// The parent and the pivot of each joint.
  [[nodiscard]] const std::vector<JointRest>& joint_rests() const { return joint_rests_; }
  /// The distinct sets of joints. Empty for linear skins, which need none.
  [[nodiscard]] const JointSets& joint_sets() const { return joint_sets_; }

  /// Skin::check().
  [[nodiscard]] Result<void> check(const Pose& pose) const;
  /// An upper bound on the |coordinates| of linearly blended vertices and on all intermediate
  /// results. Refuses the same poses as check(), except for matrices that mirror or flatten.
  [[nodiscard]] Result<double> reach(const Pose& pose) const;
  /// The maximum number of roundings in the computation of one coordinate of a linearly blended
  /// vertex. Each changes the coordinate by at most 2⁻²⁴ · reach().
  [[nodiscard]] std::size_t roundings() const;
  /// An upper bound on the distance from the origin of every morphed rest position and every
  /// rotation centre.
  [[nodiscard]] double extent(const Pose& pose) const;

  /// Skin::deform().
  Result<void> deform(const Pose& pose, std::span<Vec3> out, Isa isa = current_isa()) const;

 private:
  Skinning skinning_;
  std::vector<Vec3> positions_;
  std::vector<std::uint32_t> first_influence_;
  std::vector<Influence> influences_;
  MorphTargets morph_targets_;
  std::vector<std::string> joint_names_;
  std::vector<JointRest> joint_rests_;
  JointSets joint_sets_;
  std::size_t most_influences_ = 0;
  /// Largest |coordinate| of rest positions and rotation centres, per axis.
  Vec3 extent_;
  std::vector<Vec3> delta_extents_;
};

}  // namespace dermis::skinning
