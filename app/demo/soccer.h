// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace dermis::app {

struct SoccerDemo {
  double seconds = 10;
  std::uint64_t seed = 1;
  std::uint32_t players = 6;
  std::string output;  ///< a .glb file, if any
  bool json = false;
};

/// Plays a game, prints the limbs that touched, and writes the game as an animation.
void demo_soccer(const SoccerDemo& options);

}  // namespace dermis::app
