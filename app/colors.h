// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/math/types.h"

/// The colors of parts in exported GLBs (GlbOptions::part_colors): linear red, green and blue.
/// io/gltf/export.cpp has the default, a neutral clay.
namespace dermis::app {

inline constexpr Vec3 kBodyColor{0.58F, 0.36F, 0.23F};   // clay
inline constexpr Vec3 kClothColor{0.32F, 0.02F, 0.03F};  // dark red
inline constexpr Vec3 kGroundColor{0.16F, 0.36F, 0.13F};
inline constexpr Vec3 kBallColor{0.9F, 0.9F, 0.88F};
inline constexpr Vec3 kBlueTeamColor{0.12F, 0.25F, 0.62F};
inline constexpr Vec3 kRedTeamColor{0.62F, 0.12F, 0.1F};

}  // namespace dermis::app
