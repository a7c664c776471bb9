// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/names.h"
#include "dermis/base/result.h"
#include "dermis/limbs/capsule.h"
#include "dermis/model/limb_table.h"

/// @defgroup limbs limbs
/// Named limbs, capsules, contacts per limb.
namespace dermis {

/// The direction that a triangle faces at rest. Characters look along +Z, as in glTF.
enum class LimbSide : std::uint8_t {
  left,    ///< +X, the character's own left
  right,   ///< −X
  top,     ///< +Y
  bottom,  ///< −Y
  front,   ///< +Z
  back,    ///< −Z
};

template <>
struct EnumTable<LimbSide> {
  static constexpr std::string_view kNoun = "side";
  static constexpr Named<LimbSide> kNames[] = {
      {LimbSide::left, "left"},     {LimbSide::right, "right"}, {LimbSide::top, "top"},
      {LimbSide::bottom, "bottom"}, {LimbSide::front, "front"}, {LimbSide::back, "back"}};
};

/// A limb with its capsules. They are in the space of the model's rest positions, and move with
/// LimbInfo::joint.
struct Limb : LimbInfo {
  Capsule bound;                 ///< encloses the limb; see CollideShape::clips
  std::vector<Capsule> volumes;  ///< together about as large as the limb
};

/// The three-level shape of Macagon and Wünsche (2003): a bound per limb, the model's triangles,
/// and volumes for depths. It belongs to one model; make_limbs() makes it.
///
/// A bound encloses the triangles of its limb in the bind pose and in the poses that were sampled
/// from `clips` (LimbOptions::frames_per_second), with 0.1 % to spare. This does not hold in poses
/// that scale its joint to almost zero. limb_bounds() encloses the limbs in every pose.
struct CollideShape {
  std::vector<Limb> limbs;                    ///< parents before children
  std::vector<std::uint32_t> joint_limbs;     ///< the limb of each joint
  std::vector<std::uint32_t> triangle_limbs;  ///< the limb of each triangle
  std::vector<LimbSide> triangle_sides;       ///< the side of each triangle
  std::vector<std::string> clips;             ///< names of the clips that bounds were fitted to
  bool scenery = false;                       ///< made by make_scenery()
};

/// The index of the limb with this name. The error lists the names.
Result<std::uint32_t> find_limb(const CollideShape& shape, std::string_view name);

}  // namespace dermis
