// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "dermis/motion/impact_time.h"
#include "math/doubles.h"
#include "motion/features/window.h"

namespace dermis::motion {

/// The four points of two features, in the order of find_impact_time().
using FeaturePoints = std::array<const MovingPoint*, 4>;

/// The part of the time in which the boxes around two features overlap. Gaps are differences of
/// coordinates, so they only have a relative error: any gap along an axis is seen, however small.
/// Boxes that are no farther apart than `thickness` count as overlapping.
Slice boxes_overlap(Features features, const FeaturePoints& points, double thickness = 0);

/// Searches for the first impact of two features, or for the first time at which they are no
/// farther apart than `thickness`. Works step by step, so that several searches can take turns.
class FeatureSearch {
 public:
  FeatureSearch(Features features, const FeaturePoints& points, double tolerance,
                const Window& window, double thickness = 0);

  enum class State { open, none, found };
  /// Examines the earliest remaining window once.
  State step();
  /// The features do not touch before this time. After State::found, the boxes around them overlap
  /// at this time, up to one rounding of it: event queues rely on that.
  [[nodiscard]] double from() const { return window_.from; }
  /// Only after step() has returned State::found.
  [[nodiscard]] ImpactTime impact() const;

 private:
  /// The points 1, 2 and 3, relative to point 0.
  struct Places {
    math::Vec3d point[3];
  };

  [[nodiscard]] Places at(double time) const;
  [[nodiscard]] Slice in_plane(const Places& start, const Places& end) const;
  [[nodiscard]] double positive_until(double c0, double c1, double c2, double c3) const;
  [[nodiscard]] math::Vec3d direction(const Places& places) const;
  [[nodiscard]] double gap(const math::Vec3d& n, const Places& places) const;
  [[nodiscard]] Slice not_apart(const math::Vec3d& n, const Places& a, const Places& b) const;
  [[nodiscard]] Slice not_apart(const Places& a, const Places& b) const;
  [[nodiscard]] double boxes_meet(double time) const;
  State next(double time = 0);

  Features features_;
  FeaturePoints points_;
  int looks_ = 0;
  int later_count_ = 0;
  double tolerance_;
  double thickness_;
  double size_ = 0;
  double speed_ = 0;  ///< largest component of the relative velocities
  double plane_error_ = 0;
  Places first_, last_;
  Window window_;
  /// The windows on the stack are at least halved from one entry to the next, down to 2⁻⁴⁴, so
  /// there are fewer than 64.
  struct Later {
    double from, to;
  } later_[64];
};

}  // namespace dermis::motion
