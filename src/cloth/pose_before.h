// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>

#include "dermis/cloth/skin_search.h"
#include "skinning/posed_skin.h"

namespace dermis::cloth {

/// A body as it was before its last pose: how fast its skin moves. Refers to the skin.
class PoseBefore {
 public:
  PoseBefore(const Skin& skin, std::span<const Triangle> triangles)
      : skin_(skin), triangles_(triangles) {}

  /// The body has a new pose, which the skin does not refuse. Callers hold a DefinedFloatMode.
  void next(const Pose& pose);

  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> velocities) const;

 private:
  skinning::PosedSkin skin_;
  std::span<const Triangle> triangles_;
  Pose last_;
  bool known_ = false;  ///< skin_ has a pose
};

}  // namespace dermis::cloth
