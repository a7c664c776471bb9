// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "support/pairs_in_space.h"

/// Pairs in one plane, and pairs in which a triangle is degenerate.
namespace dermis::test::pairs {

/// Three points in a plane. The last one is between the others, and so close to their line that not
/// even doubles can decide its side: their differences round. The sign is that of 24-bit integers
/// against their Bézout coefficients.
inline std::array<Vec3, 3> beside_line(Random& random) {
  for (;;) {
    const std::int64_t m = whole(random, 1 << 23, (1 << 24) - 1);
    const std::int64_t n = whole(random, 1, (1 << 24) - 1);
    const Bezout solution = bezout(m, n);
    const int k = whole(random, 1, 3);
    // b points away from a, and det(a, b) = k.
    Point b{-double(solution.y * k), double(solution.x * k), 0};
    const Point a{double(m), double(n), 0};
    const double turns = std::ceil(dot(a, b) / dot(a, a));
    b = b - turns * a;
    if (solution.gcd != 1 || dot(b, b) == 0) continue;
    const Point along = b - a;
    const double by = k / dot(along, along);
    const Vec3 c = rounded({by * along[1], -by * along[0], 0});
    return {rounded(a), rounded(b), {nudged(random, c, 1).x, c.y, 0}};
  }
}

inline TwoTriangles coplanar_pair(Random& random) {
  TwoTriangles pair;
  const std::uint32_t kind = random.below(5);
  if (kind == 0) {  // integer multiples of two vectors
    const Vec3 u = on_grid(random, 1 << 18);
    const Vec3 v = on_grid(random, 1 << 18);
    const int size = whole(random, 1, 4);
    for (Corners* corners : {&pair.a, &pair.b}) {
      for (Vec3& w : *corners) {
        const int i = whole(random, -size, size);
        const int j = whole(random, -size, size);
        w = rounded(double(i) * point(u) + double(j) * point(v));
      }
    }
    return pair;
  }
  pair = random_pair(random);
  if (kind == 1) {  // a corner of b at an edge of a
    const double t = between(random, 0, 1);
    pair.b[0] = nudged(random, rounded(t * point(pair.a[0]) + (1 - t) * point(pair.a[1])),
                       whole(random, 0, 1));
  }
  if (kind == 2) {  // the same with different exponents
    for (Corners* corners : {&pair.a, &pair.b}) {
      for (Vec3& v : *corners) {
        const int exponent = -whole(random, 0, 40);
        v.x = std::ldexp(v.x, exponent);
        v.y = std::ldexp(v.y, exponent);
      }
    }
    const double t = std::ldexp(1.0, -whole(random, 1, 4));
    pair.b[0] = nudged(random, rounded(t * point(pair.a[0]) + (1 - t) * point(pair.a[1])),
                       whole(random, 0, 1));
  }
  if (kind == 3) {
    const std::array<Vec3, 3> line = beside_line(random);
    pair.a[0] = line[0];
    pair.a[1] = line[1];
    const float size = 0x1p24F;
    for (Vec3* v : {&pair.a[2], &pair.b[1], &pair.b[2]}) *v = {v->x * size, v->y * size, 0};
    pair.b[0] = line[2];
    // The other corners of each triangle are on its side of the line.
    const auto on_side = [&](Vec3& v, double side) {
      const Point along = point(line[1]) - point(line[0]);
      const Point to = point(v) - point(line[0]);
      if ((along[0] * to[1] - along[1] * to[0]) * side < 0) v = {-v.x, -v.y, 0};
    };
    on_side(pair.a[2], 1);
    on_side(pair.b[1], -1);
    on_side(pair.b[2], -1);
  }
  const bool upright = random.below(2) == 0;
  const float height = random.between(-1, 1);
  for (Corners* corners : {&pair.a, &pair.b}) {
    for (Vec3& v : *corners) v.z = upright ? v.x : height;
  }
  return pair;
}

inline TwoTriangles degenerate_pair(Random& random) {
  const int size = whole(random, 1, 3);
  const bool coarse = random.below(2) == 0;
  const auto spot = [&] { return on_grid(random, coarse ? size : 1 << 18); };
  const auto along = [&](const Vec3& p, const Vec3& u, int steps) {
    return rounded(point(p) + double(steps) * point(u));
  };
  const auto shape = [&](const Vec3& p, const Vec3& u) {
    switch (random.below(5)) {
      case 0:
        return Corners{p, p, p};
      case 1:
        return Corners{p, p, along(p, u, whole(random, -3, 3))};
      case 2:
      case 3:
        return Corners{p, along(p, u, whole(random, -3, 3)), along(p, u, whole(random, -3, 3))};
      default:
        return Corners{p, along(p, u, whole(random, -3, 3)), spot()};
    }
  };
  const Vec3 p = spot();
  const Vec3 u = spot();
  TwoTriangles pair{shape(p, u), {}};
  // b starts on the line of a, in the middle of a's corners, or anywhere.
  Vec3 q = along(p, u, whole(random, -2, 2));
  if (random.below(3) == 0) {
    q = rounded(0.25 * (point(pair.a[0]) + point(pair.a[1]) + 2.0 * point(pair.a[2])));
  }
  if (random.below(4) == 0) q = spot();
  const bool collinear = random.below(3) == 0;
  pair.b = random.below(8) == 0 ? Corners{spot(), spot(), spot()}
                                : shape(q, collinear ? u : on_grid(random, size));
  if (random.below(4) == 0) {
    fill_zeros(random, pair);
  } else if (random.below(2) == 0) {
    const int exponent = random.below(4) == 0 ? -149 : whole(random, -60, 60);
    scale(pair, exponent, exponent, exponent);
  }
  return pair;
}

}  // namespace dermis::test::pairs
