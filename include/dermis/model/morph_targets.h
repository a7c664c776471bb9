// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dermis/math/types.h"

namespace dermis {

/// Displacements of a contiguous range of vertices, added before skinning: v + Σ weight · delta, in
/// the order of Model::morph_targets. Targets of one node are adjacent.
struct MorphTarget {
  std::string name;                ///< may be empty
  std::uint32_t node = 0;          ///< the node whose mesh the target belongs to
  std::uint32_t first_vertex = 0;  ///< the vertex that deltas[0] displaces
  std::vector<Vec3> deltas;        ///< one per vertex, in metres
  /// The weight stored in the file. sample() uses it where the clip does not animate the target.
  float stored_weight = 0;
};

/// The morph targets of a model. A pose has one weight for each.
using MorphTargets = std::vector<MorphTarget>;

}  // namespace dermis
