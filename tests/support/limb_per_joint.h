// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/limbs/make_limbs.h"
#include "dermis/model/procedural.h"

namespace dermis::test {

/// A limb per joint, named after it, with numbers that a decimal text does not represent by chance.
inline CollideShape limb_per_joint(const Model& model) {
  const Skeleton& skeleton = model.skeleton;
  CollideShape shape;
  for (std::uint32_t j = 0; j < skeleton.joints.size(); ++j) {
    Limb& limb = shape.limbs.emplace_back();
    const Node& node = skeleton.nodes[skeleton.joints[j].node];
    limb.name = node.name + " limb";
    for (std::uint32_t p = 0; p < j; ++p) {
      if (skeleton.joints[p].node == node.parent) limb.parent = p;
    }
    limb.joint = j;
    limb.joints = {j};
    const float third = static_cast<float>(j + 1) / 3;
    limb.bound = {{third, 0.1F, -third}, {third, 0.7F * third, 0}, 0.01F * third};
    for (std::uint32_t v = 0; v < j % 3; ++v) {
      limb.volumes.push_back({{0, third, 0}, {0, third, static_cast<float>(v)}, third / 7});
    }
    shape.joint_limbs.push_back(j);
  }
  for (const Clip& clip : model.clips) shape.clips.push_back(clip.name);
  assign_triangles(model, shape);
  return shape;
}

}  // namespace dermis::test
