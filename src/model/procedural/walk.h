// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/model/clip.h"
#include "model/procedural/figure.h"

namespace dermis::procedural {

/// The posture of a figure at one moment of its gait.
class Stance {
 public:
  explicit Stance(const Figure& figure) : figure_(figure), turns_(figure.bones().size()) {}

  /// Sets a bone's rotation relative to its parent: about z, then y, then x, in degrees.
  void turn(std::string_view bone, double x, double y = 0, double z = 0);
  /// Moves the root bone sideways, in metres.
  void sway(double x) { sway_ = x; }

  [[nodiscard]] const std::vector<math::Quatd>& turns() const { return turns_; }
  [[nodiscard]] double sway() const { return sway_; }
  /// The position of a point of the bind pose in this stance, without the motion of the root bone.
  [[nodiscard]] Vec3d place(int bone, const Vec3d& point) const;

 private:
  const Figure& figure_;
  std::vector<math::Quatd> turns_;
  double sway_ = 0;
};

/// A point of the bind pose that must not sink below y = 0.
struct Sole {
  std::string bone;
  Vec3d point;
};

/// The given soles of the left side and their mirror images. The bones in `left` are named without
/// their side.
std::vector<Sole> both_sides(const std::vector<Sole>& left);

/// Sets the stance at a phase of 0…360 degrees. Both ends give the same stance.
using Gait = std::function<void(double phase, Stance& stance)>;

/// A looping clip in place. The root is raised or lowered so that the lowest sole touches the
/// ground at every key.
Clip make_clip(std::string name, const Figure& figure, const Gait& gait,
               const std::vector<Sole>& soles, double seconds, int keys);

/// Sine and cosine of an angle in degrees, for writing gaits.
double sine(double degrees);
double cosine(double degrees);

/// The swing of one leg. Phase 0 is the heel strike, with the leg ahead; stance until 180, then
/// swing.
struct LegSwing {
  double hip, knee, ankle, toes;  ///< degrees about x; positive moves the parts below backwards
};
LegSwing leg_swing(double phase, double stride);

}  // namespace dermis::procedural
