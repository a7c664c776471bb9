// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

/// @file
/// Closed meshes that follow one joint, centered on the origin: balls, walls and floors for scenes,
/// and simple stand-ins.
namespace dermis {

/// A box with these side lengths, in metres, finite and above 0 (asserted).
Model make_box(const Vec3& size);
/// A ball. `radius` is in metres, finite and above 0. `detail` is the number of edges around the y
/// axis, 4 to 10,000. Both are asserted.
Model make_ball(float radius, int detail = 32);
/// A capsule along y. `length` is the distance between the centres of its round ends, in metres,
/// finite and 0 or more (asserted). The other parameters are those of make_ball().
Model make_capsule(float length, float radius, int detail = 32);

}  // namespace dermis
