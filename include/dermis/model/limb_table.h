// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/none.h"
#include "dermis/base/result.h"
#include "dermis/model/model.h"

namespace dermis {

/// A limb: a named group of joints and the surface that follows them.
struct LimbInfo {
  std::string name;                   ///< unique among the limbs of a model
  std::uint32_t parent = kNone;       ///< its parent limb; kNone: a root
  std::uint32_t joint = 0;            ///< the joint that moves most of its surface
  std::vector<std::uint32_t> joints;  ///< all of its joints, ascending
};

/// The limbs of a model. Every joint and every triangle belongs to one limb.
struct LimbTable {
  std::vector<LimbInfo> limbs;             ///< parents before children
  std::vector<std::uint32_t> joint_limbs;  ///< the limb of each joint
  /// The limb of each triangle; see limb_of_triangles().
  std::vector<std::uint32_t> triangle_limbs;
};

/// One limb, given by its joints instead of found by grouping. The name of a node selects all
/// joints of that node; "#3" always selects joint 3.
struct LimbOverride {
  std::string name;  ///< the limb's name; a number follows it if another limb has the same name
  std::vector<std::string> joints;  ///< names or "#" and an index; at least one
};

/// Options of group_joints().
struct LimbGroupOptions {
  /// A group of joints whose triangles have less than this share of the surface's area is merged
  /// into another group. 0 to 1.
  double min_share = 0.018;
  /// Limbs that are given instead of found. Other joints are grouped as usual.
  std::vector<LimbOverride> overrides = {};
};

/// Groups the joints of a model into limbs along the hierarchy. Each triangle belongs to the group
/// with the greatest sum of weights over its corners. A group whose triangles have too little area
/// is merged into its parent group. A root group with too little area is merged into the group with
/// which it shares the most weight. If it shares no weight, it stays alone. Exception: if such a
/// root group has no triangles at all, its largest child group is merged into it. Refuses a model
/// in which validate() finds a problem. Also refuses overrides with no joints, with an unknown
/// joint, or with a joint that is in two overrides, or twice in one.
Result<LimbTable> group_joints(const Model& model, const LimbGroupOptions& options = {});

/// The limb of each triangle: the one with the greatest sum of weights over the triangle's corners.
/// Ties go to the lowest index. `joint_limbs` is that of a LimbTable with `limb_count` limbs.
std::vector<std::uint32_t> limb_of_triangles(const Model& model,
                                             const std::vector<std::uint32_t>& joint_limbs,
                                             std::size_t limb_count);

/// The index of the limb with this name. The error lists the names.
Result<std::uint32_t> find_limb(const LimbTable& table, std::string_view name);

}  // namespace dermis
