// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bounds/deviation.h"
#include "dermis/math/types.h"
#include "math/four.h"
#include "math/lazy_array.h"

namespace dermis::bounds {

/// What bounds need to know of a pose.
struct PoseMotion {
  struct Joint {
    Joint(const Affine& a, float most)
        : x{a.x.x, a.x.y, a.x.z, 0},
          y{a.y.x, a.y.y, a.y.z, 0},
          z{a.z.x, a.z.y, a.z.z, 0},
          t{a.t.x, a.t.y, a.t.z, 0},
          stretch(most) {}
    math::Four x, y, z, t;  ///< the columns of its matrix
    float stretch;          ///< the most it lengthens a vector
  };
  std::vector<Joint> joints;
  const skinning::PosedSkin* skin = nullptr;
  Deviation deviation;
  std::vector<float> morph_weights;

  /// PosedSkin::map() of a vertex, found once per pose; in `spare` when another thread is just
  /// finding it.
  [[nodiscard]] const skinning::JointColumns& map(std::uint32_t vertex,
                                                  skinning::JointColumns& spare) const {
    return maps.get(
        vertex, epoch, [&] { return skin->map(vertex); },
        [&]() -> skinning::JointColumns& { return spare; });
  }
  math::LazyArray<skinning::JointColumns> maps{0};  ///< of each vertex; none of linear skins
  std::uint32_t epoch = 0;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(Joint) * joints.size() + sizeof(float) * morph_weights.size() + maps.byte_count();
  }

  /// Rounding moves posed vertices, as the kernel computes them, and bounds, as they are computed,
  /// from where exact arithmetic puts them. Every radius r becomes growth · r + slack.
  float growth = 1;
  float slack = 0;
};

}  // namespace dermis::bounds
