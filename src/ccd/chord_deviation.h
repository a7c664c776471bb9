// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "ccd/clip_motion.h"
#include "dermis/model/mesh.h"
#include "dermis/skinning/skin.h"

namespace dermis::ccd {

/// How far the linearly blended vertices of a clip are from straight lines between where they are
/// at two times.
class ChordDeviation {
 public:
  /// Refers to all of them.
  ChordDeviation(const Model& model, const Clip& clip, const Skin& skin)
      : model_(model), clip_(clip), skin_(skin), motion_(model, clip) {}

  /// From one time to another, and the places at both: a bound for each vertex, at any time
  /// between.
  [[nodiscard]] Result<std::vector<float>> between(double from, double to,
                                                   std::span<const Point> places_from,
                                                   std::span<const Point> places_to) const;

 private:
  const Model& model_;
  const Clip& clip_;
  const Skin& skin_;
  ClipMotion motion_;
};

}  // namespace dermis::ccd
