// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dermis/dermis.h"

/// Macagon and Wünsche's example: players, a ball, a ground; contacts by Dermis, response by ODE.
namespace dermis::scenes {

struct SoccerOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 6;  ///< 2 … 22, half of them in each team
  bool all_cores = true;
};

/// What was seen of two limbs, or of a limb and something else, by their names.
struct SoccerContact {
  std::size_t count = 0;  ///< how often they began to touch
  double deepest = 0;     ///< metres
};

struct SoccerStats {
  double seconds = 0;
  double lowest = 0;       ///< of any vertex of a player or the ball, metres above the ground
  double ball_height = 0;  ///< of the ball's centre, the most
  double energy = 0;       ///< of what physics moves, the most, joules
  std::size_t kicks = 0;   ///< a foot began to touch the ball
  std::size_t falls = 0;   ///< of players
  std::uint64_t hash = 0;  ///< of all poses of all frames
  double broad_ms = 0, limbs_ms = 0, physics_ms = 0;  ///< in all
  LimbStats limbs;
  std::map<std::pair<std::string, std::string>, SoccerContact> contacts;
};

/// Players run after the ball and kick it, and fall over when they run into each other. The same
/// seed, the same game.
class Soccer {
 public:
  explicit Soccer(const SoccerOptions& options = {});
  ~Soccer();
  Soccer(Soccer&&) noexcept;
  Soccer& operator=(Soccer&&) noexcept;

  static constexpr double kFramesPerSecond = 60;
  /// A sixtieth of a second.
  void step();

  [[nodiscard]] const SoccerStats& stats() const;
  /// Everything there is: ground, ball, players.
  [[nodiscard]] std::vector<const Model*> models() const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<Pose> poses() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dermis::scenes
