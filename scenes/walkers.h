// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "scenes/scene.h"

namespace dermis::scenes {

/// How a model stands at a time of its first clip, which loops, somewhere in the world.
Pose walking(const Model& model, double time, const Vec3& at, double turn);

/// Two of a kind face each other along z and walk on the spot while the gap between their origins
/// goes from `first` to `last` metres; the second is `aside` metres off the first one's line.
Scene approach(Model model, int frames, double first, double last, float aside);

}  // namespace dermis::scenes
