// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/limbs/capsule.h"
#include "dermis/model/model.h"

namespace dermis {

/// Where a triangle of a limb faces at rest; characters look along +Z, as in glTF.
enum class LimbSide : std::uint8_t { left, right, top, bottom, front, back };
inline constexpr std::array<std::string_view, 6> kLimbSides = {"left",   "right", "top",
                                                               "bottom", "front", "back"};

/// Joints that move a part of the body with a name. Volumes are at rest, in the space of the
/// model's rest positions, and follow one joint.
struct Limb {
  std::string name;
  std::uint32_t parent = kNone;       ///< limb that it hangs on
  std::uint32_t joint = 0;            ///< the one that volumes follow: it moves most of the limb
  std::vector<std::uint32_t> joints;  ///< all of them, ascending
  Capsule bound;                      ///< level 1: see CollideShape::clips
  std::vector<Capsule> volumes;       ///< level 3: together about as large as the limb
};

/// What a character is made of, for those who want to know which limb was hit (Macagon and Wünsche
/// 2003): bounds, the triangles of the model, and volumes for depths. For a model, made by
/// make_limbs(). In its declared clips, and in the bind pose, bounds enclose the triangles of their
/// limbs, but for poses in which the joint that they follow is scaled to next to nothing.
struct CollideShape {
  std::vector<Limb> limbs;                    ///< parents before what hangs on them
  std::vector<std::uint32_t> joint_limbs;     ///< of each joint
  std::vector<std::uint32_t> triangle_limbs;  ///< of each triangle: the one with the most weight
  std::vector<LimbSide> triangle_sides;       ///< of each triangle
  std::vector<std::string> clips;             ///< the declared ones
  bool scenery = false;                       ///< made by make_scenery()
};

/// The index of the limb with this name; the error lists the limbs there are.
Result<std::uint32_t> find_limb(const CollideShape& shape, std::string_view name);

}  // namespace dermis
