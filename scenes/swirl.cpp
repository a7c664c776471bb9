// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <utility>

#include "scenes/cloth_simulation.h"
#include "scenes/moving_scene.h"

namespace dermis::scenes {

namespace {

constexpr int kKeyframes = 31;
constexpr int kSteps = 100;  ///< between keyframes
constexpr double kStepSeconds = 1 / (kKeyframesPerSecond * kSteps);

constexpr double kClothSide = 1.2;
constexpr Point kHandle{0, 1, 0};
constexpr double kHandleRadius = 0.08;

/// The rate of the handle in degrees per second: it rises, then falls, while the cloth moves on.
double handle_rate(double seconds) {
  constexpr double kMost = 800;
  constexpr double kFastest = 0.6;
  const double part = seconds / kFastest;
  return kMost * part * (2 - part);
}

/// Gravity, and air that flows towards the axis without turning, which gathers the cloth.
Point gathering_wind(const Point& at, const Point& velocity) {
  constexpr double kInwards = 1;  ///< metres per second, per metre from the axis
  constexpr double kDrag = 1.5;   ///< rate at which speed relative to the air is lost, 1/s
  const Point air{-kInwards * at[0], 0, -kInwards * at[2]};
  return kGravity + kDrag * (air - velocity);
}

/// A flat disc in the middle of the cloth that a handle holds and turns.
class Handle {
 public:
  Handle(const Mesh& flat, ClothSimulation& cloth) : flat_(flat), cloth_(cloth) {
    for (std::uint32_t v = 0; v < flat.positions.size(); ++v) {
      if (length(flat.positions[v]) > kHandleRadius) continue;
      held_.push_back(v);
      cloth.hold(v);
    }
    for (std::uint32_t v = 0; v < flat.positions.size(); ++v) tie(v);
  }

  void turn_to(double degrees) {
    const Affine turn = placement({}, degrees);
    for (const std::uint32_t v : held_) {
      const Point& p = flat_.positions[v];
      cloth_.place(v, kHandle + Point{turn.x.x * p[0] + turn.z.x * p[2], 0,
                                      turn.x.z * p[0] + turn.z.z * p[2]});
    }
  }

  /// Limits the distance of each vertex from the handle to that in the flat cloth. Springs connect
  /// neighbours only, so they would take many steps to stop the fall of everything that hangs on a
  /// few.
  void keep_near() {
    for (const Tie& tie : ties_) {
      const Point& anchor = cloth_.positions()[tie.held];
      const double now = length(cloth_.positions()[tie.free] - anchor);
      if (now > tie.longest) cloth_.pull(tie.free, anchor, 1 - tie.longest / now);
    }
  }

 private:
  struct Tie {
    std::uint32_t held = 0, free = 0;
    double longest = 0;
  };

  /// Ties a vertex to the nearest held vertex.
  void tie(std::uint32_t vertex) {
    Tie nearest{vertex, vertex, kClothSide};
    for (const std::uint32_t v : held_) {
      const double distance = length(flat_.positions[v] - flat_.positions[vertex]);
      if (distance < nearest.longest) nearest = {v, vertex, distance};
    }
    if (nearest.longest > 0) ties_.push_back(nearest);
  }

  const Mesh& flat_;
  ClothSimulation& cloth_;
  std::vector<std::uint32_t> held_;
  std::vector<Tie> ties_;
};

}  // namespace

MovingScene swirl(std::size_t triangles, const Progress& progress) {
  constexpr double kWave = 0.01;
  const Mesh flat = square_cloth(triangles, kClothSide);
  ClothSimulation simulation(flat, {.stretch = 0, .shear = 3e-6, .bend = 1e-4, .drag = 0.5});
  for (std::uint32_t v = 0; v < flat.positions.size(); ++v) {
    const Point& p = flat.positions[v];
    simulation.place(v, kHandle + p + Point{0, kWave * bumps(p[0], p[2], 0.15), 0});
  }
  Handle handle(flat, simulation);
  handle.turn_to(0);

  MovingBody cloth{"cloth", flat.triangles, {keyframe(simulation.positions())}};
  double seconds = 0;
  double degrees = 0;
  while (cloth.keyframes.size() < kKeyframes) {
    for (int step = 0; step < kSteps; ++step) {
      seconds += kStepSeconds;
      degrees += kStepSeconds * handle_rate(seconds);
      handle.turn_to(degrees);
      simulation.step(kStepSeconds, gathering_wind);
      handle.keep_near();
    }
    cloth.keyframes.push_back(keyframe(simulation.positions()));
    if (progress) progress(static_cast<double>(cloth.keyframes.size()) / kKeyframes);
  }
  return {{std::move(cloth)}};
}

}  // namespace dermis::scenes
