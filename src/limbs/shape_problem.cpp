// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/shape_problem.h"

#include <algorithm>
#include <cmath>
#include <set>
#include <string_view>

#include "dermis/base/counted.h"
#include "dermis/base/none.h"

namespace dermis::limbs {

std::string problem_of(const CollideShape& shape, std::size_t joint_count,
                       std::size_t triangle_count) {
  const auto differ = [](const char* what, std::size_t has, std::size_t needs) {
    return "the shape is of another model: it has " + std::to_string(has) + " " + what + ", not " +
           std::to_string(needs);
  };
  if (shape.joint_limbs.size() != joint_count) {
    return differ("joints", shape.joint_limbs.size(), joint_count);
  }
  if (shape.triangle_limbs.size() != triangle_count) {
    return differ("triangles", shape.triangle_limbs.size(), triangle_count);
  }
  if (shape.triangle_sides.size() != shape.triangle_limbs.size()) {
    return differ("sides of triangles", shape.triangle_sides.size(), shape.triangle_limbs.size());
  }
  const auto exists = [&](std::uint32_t limb) { return limb < shape.limbs.size(); };
  for (const auto* const limbs : {&shape.joint_limbs, &shape.triangle_limbs}) {
    const auto bad = std::ranges::find_if_not(*limbs, exists);
    if (bad != limbs->end()) return "the shape has no limb " + std::to_string(*bad);
  }
  // A file of a collider holds limbs, and refuses more of them than joints. Scenery has pieces.
  if (!shape.scenery && shape.limbs.size() > joint_count) {
    return "the shape has " + counted(shape.limbs.size(), "limb") + " for " +
           counted(joint_count, "joint");
  }
  std::set<std::string_view> names;
  const auto finite = [](const Capsule& c) {
    return std::isfinite(c.a.x) && std::isfinite(c.a.y) && std::isfinite(c.a.z) &&
           std::isfinite(c.b.x) && std::isfinite(c.b.y) && std::isfinite(c.b.z) &&
           std::isfinite(c.radius) && c.radius >= 0;
  };
  for (std::uint32_t l = 0; l < shape.limbs.size(); ++l) {
    const Limb& limb = shape.limbs[l];
    const std::string name = "the limb '" + limb.name + "'";
    if (!names.insert(limb.name).second)
      return "the shape has two limbs with the name '" + limb.name + "'";
    if (limb.joint >= joint_count) {
      return name + " follows joint " + std::to_string(limb.joint) + ", which does not exist";
    }
    const auto missing = std::ranges::find_if(
        limb.joints, [&](std::uint32_t joint) { return joint >= joint_count; });
    if (missing != limb.joints.end()) {
      return name + " has joint " + std::to_string(*missing) + ", which does not exist";
    }
    if (limb.parent != kNone && limb.parent >= l) {
      return name + " hangs on limb " + std::to_string(limb.parent) + ", which is not before it";
    }
    if (!finite(limb.bound) || !std::ranges::all_of(limb.volumes, finite)) {
      return name + " has a volume that is not finite";
    }
  }
  return {};
}

}  // namespace dermis::limbs
