// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "base/lazy_array.h"
#include "collider/collider_data.h"
#include "dermis/math/types.h"
#include "math/four.h"

namespace dermis::spheres {

/// The data of a pose that spheres are refitted from.
struct PoseMotion {
  /// `box_slack` is that of the pose.
  void set(const Collider::Data& data, const skinning::PosedSkin& pose,
           const collider::BoxSlack& box_slack);

  struct Joint {
    Joint(const Affine& a, float most)
        : x{a.x.x, a.x.y, a.x.z, 0},
          y{a.y.x, a.y.y, a.y.z, 0},
          z{a.z.x, a.z.y, a.z.z, 0},
          t{a.t.x, a.t.y, a.t.z, 0},
          stretch(most) {}
    math::Four x, y, z, t;  ///< the columns of its matrix
    float stretch;          ///< the largest factor by which it lengthens a vector
  };
  std::vector<Joint> joints;
  const skinning::PosedSkin* skin = nullptr;
  collider::Deviation deviation;
  std::vector<float> morph_weights;

  /// PosedSkin::map() of a vertex, computed once per pose. It is in `spare` if another thread is
  /// computing it at the moment.
  [[nodiscard]] const skinning::JointColumns& map(std::uint32_t vertex,
                                                  skinning::JointColumns& spare) const {
    return maps.get(
        vertex, epoch, [&] { return skin->map(vertex); },
        [&]() -> skinning::JointColumns& { return spare; });
  }
  base::LazyArray<skinning::JointColumns> maps{0};  ///< one per vertex; none for linear skins
  std::uint32_t epoch = 0;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(Joint) * joints.size() + sizeof(float) * morph_weights.size() + maps.byte_count();
  }

  /// Rounding moves posed vertices, as the kernel computes them, and bounds away from their exact
  /// positions. So every radius r becomes growth · r + slack.
  float growth = 1;
  float slack = 0;
};

}  // namespace dermis::spheres
