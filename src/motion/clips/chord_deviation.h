// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "dermis/model/mesh.h"
#include "motion/clips/clip_motion.h"
#include "skinning/skin_data.h"

namespace dermis::motion {

/// Bounds the distance of the linearly blended vertices of a clip from the straight lines between
/// their positions at two times.
class ChordDeviation {
 public:
  /// Keeps references to all arguments.
  ChordDeviation(const Model& model, const Clip& clip, const skinning::SkinData& skin)
      : model_(model), clip_(clip), skin_(skin), motion_(model, clip) {}

  /// A bound for each vertex that holds at any time between `from` and `to`. `places_from` and
  /// `places_to` are the positions at these times.
  [[nodiscard]] Result<std::vector<float>> between(double from, double to,
                                                   std::span<const Point> places_from,
                                                   std::span<const Point> places_to) const;

 private:
  const Model& model_;
  const Clip& clip_;
  const skinning::SkinData& skin_;
  ClipMotion motion_;
};

}  // namespace dermis::motion
