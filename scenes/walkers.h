// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/scene.h"

namespace dermis::scenes {

/// How a model stands at a time of its first clip, which loops, somewhere in the world.
Pose walking(const Model& model, double time, const Vec3& at, double turn);

/// Two of a kind face each other along z, half a step apart in their gaits, this many metres
/// between their origins; the second is `aside` metres off the first one's line.
std::vector<Pose> facing(const Model& model, double time, double distance, float aside);

/// The distance at which they first touch when they are pushed together as they stand.
double touching_distance(const Model& model, double time, float aside);

inline constexpr double kFramesPerSecond = 120;

/// They walk while the distance goes from `first` to `last`.
Scene approach(Model model, int frames, double first, double last, float aside);

}  // namespace dermis::scenes
