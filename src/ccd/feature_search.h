// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

#include "ccd/window.h"
#include "dermis/ccd/contact_time.h"
#include "math/doubles.h"

namespace dermis::ccd {

/// The points of two features, as in find_contact_time().
using FeaturePoints = std::array<const MovingPoint*, 4>;

/// When boxes around two features overlap. Gaps are differences of coordinates, so they have a
/// relative error only: what is apart along an axis, by however little, is seen to be.
/// With a thickness, what is so near to each other overlaps.
Slice boxes_overlap(Features features, const FeaturePoints& points, double thickness = 0);

/// Looks for the first contact of two features, or when they first are as near as the thickness,
/// step by step, so that several searches can take turns. Callers hold a DefinedFloatMode.
class FeatureSearch {
 public:
  FeatureSearch(Features features, const FeaturePoints& points, double tolerance,
                const Window& window, double thickness = 0);

  enum class State { open, none, found };
  /// Looks at the earliest window that is left, once.
  State step();
  /// They do not touch before. When found, boxes around them overlap at that time, up to a rounding
  /// of it: event queues count on that.
  [[nodiscard]] double from() const { return window_.from; }
  /// When found.
  [[nodiscard]] ContactTime contact() const;

 private:
  /// The three other points, as seen from the first one.
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
  double speed_ = 0;  ///< the largest along an axis
  double plane_error_ = 0;
  Places first_, last_;
  Window window_;
  /// Windows get shorter by half on the way down: there are never as many.
  struct Later {
    double from, to;
  } later_[64];
};

}  // namespace dermis::ccd
