// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/influences.h"
#include "model/procedural/figure.h"
#include "model/procedural/surface.h"

namespace dermis::procedural {

/// Smooth weights of at most 4 influences per vertex. A vertex belongs to the bone whose flesh is
/// nearest and shares with that bone's relatives by how near their flesh is; the result is smoothed
/// along the skin.
Influences make_weights(const Figure& figure, const Surface& surface);

}  // namespace dermis::procedural
