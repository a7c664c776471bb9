// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "bounds/box_refit.h"
#include "skinning/posed_skin.h"

namespace dermis::bounds {

/// The boxes of a node's children in a pose, one node at a time: what queries compute on their way.
/// Callers hold a DefinedFloatMode.
math::Boxes8 refit_boxes(const BoxRefit& refit, std::uint32_t node, const skinning::PosedSkin& skin,
                         const BoxSlack& slack);

}  // namespace dermis::bounds
