// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "scenes/moving_scene.h"

namespace dermis::app {

/// Runs a scene of moving meshes with about `triangles` triangles, from its first keyframe to its
/// last, and prints the impacts. If `folder` is not empty, writes the keyframes into it:
/// BODY_NN.obj.
void demo_motion(const scenes::NamedMovingScene& named, std::size_t triangles,
                 const std::string& folder, bool json);

}  // namespace dermis::app
