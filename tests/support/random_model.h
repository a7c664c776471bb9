// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/pose.h"
#include "support/random.h"

namespace dermis::test {

/// Vertices with 1 to `most` influences over `joints` joints, and morph targets. They cover every
/// path of a kernel, with fixed bits.
inline Model random_model(std::uint64_t seed, std::uint32_t vertices, std::uint32_t joints,
                          std::uint32_t most) {
  Random random(seed);
  Model model;
  model.name = "random";
  for (std::uint32_t j = 0; j < joints; ++j) {
    model.skeleton.nodes.push_back({"joint" + std::to_string(j), kNone, {}, {}});
    model.skeleton.joints.push_back({j, {}});
  }
  std::vector<Influence> influences;
  for (std::uint32_t v = 0; v < vertices; ++v) {
    model.positions.push_back(
        {random.between(-2, 2), random.between(-2, 2), random.between(-2, 2)});
    influences.clear();
    const std::uint32_t count = 1 + random.below(most);
    double sum = 0;
    for (std::uint32_t i = 0; i < count; ++i) {
      influences.push_back({random.below(joints), random.between(0.01F, 1)});
      sum += influences.back().weight;
    }
    for (Influence& i : influences) i.weight = static_cast<float>(i.weight / sum);
    model.influences.add_vertex(influences);
  }
  for (std::uint32_t t = 0; t + 2 < vertices; ++t) model.triangles.push_back({t, t + 1, t + 2});
  model.parts.push_back({"node", "mesh", 0, 0, 0, vertices - 2, 0, vertices});
  for (int m = 0; m < 3; ++m) {
    MorphTarget target{"morph" + std::to_string(m), 0, random.below(vertices / 2), {}, 0};
    for (std::uint32_t v = 0; v < vertices / 3; ++v) {
      target.deltas.push_back(
          {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)});
    }
    model.morph_targets.push_back(std::move(target));
  }
  return model;
}

/// General affine matrices, with exact zeros, negative zeros and denormals among their entries.
inline Pose random_pose(std::uint64_t seed, const Model& model) {
  Random random(seed);
  const auto entry = [&]() -> float {
    switch (random.below(12)) {
      case 0:
        return 0.0F;
      case 1:
        return -0.0F;
      case 2:
        return 0x1p-140F * random.between(-1, 1);
      default:
        return random.between(-1.5F, 1.5F);
    }
  };
  const auto vector = [&] { return Vec3{entry(), entry(), entry()}; };
  Pose pose;
  for (std::size_t j = 0; j < model.skeleton.joints.size(); ++j) {
    pose.joints.push_back({vector(), vector(), vector(), vector()});
  }
  pose.morph_weights = {0.5F, 0, -0.25F};
  return pose;
}

}  // namespace dermis::test
