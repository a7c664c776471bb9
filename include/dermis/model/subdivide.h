// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

namespace dermis {

/// Splits every triangle in four at its edge midpoints, `levels` times. Positions, weights and
/// morph deltas of new vertices are the means of their edge's ends; a closed surface stays closed.
/// Triangle i becomes 4i … 4i+3 per level.
Model subdivide(const Model& model, int levels);

}  // namespace dermis
