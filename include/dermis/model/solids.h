// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

/// Rigid things: closed meshes that follow one joint, around the origin. Balls, walls and grounds
/// for scenes, and simple stand-ins.
namespace dermis {

/// Sizes are in metres, above 0; `detail`: about how many edges go around, from 4 on.
Model make_box(const Vec3& size);
Model make_ball(float radius, int detail = 32);
/// Along y; the segment between the centres of its round ends has that length.
Model make_capsule(float length, float radius, int detail = 32);

}  // namespace dermis
