// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "dermis/math/types.h"

namespace dermis {

/// A displacement of a run of vertices, blended in before skinning: v + Σ weight · delta, in the
/// order of the model's list. Targets of one node stand next to each other.
struct MorphTarget {
  std::string name;
  std::uint32_t node = 0;          ///< the node whose mesh it belongs to
  std::uint32_t first_vertex = 0;  ///< the vertex that deltas[0] displaces
  std::vector<Vec3> deltas;
  float rest_weight = 0;
};

using MorphTargets = std::vector<MorphTarget>;

}  // namespace dermis
