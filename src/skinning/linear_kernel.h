// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "dermis/base/isa.h"
#include "dermis/math/types.h"
#include "dermis/model/influences.h"
#include "math/four.h"

namespace dermis::skinning {

/// A joint matrix in the layout of the kernels: four columns of four floats; the fourth row is
/// zero.
struct alignas(64) JointColumns {
  float column[4][4];
};

inline JointColumns to_columns(const Affine& a) {
  // Stores whole registers. If a register were stored in pieces, loading it as a whole would stall.
  static_assert(sizeof(Affine) == 12 * sizeof(float));
  const math::Four zero{};
  JointColumns result;
  const auto set = [&](int c, const math::Four& column) {
    std::memcpy(result.column[c], &column, sizeof(column));
  };
  set(0, __builtin_shufflevector(math::load(&a.x.x), zero, 0, 1, 2, 4));
  set(1, __builtin_shufflevector(math::load(&a.y.x), zero, 0, 1, 2, 4));
  set(2, __builtin_shufflevector(math::load(&a.z.x), zero, 0, 1, 2, 4));
  set(3, __builtin_shufflevector(math::load(&a.z.z), zero, 1, 2, 3, 4));
  return result;
}

inline Affine to_affine(const JointColumns& joint) {
  const auto& c = joint.column;
  return {{c[0][0], c[0][1], c[0][2]},
          {c[1][0], c[1][1], c[1][2]},
          {c[2][0], c[2][1], c[2][2]},
          {c[3][0], c[3][1], c[3][2]}};
}

/// The input and output of one kernel call. Vertex i of `positions` has the influences
/// [first_influence[i], first_influence[i + 1]).
struct LinearJob {
  std::span<const Vec3> positions;
  const std::uint32_t* first_influence = nullptr;
  const Influence* influences = nullptr;
  const JointColumns* joints = nullptr;
  Vec3* out = nullptr;
};

/// The definition of linear blending in plain C++; see Skin for the order of operations.
void deform_linear_scalar(const LinearJob& job);

/// The same bits, computed with instruction set `isa`, which must be available.
void deform_linear(const LinearJob& job, Isa isa);

}  // namespace dermis::skinning
