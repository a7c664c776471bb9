// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/influences.h"
#include "model/procedural/figure.h"
#include "model/procedural/surface.h"

namespace dermis::procedural {

/// Smooth weights with at most 4 influences per vertex. A vertex belongs to the bone with the
/// nearest flesh. Bones up to two steps away along the skeleton get a share that decreases with the
/// distance of their flesh. The result is smoothed along the skin.
Influences make_weights(const Figure& figure, const Surface& surface);

}  // namespace dermis::procedural
