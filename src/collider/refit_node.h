// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "collider/box_refit.h"
#include "skinning/posed_skin.h"

namespace dermis::collider {

/// The boxes of a node's children in a pose. Queries call this for one node at a time, when they
/// reach it.
math::Boxes8 refit_boxes(const BoxRefit& refit, std::uint32_t node, const skinning::PosedSkin& skin,
                         const BoxSlack& slack);

}  // namespace dermis::collider
