// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// At most four points on its surface, the basis, determine the smallest ball. As in Gärtner, "Fast
// and robust smallest enclosing balls" (1999), the point farthest from the current ball enters the
// basis, until no point is outside. The basis and the new point are at most five points. The new
// basis is found by trying all subsets that contain the new point, which needs no recursion and no
// special case.
#include "math/enclosing_ball.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "math/doubles.h"

namespace dermis::math {

namespace {

using math::Vec3d;

struct Sphere {
  Vec3d center;
  double radius_sq = 0;
};

double distance_sq(const Vec3d& a, const Vec3d& b) {
  const Vec3d d = a - b;
  return dot(d, d);
}

/// A set of up to five points.
struct Basis {
  Vec3d points[5];
  int count = 0;

  void add(const Vec3d& p) { points[count++] = p; }
};

/// The sphere through all points of the basis, with its centre in their affine hull. Empty if the
/// points are not affinely independent. With e_i = p_i − p_0 the centre is p_0 + Σ x_i e_i where
/// Σ_j (e_i·e_j) x_j = e_i²/2, solved by Cramer's rule.
std::optional<Sphere> sphere_through(const Basis& basis) {
  const Vec3d origin = basis.points[0];
  Vec3d offset;
  const Vec3d a = basis.points[1] - origin;
  const Vec3d b = basis.points[2] - origin;
  const Vec3d c = basis.points[3] - origin;
  if (basis.count == 2) {
    offset = 0.5 * a;
  } else if (basis.count == 3) {
    const Vec3d normal = cross(a, b);
    const double det = dot(normal, normal);
    if (!(det > 1e-28 * dot(a, a) * dot(b, b))) return {};
    offset = (0.5 / det) * (dot(a, a) * cross(b, normal) + dot(b, b) * cross(normal, a));
  } else if (basis.count == 4) {
    const double det = dot(cross(a, b), c);
    if (!(det * det > 1e-28 * dot(a, a) * dot(b, b) * dot(c, c))) return {};
    offset =
        (0.5 / det) * (dot(a, a) * cross(b, c) + dot(b, b) * cross(c, a) + dot(c, c) * cross(a, b));
  }
  return Sphere{origin + offset, dot(offset, offset)};
}

/// The smallest ball around the basis and `entering`, a point outside the ball of the basis. The
/// point is on the new surface; `basis` becomes the basis of the new ball. Empty if rounding leaves
/// no candidate.
std::optional<Sphere> exchange(Basis& basis, const Vec3d& entering) {
  std::optional<Sphere> best;
  Basis best_basis;
  for (unsigned subset = 0; subset < 1U << unsigned(basis.count); ++subset) {
    Basis candidate;
    candidate.add(entering);
    for (int i = 0; i < basis.count; ++i) {
      if ((subset >> unsigned(i) & 1U) != 0) candidate.add(basis.points[i]);
    }
    if (candidate.count > 4) continue;
    const auto sphere = sphere_through(candidate);
    if (!sphere || (best && sphere->radius_sq >= best->radius_sq)) continue;
    const bool holds_all =
        std::all_of(basis.points, basis.points + basis.count, [&](const Vec3d& p) {
          return distance_sq(p, sphere->center) <= sphere->radius_sq * (1 + 1e-12);
        });
    if (!holds_all) continue;
    best = sphere;
    best_basis = candidate;
  }
  if (best) basis = best_basis;
  return best;
}

const Vec3& farthest(std::span<const Vec3> points, const Vec3d& center) {
  return *std::ranges::max_element(
      points, {}, [&](const Vec3& p) { return distance_sq(math::to_double(p), center); });
}

}  // namespace

bool contains(const Ball& ball, const Vec3& point) {
  // The differences of floats have a relative error of at most 2⁻⁵³, and the sum d of at most 2⁻⁵⁰.
  // The factor 1 + 2⁻⁴⁹ covers that error, so the answer true is exact.
  const double d = distance_sq(math::to_double(point), math::to_double(ball.center));
  return d * (1 + 0x1p-49) <= double{ball.radius} * ball.radius;
}

Ball enclosing_ball(std::span<const Vec3> points) {
  assert(!points.empty());
  Basis basis;
  basis.add(math::to_double(points[0]));
  Sphere sphere{basis.points[0], 0};
  for (;;) {
    const Vec3d entering = math::to_double(farthest(points, sphere.center));
    if (!(distance_sq(entering, sphere.center) > sphere.radius_sq)) break;
    // The radius must grow each time. If rounding prevents that, the current ball is the smallest.
    const auto next = exchange(basis, entering);
    if (!next || !(next->radius_sq > sphere.radius_sq)) break;
    sphere = *next;
  }

  Ball ball{to_float(sphere.center), 0};
  const Vec3& far = farthest(points, math::to_double(ball.center));
  ball.radius = static_cast<float>(
      std::sqrt(distance_sq(math::to_double(far), math::to_double(ball.center))));
  while (!contains(ball, far)) {
    ball.radius = std::nextafter(ball.radius, std::numeric_limits<float>::infinity());
  }
  return ball;
}

}  // namespace dermis::math
