// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "dermis/dermis.h"

/// Macagon and Wünsche's example: players, a ball and a ground. Contacts by Dermis, response by
/// ODE.
namespace dermis::scenes {

struct SoccerOptions {
  std::uint64_t seed = 1;
  std::uint32_t players = 6;     ///< 2 to 22, half of them in each team
  Executor* executor = nullptr;  ///< null: default_executor()
};

/// The contacts of two limbs, or of a limb and another object, by their names.
struct SoccerContact {
  std::size_t count = 0;  ///< number of times that they began to touch
  double deepest = 0;     ///< metres
};

struct SoccerStats {
  double seconds = 0;
  double lowest = 0;       ///< lowest vertex of a player or the ball, metres above the ground
  double ball_height = 0;  ///< largest height of the ball's centre
  double energy = 0;       ///< largest energy of the bodies that physics moves, joules
  std::size_t kicks = 0;   ///< number of times that a foot began to touch the ball
  std::size_t falls = 0;   ///< number of falls of players
  std::uint64_t hash = 0;  ///< over all poses of all frames
  double broad_ms = 0, limbs_ms = 0, physics_ms = 0;  ///< in total
  QueryStats limbs;
  std::map<std::pair<std::string, std::string>, SoccerContact> contacts;
};

/// Players run after the ball, kick it, and fall over when they run into each other. The same seed
/// gives the same game.
class Soccer {
 public:
  explicit Soccer(const SoccerOptions& options = {});
  ~Soccer();
  Soccer(Soccer&&) noexcept;
  Soccer& operator=(Soccer&&) noexcept;

  static constexpr double kFramesPerSecond = 60;
  /// Advances by a sixtieth of a second.
  void step();

  [[nodiscard]] const SoccerStats& stats() const;
  /// All objects: ground, ball, players.
  [[nodiscard]] std::vector<const Model*> models() const;
  [[nodiscard]] std::vector<std::string> names() const;
  [[nodiscard]] std::vector<Pose> poses() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace dermis::scenes
