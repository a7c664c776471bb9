// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

namespace dermis {

/// A model as collisions see it: vertices that no pose can tell apart, because position, influences
/// and deltas are the same bits, become one. Files split them where texture seams or hard edges
/// are. Triangles keep their order; there are no parts any more.
Model weld(const Model& model);

}  // namespace dermis
