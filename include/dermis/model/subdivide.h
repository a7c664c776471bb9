// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

namespace dermis {

/// Splits every triangle into four at its edge midpoints, `levels` times; 0 gives a copy. The model
/// must be valid, `levels` 0 or more, and the result have fewer than 2³² triangles (asserted). The
/// position, weights and morph deltas of a new vertex are the means of those at the ends of its
/// edge. A closed surface stays closed. In each level, triangle i becomes triangles 4i … 4i+3.
Model subdivide(const Model& model, int levels);

}  // namespace dermis
