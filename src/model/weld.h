// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

namespace dermis {

/// Merges vertices that no pose can separate: those with the same bits in position, influences and
/// morph deltas. Files split such vertices at texture seams and hard edges. Triangles keep their
/// order. The result has no parts.
Model weld(const Model& model);

}  // namespace dermis
