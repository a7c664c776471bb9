// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <span>

#include "dermis/math/isa.h"
#include "dermis/math/types.h"
#include "dermis/model/influences.h"

namespace dermis::skinning {

/// A joint matrix as kernels read it: four columns of four floats, the fourth row zero.
struct alignas(64) JointColumns {
  float column[4][4];
};

inline JointColumns to_columns(const Affine& a) {
  return {{{a.x.x, a.x.y, a.x.z, 0},
           {a.y.x, a.y.y, a.y.z, 0},
           {a.z.x, a.z.y, a.z.z, 0},
           {a.t.x, a.t.y, a.t.z, 0}}};
}

inline Affine to_affine(const JointColumns& joint) {
  const auto& c = joint.column;
  return {{c[0][0], c[0][1], c[0][2]},
          {c[1][0], c[1][1], c[1][2]},
          {c[2][0], c[2][1], c[2][2]},
          {c[3][0], c[3][1], c[3][2]}};
}

/// One call of the kernel. Vertex i of `positions` has the influences
/// [first_influence[i], first_influence[i + 1]).
struct LinearJob {
  std::span<const Vec3> positions;
  const std::uint32_t* first_influence = nullptr;
  const Influence* influences = nullptr;
  const JointColumns* joints = nullptr;
  Vec3* out = nullptr;
};

/// The definition of the posed vertex in plain C++; see Skin for the order of operations.
void deform_linear_scalar(const LinearJob& job);

/// The same bits by the named instruction set, which must be available.
void deform_linear(const LinearJob& job, Isa isa);

}  // namespace dermis::skinning
