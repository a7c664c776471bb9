// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "support/triangle_pair.h"

/// Pairs in general planes, in or near contact.
namespace dermis::test::pairs {

inline TwoTriangles random_pair(Random& random) {
  TwoTriangles pair;
  const double size = std::ldexp(1.0, -whole(random, 0, 4));
  const Point middle = in_cube(random, 0.7);
  for (Vec3& v : pair.a) v = rounded(in_cube(random, 1));
  for (Vec3& v : pair.b) v = rounded(middle + in_cube(random, size));
  return pair;
}

/// p, mirrored if needed, so that it is not behind the plane through `at` that faces `forward`.
inline Point before(const Point& p, const Point& at, const Point& forward) {
  const double depth = dot(p - at, forward);
  return depth < 0 ? p - 2 * depth * forward : p;
}

/// b is in front of a plane, and a is behind it. b touches a in double precision.
inline TwoTriangles touching_pair(Random& random) {
  TwoTriangles pair = random_pair(random);
  const Point a[3] = {point(pair.a[0]), point(pair.a[1]), point(pair.a[2])};
  const Point normal = unit(cross(a[1] - a[0], a[2] - a[0]));
  const double s = between(random, 0, 1);
  const double t = between(random, 0, 1 - s);
  const std::uint32_t kind = random.below(5);
  Point at = a[0] + s * (a[1] - a[0]);
  Point forward = normal;
  if (kind == 0 || kind == 1) {  // on the face
    at = at + t * (a[2] - a[0]);
  } else if (kind == 2 || kind == 3) {                   // on an edge
    const Point out = unit(cross(a[1] - a[0], normal));  // away from the third corner
    forward = unit(out + between(random, -2, 2) * normal);
  } else {  // at a corner
    at = a[0];
    forward = unit(unit(a[0] - a[1]) + unit(a[0] - a[2]));
  }
  Point b[3];
  for (Point& p : b) p = before(point(pair.b[0]) + in_cube(random, 1), at, forward);
  if (kind == 1 || kind == 3) {  // by an edge of b
    const Point along = unit(cross(forward, in_cube(random, 1)));
    b[0] = at + between(random, 0, 1) * along;
    b[1] = at - between(random, 0, 1) * along;
  } else {
    b[0] = at;
  }
  const int most = random.below(3) == 0 ? 0 : 1;
  for (int i = 0; i < 3; ++i) pair.b[i] = nudged(random, rounded(b[i]), most);
  return pair;
}

struct Bezout {
  std::int64_t gcd, x, y;
};
inline Bezout bezout(std::int64_t a, std::int64_t b) {
  std::int64_t x = 1, y = 0, u = 0, v = 1;
  while (b != 0) {
    const std::int64_t q = a / b;
    a = std::exchange(b, a - q * b);
    x = std::exchange(u, x - q * u);
    y = std::exchange(v, y - q * v);
  }
  return a < 0 ? Bezout{-a, -x, -y} : Bezout{a, x, y};
}

/// The integer vectors d with det(u, v, d) = steps · gcd(u × v) are unique up to multiples of u and
/// v. Finds the one that is s·u + t·v with s, t in [0, 1], except for the smallest step out of the
/// plane. Returns false if rounding spoils it.
inline bool beside_plane(const Whole& u, const Whole& v, int steps, Whole& d) {
  const Whole n = cross(u, v);
  const Bezout xy = bezout(n[0], n[1]);
  if (xy.gcd == 0) return false;
  const Bezout xyz = bezout(xy.gcd, n[2]);
  Wide w[3] = {Wide{xyz.x} * xy.x * steps, Wide{xyz.x} * xy.y * steps, Wide{xyz.y} * steps};
  const Point nd{double(n[0]), double(n[1]), double(n[2])};
  const Point ud{double(u[0]), double(u[1]), double(u[2])};
  const Point vd{double(v[0]), double(v[1]), double(v[2])};
  for (int round = 0; round < 6; ++round) {
    const Point wd{static_cast<double>(w[0]), static_cast<double>(w[1]), static_cast<double>(w[2])};
    const double s = std::floor(dot(cross(wd, vd), nd) / dot(nd, nd));
    const double t = std::floor(dot(cross(ud, wd), nd) / dot(nd, nd));
    for (int i = 0; i < 3; ++i) w[i] -= static_cast<Wide>(s) * u[i] + static_cast<Wide>(t) * v[i];
  }
  for (int i = 0; i < 3; ++i) {
    if (w[i] > (1 << 22) || w[i] < -(1 << 22)) return false;
    d[i] = static_cast<std::int64_t>(w[i]);
  }
  return true;
}

inline TwoTriangles lattice_pair(Random& random) {
  const int bits = random.below(4) == 0 ? whole(random, 4, 17) : whole(random, 18, 20);
  const int size = 1 << bits;
  const int parts = whole(random, 1, 4);
  const auto vector = [&](int most) {
    return Whole{whole(random, -most, most), whole(random, -most, most),
                 whole(random, -most, most)};
  };
  Whole u, v, d;
  const int steps = whole(random, -2, 2);
  do {
    u = vector(size / parts);
    v = vector(size / parts);
  } while (!beside_plane(u, v, steps, d));
  const Whole n = cross(u, v);
  // Corners on one side of the plane through the origin.
  const auto on_side = [&](int side) {
    Whole w = vector(size);
    const Wide height = Wide{n[0]} * w[0] + Wide{n[1]} * w[1] + Wide{n[2]} * w[2];
    if (height * side < 0) w = {-w[0], -w[1], -w[2]};
    return w;
  };
  const auto combine = [&](const Whole& w, int i, int j) {
    return Whole{w[0] + i * u[0] + j * v[0], w[1] + i * u[1] + j * v[1],
                 w[2] + i * u[2] + j * v[2]};
  };
  const int i = whole(random, 0, parts - 1);
  const int j = whole(random, 0, parts - 1);
  const int side = random.below(2) == 0 ? 1 : -1;
  Whole corners[6];
  if (random.below(2) == 0) {  // a corner of b at the face of a
    corners[0] = {};
    corners[1] = combine({}, parts, 0);
    corners[2] = combine({}, 0, parts);
    corners[3] = combine(d, i, j);
    corners[4] = on_side(side);
    corners[5] = on_side(random.below(4) == 0 ? -side : side);
  } else {  // edge at edge
    corners[0] = {};
    corners[1] = combine({}, parts, 0);
    corners[2] = on_side(-side);
    corners[3] = combine(d, i, j);
    corners[4] = combine(d, i, j - parts);
    corners[5] = on_side(side);
  }
  const Whole origin = vector(random.below(2) == 0 ? 0 : 1 << 21);
  TwoTriangles pair;
  for (int c = 0; c < 6; ++c) {
    Point p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = double(origin[axis] + corners[c][axis]);
    (c < 3 ? pair.a[c] : pair.b[c - 3]) = rounded(p);
  }
  // Scaling along an axis by a power of two keeps all signs and all bits.
  const int x = whole(random, -60, 60);
  if (random.below(2) == 0) {
    scale(pair, x, x, x);
  } else {
    const int y = whole(random, -60, 60);
    scale(pair, x, y, whole(random, -60, 60));
  }
  return pair;
}

inline TwoTriangles grid_pair(Random& random) {
  const int size = whole(random, 1, whole(random, 1, 4));
  TwoTriangles pair;
  for (Vec3& v : pair.a) v = on_grid(random, size);
  for (Vec3& v : pair.b) v = on_grid(random, size);
  if (random.below(4) == 0) {
    const Vec3 offset = on_grid(random, 1 << 20);
    change_all(pair, [&](float f, std::uint32_t axis) {
      return f + (axis == 0 ? offset.x : axis == 1 ? offset.y : offset.z);
    });
  }
  const int exponent = random.below(2) == 0 ? 0 : whole(random, -60, 60);
  scale(pair, exponent, exponent, exponent);
  return pair;
}

inline TwoTriangles needle_pair(Random& random) {
  TwoTriangles pair;
  const auto needle = [&](const Point& from, const Point& to) {
    Corners corners{rounded(from), rounded(to), {}};
    corners[2] = random.below(2) == 0
                     ? nudged(random, corners[0], 3)
                     : nudged(random, rounded(from + between(random, 0, 1) * (to - from)), 1);
    return corners;
  };
  const Point from = in_cube(random, 1);
  const Point to = from + in_cube(random, std::ldexp(1.0, -whole(random, 0, 12)));
  pair.a = needle(from, to);
  const Point at = from + between(random, 0, 1) * (to - from);
  const Point along = in_cube(random, std::ldexp(1.0, -whole(random, 0, 12)));
  const std::uint32_t kind = random.below(4);
  if (kind == 0) {  // on the same line
    pair.b = needle(at, at + between(random, -1, 1) * (to - from));
  } else if (kind == 1) {  // a wide triangle through or next to it
    pair.b = {rounded(at + along), rounded(at - along), rounded(in_cube(random, 1))};
  } else {
    const Point start = at + between(random, 0, 1) * along;
    pair.b = needle(start, at - between(random, 0, 1) * along);
  }
  return pair;
}

}  // namespace dermis::test::pairs
