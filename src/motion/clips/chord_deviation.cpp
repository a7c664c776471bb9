// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Let g(t) be the position of a vertex minus its position on the straight line. Between two corners
// of the motion, |g''| is at most the acceleration a. So between two times that are h apart, g is
// at most h² a / 8 off its own straight line, and |g| is at most its larger value at the two ends
// plus that. g is measured at some times, also on both sides of corners, where motions may jump.
// The rest is small: it shrinks with the square of h.
//
// Positions are measured from posed vertices in single precision. Compared with the motion that the
// joints give in exact arithmetic, their error is less than SkinData::roundings() and the roundings
// of the joints' matrices, each 2⁻²⁴ of SkinData::reach(). The same holds at any other time, and at
// both ends.
#include "motion/clips/chord_deviation.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "dermis/model/pose.h"
#include "math/doubles.h"

namespace dermis::motion {

namespace {

/// Number of parts into which the time between two corners is cut.
constexpr int kParts = 4;
/// Larger bounds count as unknown.
constexpr double kMost = 1e30;

}  // namespace

Result<std::vector<float>> ChordDeviation::between(double from, double to,
                                                   std::span<const Point> places_from,
                                                   std::span<const Point> places_to) const {
  std::vector<double> measured(places_from.size());
  std::vector<double> accelerated(places_from.size());
  double reach = 0;

  std::vector<Vec3> posed(places_from.size());
  const auto measure = [&](double time) -> Result<void> {
    const Pose pose = sample(model_, clip_, time);
    if (auto ok = skin_.deform(pose, posed); !ok) return ok;
    const auto size = skin_.reach(pose);
    if (!size) return size.error();
    reach = std::max(reach, *size);
    const double share = (time - from) / (to - from);
    for (std::size_t v = 0; v < posed.size(); ++v) {
      const auto chord = [&](std::size_t axis) {
        return (1 - share) * places_from[v][axis] + share * places_to[v][axis];
      };
      const math::Vec3d off = math::to_double(posed[v]) - math::Vec3d{chord(0), chord(1), chord(2)};
      measured[v] = std::max(measured[v], length(off));
    }
    return {};
  };
  const auto add_piece = [&](double begin, double end) -> Result<void> {
    // Stop short of the end: the motion may jump there.
    const double last = std::nextafter(end, begin);
    for (int i = 0; i <= kParts; ++i) {
      const double time = i == kParts ? last : begin + (last - begin) * i / kParts;
      if (auto ok = measure(time); !ok) return ok;
    }
    const double part = (end - begin) / kParts;
    const std::vector<double> accelerations = motion_.accelerations(begin, end);
    for (std::size_t v = 0; v < accelerated.size(); ++v) {
      double sum = 0;
      for (const Influence& influence : skin_.influences(v)) {
        sum += double{influence.weight} * accelerations[influence.joint];
      }
      accelerated[v] = std::max(accelerated[v], part * part / 8 * sum);
    }
    return {};
  };

  double begin = from;
  for (const double corner : motion_.corners()) {
    if (!(from < corner && corner < to)) continue;
    if (auto ok = add_piece(begin, corner); !ok) return ok.error();
    begin = corner;
  }
  if (auto ok = add_piece(begin, to); !ok) return ok.error();

  // The factor 2 covers the vertices at other times; the factor 4 covers √3 for three axes, and
  // joints that move on.
  const double rounded = 4 * 2 * 0x1p-24 * (static_cast<double>(skin_.roundings()) + 8) * reach;
  std::vector<float> result;
  result.reserve(measured.size());
  for (std::size_t v = 0; v < measured.size(); ++v) {
    // Weights add up to 1 except for rounding.
    const double bound = 1.00001 * (measured[v] + accelerated[v]) + rounded;
    if (!(bound < kMost)) {
      return Error{"the motion from " + std::to_string(from) + " s to " + std::to_string(to) +
                   " s has no bound: a spline of rotations comes near to zero, or it is too fast"};
    }
    result.push_back(
        std::nextafter(static_cast<float>(bound), std::numeric_limits<float>::infinity()));
  }
  return result;
}

}  // namespace dermis::motion
