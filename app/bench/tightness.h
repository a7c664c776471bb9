// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "app/report.h"
#include "dermis/skinning/skinning.h"

namespace dermis::app {

/// Mean radii of the creature's spheres on each level, in eight poses of its walk.
Json tightness();
/// The same for `skinning`, beside linear blending.
Json tightness_beside_linear(Skinning skinning);

}  // namespace dermis::app
