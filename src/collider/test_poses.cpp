// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/test_poses.h"

namespace dermis::collider {

namespace {

/// Pose 0 is the bind pose. In all others, every joint moves independently, and morph targets have
/// weights.
Pose test_pose(const Collider::Data& data, int number) {
  Pose pose{std::vector<Affine>(data.skin.joint_count()),
            std::vector<float>(data.skin.morph_target_count(), 0)};
  if (number == 0) return pose;
  // Pseudorandom numbers, so that joints share no pattern.
  auto state = static_cast<std::uint32_t>(number);
  const auto next = [&] {
    state = 1664525U * state + 1013904223U;
    return static_cast<float>(state >> 8U) * 0x1p-23F - 1;  // −1 … 1
  };
  const auto vector = [&] { return Vec3{next(), next(), next()}; };
  for (Affine& joint : pose.joints) {
    if (data.skin.skinning() == Skinning::linear) {
      joint = {vector(), vector(), vector(), vector()};
      continue;
    }
    // Other skinning methods do not support reflections, so joints only rotate and translate.
    const Vec3 axis = vector();
    joint =
        to_affine(Transform{.translation = vector(), .rotation = {axis.x, axis.y, axis.z, next()}});
  }
  for (float& weight : pose.morph_weights) weight = next();
  return pose;
}

}  // namespace

void for_each_test_pose(const Collider::Data& data,
                        const std::function<bool(const TestPose&)>& visit) {
  constexpr int kPoses = 4;
  for (int number = 0; number < kPoses; ++number) {
    const Pose pose = test_pose(data, number);
    TestPose test{skinning::PosedSkin(data.skin),
                  {},
                  {},
                  std::vector<Vec3>(data.skin.vertex_count()),
                  number == 0};
    if (!test.skin.set_pose(pose)) continue;
    test.slack = data.root_box.slack(test.skin, data.weight_error, test.squared_images);
    test.skin.deform_all(test.vertices);
    if (!visit(test)) return;
  }
}

}  // namespace dermis::collider
