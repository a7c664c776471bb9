// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Examines windows of time, the earliest first, and cuts off two kinds of parts, in which the
// features cannot touch:
//  - Parts in which the four points are not coplanar. Their determinant is a cubic polynomial of
//    time, and its graph lies in the hull of its Bernstein coefficients.
//  - Parts in which a fixed direction separates the features. Along it, the gap between any two
//    points is a linear function of time, so the smallest gap is not below the line between its
//    values at the ends of the window.
// The rest of the window is examined again, in halves if it is not much shorter. A window in which
// almost nothing moves any more, and which cannot be cut off, counts as an impact. So errors can
// add impacts, never remove any.
//
// Error bounds. Let u = 2⁻⁵³ and M, the size, the largest coordinate of the points relative to the
// first one, at both ends of the motion.
//  - A point at a time: (1 − t) p + t q. The differences p and q, 1 − t, each product, and the sum
//    have a relative error of u each: 4.1 u M at most along an axis (contact_place.gappa).
//  - A determinant (x × y) · z of three such points: 18 products of two coordinates and one error
//    make 18 · 4.1 u M³. Three times a coefficient is a sum of three determinants; its roundings
//    add 114 u M³. Together, they are less than 352 u M³ (contact_plane.gappa).
//  - A gap along n: |n|₁ · 4.1 u M, with |n|₁ = |n.x| + |n.y| + |n.z|, and three roundings in the
//    product, for each of two points, and one rounding of their difference: 17 u M |n|₁ at most.
// The factors below are larger by a third or more, to cover the few operations that follow.
// Underflow adds less than kUnderflow. Infinite values and NaN cut nothing off.
#include "motion/features/feature_search.h"

#include <algorithm>
#include <cmath>

#include "motion/features/closest.h"

namespace dermis::motion {

namespace {

using math::Two;
using math::Vec3d;

constexpr double kPlaneFactor = 0x1p-44;
constexpr double kGapFactor = 0x1p-48;
constexpr double kUnderflow = 1e-290;

/// A lasting impact usually takes some twenty steps. After this number, every step runs both tests.
constexpr int kUsualLooks = 64;
/// After this number of steps, an impact is reported with the window as it is. The proof for flat
/// patches relies on this number.
constexpr int kMostLooks = kUsualLooks + (1 << 13);
/// Shorter windows are not cut any more.
constexpr double kShortest = 0x1p-44;

Vec3d difference(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}

double largest(const Vec3d& v) {
  return std::max({std::abs(v.x), std::abs(v.y), std::abs(v.z)});
}

}  // namespace

Slice boxes_overlap(Features features, const FeaturePoints& p, double thickness) {
  const bool vertex = features == Features::vertex_face;
  // Along an axis: how far the second feature is above the first, and how far below.
  const auto gaps = [&](Point MovingPoint::* end, std::size_t axis) {
    const auto x = [&](std::size_t i) { return (p[i]->*end)[axis]; };
    // The coordinate and its negative, so that both gaps are minima.
    const auto pair = [&](std::size_t i) { return Two{x(i), -x(i)}; };
    const Two second = math::min(vertex ? math::min(pair(1), pair(2)) : pair(2), pair(3));
    const Two first = vertex ? pair(0) : math::max(pair(0), pair(1));
    return second - first - math::both(thickness);
  };
  Slice slice;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    slice.keep_negative(gaps(&MovingPoint::from, axis), gaps(&MovingPoint::to, axis));
  }
  return slice;
}

FeatureSearch::FeatureSearch(Features features, const FeaturePoints& points, double tolerance,
                             const Window& window, double thickness)
    : features_(features),
      points_(points),
      tolerance_(tolerance),
      thickness_(thickness),
      window_(window) {
  for (std::size_t i = 0; i < 3; ++i) {
    first_.point[i] = difference(points[i + 1]->from, points[0]->from);
    last_.point[i] = difference(points[i + 1]->to, points[0]->to);
    size_ = std::max({size_, largest(first_.point[i]), largest(last_.point[i])});
    speed_ = std::max(speed_, largest(last_.point[i] - first_.point[i]));
  }
  plane_error_ = kPlaneFactor * (size_ * size_ * size_) + kUnderflow;
}

/// Continues with the earliest remaining window, without its part before `time`.
FeatureSearch::State FeatureSearch::next(double time) {
  while (later_count_ > 0) {
    --later_count_;
    window_ = {std::max(later_[later_count_].from, time), later_[later_count_].to};
    if (window_.from <= window_.to) return State::open;
  }
  return State::none;
}

FeatureSearch::State FeatureSearch::step() {
  const double width = window_.width();
  const Places a = at(window_.from);
  const Places b = at(window_.to);
  const bool is_last = width <= kShortest || speed_ * width <= tolerance_ || ++looks_ >= kMostLooks;
  Slice slice = in_plane(a, b);
  if (slice.is_empty()) return next();
  // The direction test is slower than the plane test, but cuts more off short windows.
  if (is_last || looks_ > kUsualLooks || slice.high - slice.low > 0.5) {
    slice.cut(not_apart(a, b));
    if (slice.is_empty()) return next();
  }
  window_ = window_.cut(slice);
  if (is_last) {
    window_.from = boxes_meet(window_.from);
    return window_.from <= window_.to ? State::found : next(window_.from);
  }
  if (window_.width() > 0.5 * width) {
    later_[later_count_++] = {window_.middle(), window_.to};
    window_.to = window_.middle();
  }
  return State::open;
}

/// The first time, not before `time`, at which the boxes around the features overlap; later than 1
/// if there is none.
double FeatureSearch::boxes_meet(double time) const {
  const std::size_t in_first = features_ == Features::vertex_face ? 1 : 2;
  // If `time` lies in the interval in which the second feature is above the first along the axis
  // (below, for sign -1), moves `time` to its end. In that interval all differences are positive;
  // each is linear, so it is positive on one side of a time.
  const auto leave = [&](std::size_t axis, double sign) {
    double begin = -1;
    double end = 2;
    for (std::size_t i = 0; i < in_first; ++i) {
      for (std::size_t j = in_first; j < 4; ++j) {
        const double first = sign * (points_[j]->from[axis] - points_[i]->from[axis]) - thickness_;
        const double last = sign * (points_[j]->to[axis] - points_[i]->to[axis]) - thickness_;
        // A difference that overflows gives no bound.
        if (!(first > 0 || last > 0) || !std::isfinite(first - last)) return false;
        const double crossing = first / (first - last);
        if (!(first > 0)) begin = std::max(begin, crossing + kTimeError);
        if (!(last > 0)) end = std::min(end, crossing - kTimeError);
      }
    }
    if (!(begin < time && time < end)) return false;
    time = end;
    return true;
  };
  // `time` only grows, so each of the six intervals is left at most once.
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const double sign : {1.0, -1.0}) moved = leave(axis, sign) || moved;
    }
  }
  return time;
}

ImpactTime FeatureSearch::impact() const {
  // The window that was found may be a false positive. Then the first impact is in a later window.
  ImpactTime result{window_.from, window_.to};
  for (int i = 0; i < later_count_; ++i) {
    const Window later{later_[i].from, later_[i].to};
    const Places a = at(later.from);
    const Places b = at(later.to);
    Slice slice = in_plane(a, b);
    slice.cut(not_apart(a, b));
    if (!slice.is_empty()) result.to = std::max(result.to, later.cut(slice).to);
  }
  return result;
}

FeatureSearch::Places FeatureSearch::at(double time) const {
  Places result;
  for (int i = 0; i < 3; ++i) {
    result.point[i] = (1 - time) * first_.point[i] + time * last_.point[i];
  }
  return result;
}

/// The slice in which the points may be coplanar. With a thickness, it is all of the window: the
/// features can be near without being coplanar.
Slice FeatureSearch::in_plane(const Places& start, const Places& end) const {
  if (thickness_ > 0) return {};
  const Vec3d* const a = start.point;
  const Vec3d* const b = end.point;
  const Vec3d aa = cross(a[0], a[1]);
  const Vec3d ab = cross(a[0], b[1]) + cross(b[0], a[1]);
  const Vec3d bb = cross(b[0], b[1]);
  // These are three times the coefficients.
  const double c[4] = {3 * dot(aa, a[2]), dot(aa, b[2]) + dot(ab, a[2]),
                       dot(bb, a[2]) + dot(ab, b[2]), 3 * dot(bb, b[2])};
  Slice slice;
  if (!std::isfinite((c[0] + c[1]) + (c[2] + c[3]))) return slice;
  if (c[0] > plane_error_) {
    slice.low = positive_until(c[0], c[1], c[2], c[3]);
  } else if (c[0] < -plane_error_) {
    slice.low = positive_until(-c[0], -c[1], -c[2], -c[3]);
  }
  if (slice.low > 1) return slice;  // never coplanar
  if (c[3] > plane_error_) {
    slice.high = 1 - positive_until(c[3], c[2], c[1], c[0]);
  } else if (c[3] < -plane_error_) {
    slice.high = 1 - positive_until(-c[3], -c[2], -c[1], -c[0]);
  }
  return slice;
}

/// The share of the window up to which the lower hull of the coefficients is positive. c0 must
/// exceed plane_error_.
double FeatureSearch::positive_until(double c0, double c1, double c2, double c3) const {
  const double c[4] = {c0 - plane_error_, c1 - plane_error_, c2 - plane_error_, c3 - plane_error_};
  // The zero of the line from coefficient i to a later coefficient j; 2 unless i is positive and j
  // is not.
  const auto crossing = [&](Two i, Two ci, Two j, Two cj) {
    const Two at = (i + (j - i) * (ci / (ci - cj))) * (1.0 / 3);
    return ci > 0 ? (cj > 0 ? math::both(2) : at) : math::both(2);
  };
  const Two least =
      math::min(math::min(crossing(Two{0, 0}, Two{c[0], c[0]}, Two{1, 2}, Two{c[1], c[2]}),
                          crossing(Two{0, 1}, Two{c[0], c[1]}, Two{3, 2}, Two{c[3], c[2]})),
                crossing(Two{1, 2}, Two{c[1], c[2]}, Two{3, 3}, Two{c[3], c[3]}));
  const double share = std::min(least[0], least[1]);
  return share - kTimeError;
}

/// Approximate direction from the first feature to the second.
Vec3d FeatureSearch::direction(const Places& places) const {
  const auto& [p, q, r] = places.point;
  return features_ == Features::vertex_face ? to_triangle(p, q, r) : between_segments(p, q, r);
}

/// The gap between the features along n; negative if they overlap along n.
double FeatureSearch::gap(const Vec3d& n, const Places& places) const {
  const auto& [p, q, r] = places.point;
  const double rest = std::min(dot(n, q), dot(n, r));
  return features_ == Features::vertex_face ? std::min(dot(n, p), rest)
                                            : rest - std::max(dot(n, p), 0.0);
}

/// The slice in which n may not separate the features.
Slice FeatureSearch::not_apart(const Vec3d& n, const Places& a, const Places& b) const {
  double error =
      kGapFactor * (size_ * (std::abs(n.x) + std::abs(n.y) + std::abs(n.z))) + kUnderflow;
  if (thickness_ > 0) error += thickness_ * length(n);
  Slice slice;
  slice.keep_negative(gap(n, a) - error, gap(n, b) - error);
  return slice;
}

/// Tries the directions between the nearest points at both ends of the window.
Slice FeatureSearch::not_apart(const Places& a, const Places& b) const {
  Slice slice = not_apart(direction(a), a, b);
  if (!slice.is_empty()) slice.cut(not_apart(direction(b), a, b));
  return slice;
}

}  // namespace dermis::motion
