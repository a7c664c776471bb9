// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <vector>

namespace dermis::app {

/// The work of measuring a scene, and its cost.
struct SceneCost {
  std::size_t frames = 0;    ///< number of frames of the scene
  std::size_t cold = 0;      ///< frames to measure cold if there is time; 0: none
  double frame_seconds = 0;  ///< time of all contenders for one frame, warm
  std::size_t judged = 0;    ///< frames to compare with brute force if there is time
  double judge_seconds = 0;  ///< time of brute force for one frame
};

/// The part of the work that fits into the given time. Rounds, warm-up and cold frames are cut
/// first; fewer frames, evenly over the scene, are the last resort. At least one frame is measured,
/// cold and warm.
struct Plan {
  std::vector<std::size_t> frames;  ///< ascending
  std::size_t judged = 0;           ///< number of frames also compared with brute force
  std::size_t cold = 0;             ///< frames to measure cold, twice each; a single one, once
  /// Extra frames per method and round. After this many frames, the caches hold no data of other
  /// methods.
  std::size_t warm_up = 0;
  int rounds = 0;  ///< minimum; more are run while there is time
};
Plan make_plan(const SceneCost& cost, double seconds);

}  // namespace dermis::app
