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

/// How a figure stands at one moment of its gait.
class Stance {
 public:
  explicit Stance(const Figure& figure) : figure_(figure), turns_(figure.bones().size()) {}

  /// Turns a bone against its parent: about z, then y, then x, in degrees.
  void turn(std::string_view bone, double x, double y = 0, double z = 0);
  /// Moves the root bone sideways.
  void sway(double x) { sway_ = x; }

  [[nodiscard]] const std::vector<math::Quatd>& turns() const { return turns_; }
  [[nodiscard]] double sway() const { return sway_; }
  /// Where a point of the bind pose stands, the root bone unmoved.
  [[nodiscard]] Vec3d place(int bone, const Vec3d& point) const;

 private:
  const Figure& figure_;
  std::vector<math::Quatd> turns_;
  double sway_ = 0;
};

/// A point of the bind pose that may not sink below y = 0.
struct Sole {
  std::string bone;
  Vec3d point;
};

/// Soles of the left side, their bones named without it, and their mirror images.
std::vector<Sole> both_sides(const std::vector<Sole>& left);

/// Sets the stance at a phase of 0…360 degrees; the same at both ends.
using Gait = std::function<void(double phase, Stance& stance)>;

/// A looping clip in place. The root is raised or lowered so that the lowest sole touches the
/// ground at every key.
Clip make_clip(std::string name, const Figure& figure, const Gait& gait,
               const std::vector<Sole>& soles, double seconds, int keys);

/// sin and cos of degrees, for writing gaits.
double sine(double degrees);
double cosine(double degrees);

/// How one leg swings: 0 degrees is the heel strike, leg ahead; stance until 180, then swing.
struct LegSwing {
  double hip, knee, ankle, toes;  ///< degrees about x; positive moves what is below backwards
};
LegSwing leg_swing(double phase, double stride);

}  // namespace dermis::procedural
