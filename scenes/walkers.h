// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/scene.h"

namespace dermis::scenes {

/// The pose of a model at a time of its first clip, which loops, at a place in the world.
Pose walking(const Model& model, double time, const Vec3& at, double turn);

/// Two of the same model face each other along z, half a step apart in their gaits. Their origins
/// are `distance` metres apart; the second one is `aside` metres off the line of the first.
std::vector<Pose> facing(const Model& model, double time, double distance, float aside);

/// The distance at which they first touch if they are pushed together in this pose.
double touching_distance(const Model& model, double time, float aside);

inline constexpr double kFramesPerSecond = 120;

/// They walk while their distance goes from `first` to `last`.
Scene approach(Model model, int frames, double first, double last, float aside);

}  // namespace dermis::scenes
