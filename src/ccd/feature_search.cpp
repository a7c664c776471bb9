// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Looks at windows of time, the earliest first, and cuts off where nothing can touch:
//  - where the four points are not in one plane: the determinant is a cubic polynomial of time, and
//    its graph is in the hull of its Bernstein coefficients;
//  - where a fixed direction separates the features: along it, the gap between any two points is a
//    linear function of time, so the smallest of them is not below the line between its values at
//    the ends of the window.
// What remains is looked at again, in halves if it is not much shorter. What cannot be cut off when
// next to nothing moves any more counts as contact: errors only ever add contacts.
//
// How far things are off. Let u = 2⁻⁵³ and M, the size, the largest coordinate of the points
// relative to the first one, at both ends of the motion.
//  - A point at a time: (1 − t) p + t q. The differences p and q have a relative error of u, so has
//    1 − t, each product, and the sum: 4.1 u M at most along an axis (contact_place.gappa).
//  - A determinant (x × y) · z of three such points: 18 products of two coordinates and one error
//    make 18 · 4.1 u M³. A coefficient, three times, has three of these, and roundings that come to
//    114 u M³: less than 352 u M³ (contact_plane.gappa).
//  - A gap along n: |n|₁ · 4.1 u M, with |n|₁ = |n.x| + |n.y| + |n.z|, and three roundings in the
//    product, for each of two points, and one of their difference: 17 u M |n|₁ at most.
// The factors below are larger by a third and more, for the sake of the few operations that follow.
// Underflow adds less than kUnderflow. What is no number, or infinite, cuts nothing off.
#include "ccd/feature_search.h"

#include <algorithm>
#include <cmath>

#include "ccd/closest.h"

namespace dermis::ccd {

namespace {

using math::Two;
using math::Vec3d;

constexpr double kPlaneFactor = 0x1p-44;
constexpr double kGapFactor = 0x1p-48;
constexpr double kUnderflow = 1e-290;

/// Some twenty looks are usual for a contact that lasts. After these, all are taken in full.
constexpr int kUsualLooks = 64;
/// Looks after which a contact is reported wherever the search is. Patches count on there being so
/// many.
constexpr int kMostLooks = kUsualLooks + (1 << 13);
/// Windows that are shorter are not cut.
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
  // Along an axis, how far the second is above the first, and below it.
  const auto gaps = [&](Point MovingPoint::* end, std::size_t axis) {
    const auto x = [&](std::size_t i) { return (p[i]->*end)[axis]; };
    // Highest and, negative, lowest: both are minima then.
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

/// The next window, from a time on.
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
  // Directions take longer, and say more of short windows.
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

/// The first time from this one on at which boxes around the features overlap; later than all
/// times if there is none.
double FeatureSearch::boxes_meet(double time) const {
  const std::size_t in_first = features_ == Features::vertex_face ? 1 : 2;
  // While the second is above the first along an axis, or, with the other sign, below it, from one
  // time to another: all differences are positive, each on one side of a time. Moves on to its end.
  const auto leave = [&](std::size_t axis, double sign) {
    double begin = -1;
    double end = 2;
    for (std::size_t i = 0; i < in_first; ++i) {
      for (std::size_t j = in_first; j < 4; ++j) {
        const double first = sign * (points_[j]->from[axis] - points_[i]->from[axis]) - thickness_;
        const double last = sign * (points_[j]->to[axis] - points_[i]->to[axis]) - thickness_;
        // What is too large to be subtracted says nothing.
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
  // Each of these is left once.
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t axis = 0; axis < 3; ++axis) {
      for (const double sign : {1.0, -1.0}) moved = leave(axis, sign) || moved;
    }
  }
  return time;
}

ContactTime FeatureSearch::contact() const {
  // What was found may not be one; then a later one is the first.
  ContactTime result{window_.from, window_.to};
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

/// Where the points may be in one plane; with a thickness, that says nothing.
Slice FeatureSearch::in_plane(const Places& start, const Places& end) const {
  if (thickness_ > 0) return {};
  const Vec3d* const a = start.point;
  const Vec3d* const b = end.point;
  const Vec3d aa = cross(a[0], a[1]);
  const Vec3d ab = cross(a[0], b[1]) + cross(b[0], a[1]);
  const Vec3d bb = cross(b[0], b[1]);
  // Three times the coefficients.
  const double c[4] = {3 * dot(aa, a[2]), dot(aa, b[2]) + dot(ab, a[2]),
                       dot(bb, a[2]) + dot(ab, b[2]), 3 * dot(bb, b[2])};
  Slice slice;
  if (!std::isfinite((c[0] + c[1]) + (c[2] + c[3]))) return slice;
  if (c[0] > plane_error_) {
    slice.low = positive_until(c[0], c[1], c[2], c[3]);
  } else if (c[0] < -plane_error_) {
    slice.low = positive_until(-c[0], -c[1], -c[2], -c[3]);
  }
  if (slice.low > 1) return slice;  // nowhere
  if (c[3] > plane_error_) {
    slice.high = 1 - positive_until(c[3], c[2], c[1], c[0]);
  } else if (c[3] < -plane_error_) {
    slice.high = 1 - positive_until(-c[3], -c[2], -c[1], -c[0]);
  }
  return slice;
}

/// To where the lower hull of coefficients is positive, of which the first one is.
double FeatureSearch::positive_until(double c0, double c1, double c2, double c3) const {
  const double c[4] = {c0 - plane_error_, c1 - plane_error_, c2 - plane_error_, c3 - plane_error_};
  // Where the line from a positive one to one after it that is not positive goes through 0.
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

/// From the first feature towards the second one.
Vec3d FeatureSearch::direction(const Places& places) const {
  const auto& [p, q, r] = places.point;
  return features_ == Features::vertex_face ? to_triangle(p, q, r) : between_segments(p, q, r);
}

/// How much farther along n the second feature is than the first one.
double FeatureSearch::gap(const Vec3d& n, const Places& places) const {
  const auto& [p, q, r] = places.point;
  const double rest = std::min(dot(n, q), dot(n, r));
  return features_ == Features::vertex_face ? std::min(dot(n, p), rest)
                                            : rest - std::max(dot(n, p), 0.0);
}

/// Where the features may not be separated by n.
Slice FeatureSearch::not_apart(const Vec3d& n, const Places& a, const Places& b) const {
  double error =
      kGapFactor * (size_ * (std::abs(n.x) + std::abs(n.y) + std::abs(n.z))) + kUnderflow;
  if (thickness_ > 0) error += thickness_ * length(n);
  Slice slice;
  slice.keep_negative(gap(n, a) - error, gap(n, b) - error);
  return slice;
}

/// By where they are nearest to each other at either end.
Slice FeatureSearch::not_apart(const Places& a, const Places& b) const {
  Slice slice = not_apart(direction(a), a, b);
  if (!slice.is_empty()) slice.cut(not_apart(direction(b), a, b));
  return slice;
}

}  // namespace dermis::ccd
