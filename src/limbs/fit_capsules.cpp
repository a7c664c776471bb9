// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/fit_capsules.h"

#include <algorithm>
#include <cmath>

#include "limbs/segment.h"
#include "math/pattern_search.h"
#include "math/principal_axes.h"

namespace dermis::limbs {

namespace {

using math::Vec3d;

Segment segment_at(const std::vector<double>& values, std::size_t at) {
  return {{values[at], values[at + 1], values[at + 2]},
          {values[at + 3], values[at + 4], values[at + 5]}};
}

void append(std::vector<double>& values, const Vec3d& v) {
  values.insert(values.end(), {v.x, v.y, v.z});
}

double farthest(std::span<const Vec3d> points, const Segment& segment) {
  double most = 0;
  for (const Vec3d& p : points) most = std::max(most, segment.distance(p));
  return most;
}

Capsule to_capsule(const Segment& segment, double radius) {
  return {math::to_float(segment.a), math::to_float(segment.b), static_cast<float>(radius)};
}

/// The extent of points along a principal axis, relative to their mean.
struct Spread {
  double low = 0, high = 0;
  Spread(std::span<const Vec3d> points, const math::PrincipalAxes& axes, int axis) {
    for (const Vec3d& p : points) {
      const double along = dot(p - axes.mean, axes.axis[axis]);
      low = std::min(low, along);
      high = std::max(high, along);
    }
  }
  [[nodiscard]] double size() const { return high - low; }
};

/// A segment along the main axis. Its ends are inset by half the width of the points.
Segment along_axis(std::span<const Vec3d> points) {
  const math::PrincipalAxes axes(points);
  const Spread spread(points, axes, 0);
  const double inset = std::min(Spread(points, axes, 1).size() / 2, spread.size() / 2);
  return {axes.mean + (spread.low + inset) * axes.axis[0],
          axes.mean + (spread.high - inset) * axes.axis[0]};
}

double volume_around(std::span<const Vec3d> points, const Segment& segment) {
  const double r = farthest(points, segment);
  return r * r * (length(segment.b - segment.a) + 4.0 / 3.0 * r);
}

/// The mean squared distance of points from the surface of capsules, given as seven numbers each.
double mean_square(std::span<const Vec3d> points, const std::vector<double>& values) {
  double sum = 0;
  for (const Vec3d& p : points) {
    double nearest = HUGE_VAL;
    for (std::size_t at = 0; at < values.size(); at += 7) {
      nearest = std::min(nearest, segment_at(values, at).distance(p) - values[at + 6]);
    }
    sum += nearest * nearest;
  }
  return sum / double(std::max<std::size_t>(points.size(), 1));
}

/// Cuts points into slices of equal count along an axis, and fits a capsule to each.
std::vector<double> sliced(std::span<const Vec3d> points, int axis, std::uint32_t slices) {
  const math::PrincipalAxes axes(points);
  std::vector<Vec3d> sorted(points.begin(), points.end());
  std::ranges::sort(sorted, {},
                    [&](const Vec3d& p) { return dot(p - axes.mean, axes.axis[axis]); });
  std::vector<double> values;
  for (std::uint32_t s = 0; s < slices; ++s) {
    const std::size_t first = sorted.size() * s / slices;
    const std::size_t last = sorted.size() * (s + 1) / slices;
    const std::span slice = std::span(sorted).subspan(first, last - first);
    const Segment segment = along_axis(slice);
    double radius = 0;
    for (const Vec3d& p : slice) radius += segment.distance(p) / double(slice.size());
    append(values, segment.a);
    append(values, segment.b);
    values.push_back(radius);
  }
  return values;
}

/// An even selection of fewer than 200 points: enough to describe a surface.
std::vector<Vec3d> some_of(std::span<const Vec3d> points) {
  constexpr std::size_t kEnough = 100;
  std::vector<Vec3d> result;
  const std::size_t stride = std::max<std::size_t>(points.size() / kEnough, 1);
  for (std::size_t i = 0; i < points.size(); i += stride) result.push_back(points[i]);
  return result;
}

}  // namespace

double signed_distance(std::span<const Capsule> capsules, const Vec3d& p) {
  double nearest = HUGE_VAL;
  for (const Capsule& c : capsules) {
    nearest = std::min(nearest, Segment(c).distance(p) - double{c.radius});
  }
  return nearest;
}

Capsule fit_around(std::span<const Vec3d> points) {
  if (points.empty()) return {};
  const math::PrincipalAxes axes(points);
  const double extent = Spread(points, axes, 0).size();
  if (!(extent > 0))
    return to_capsule({points[0], points[0]}, farthest(points, {points[0], points[0]}));
  const auto cost = [&](const std::vector<double>& v) {
    return volume_around(points, segment_at(v, 0));
  };
  const auto search = [&](const Segment& start) {
    std::vector<double> values;
    append(values, start.a);
    append(values, start.b);
    return math::pattern_search(std::move(values), 0.1 * extent, 1e-4 * extent, cost);
  };
  const Segment whole = along_axis(points);
  const Vec3d middle = 0.5 * (whole.a + whole.b);
  const std::vector<double> longish = search(whole);
  const std::vector<double> round = search({middle, middle});
  const Segment best = segment_at(cost(round) < cost(longish) ? round : longish, 0);
  return to_capsule(best, farthest(points, best));
}

std::vector<Capsule> fit_to_surface(std::span<const Vec3d> points, std::uint32_t most) {
  if (points.empty()) return {};
  const std::vector<Vec3d> some = some_of(points);
  const math::PrincipalAxes axes(some);
  const double extent = Spread(some, axes, 0).size();
  if (!(extent > 0)) return {to_capsule({points[0], points[0]}, 0)};
  const auto cost = [&](const std::vector<double>& values) {
    for (std::size_t at = 6; at < values.size(); at += 7) {
      if (values[at] < 0) return HUGE_VAL;
    }
    return mean_square(some, values);
  };
  std::vector<double> best;
  double least = HUGE_VAL;
  for (std::uint32_t count = 1; count <= most && count <= some.size(); ++count) {
    std::vector<double> better;
    double found = HUGE_VAL;
    for (int axis = 0; axis < (count == 1 ? 1 : 2); ++axis) {
      std::vector<double> tried =
          math::pattern_search(sliced(some, axis, count), 0.05 * extent, 2e-3 * extent, cost);
      if (const double c = cost(tried); c < found) {
        found = c;
        better = std::move(tried);
      }
    }
    // A further capsule must reduce the mean square to less than this share to be worth its tests.
    constexpr double kWorthIt = 0.7;
    if (count > 1 && !(found < kWorthIt * least)) break;
    least = found;
    best = std::move(better);
  }
  std::vector<Capsule> result;
  for (std::size_t at = 0; at < best.size(); at += 7) {
    result.push_back(to_capsule(segment_at(best, at), best[at + 6]));
  }
  return result;
}

}  // namespace dermis::limbs
