// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

namespace dermis {

/// The model, `factor` times as large: positions, nodes, joints, morph targets and clips. Every
/// pose of it is `factor` times as large, about the origin. Also multiplies Model::metres_per_unit.
/// `factor` is finite and above 0 (asserted).
Model scaled(Model model, float factor);

}  // namespace dermis
