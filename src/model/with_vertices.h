// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/model/model.h"

namespace dermis::model {

/// A copy of `model` with these triangles and parts, and only the vertices for which `kept` is
/// true. Triangles and parts refer to the vertices of `model`; triangles use kept ones only. The
/// order of vertices stays, so contiguous ranges stay contiguous. A morph target without remaining
/// vertices is kept without deltas, because channels refer to targets by index.
Model with_vertices(const Model& model, const std::vector<bool>& kept,
                    std::vector<Triangle> triangles, std::vector<Part> parts);

}  // namespace dermis::model
