// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <string>
#include <string_view>
#include <utility>

#include "dermis/query/triangle.h"
#include "support/random.h"

/// Pairs of triangles on which an intersection test goes wrong when it can.
namespace dermis::test {

struct TrianglePair {
  Corners a, b;
};

/// To be pasted into a test.
inline std::string to_text(const TrianglePair& pair) {
  std::string text;
  for (const Corners* corners : {&pair.a, &pair.b}) {
    text += text.empty() ? "\n  {{" : "}},\n  {{";
    for (const Vec3& v : *corners) {
      char corner[100];
      std::snprintf(corner, sizeof corner, "%s{%aF, %aF, %aF}", text.back() == '{' ? "" : ", ",
                    double{v.x}, double{v.y}, double{v.z});
      text += corner;
    }
  }
  return text + "}}\n";
}

enum class PairClass {
  random,      ///< float coordinates; most are decided by the filters
  touching,    ///< a corner or an edge on the other triangle in double, rounded, moved by an ulp
  lattice,     ///< contact decided by the smallest determinant that integers of 21 bits allow
  grid,        ///< small integers: every kind of coincidence
  coplanar,    ///< in a common plane, along an axis or not
  neighbours,  ///< the others, with one, two or three corners in common
  needles,     ///< two corners some ulps apart, or three almost on a line
  scales,      ///< exponents from one end of float32 to the other, also inside a triangle
  denormal,    ///< small multiples of the smallest float
  degenerate,  ///< segments, points, repeated corners
};

struct PairClassInfo {
  PairClass value;
  std::string_view name;
  std::uint32_t percent;  ///< of a mix in which most pairs need exact arithmetic
};

inline constexpr std::array kPairClasses{
    PairClassInfo{PairClass::random, "random", 5},
    PairClassInfo{PairClass::touching, "touching", 7},
    PairClassInfo{PairClass::lattice, "lattice", 24},
    PairClassInfo{PairClass::grid, "grid", 12},
    PairClassInfo{PairClass::coplanar, "coplanar", 12},
    PairClassInfo{PairClass::neighbours, "neighbours", 9},
    PairClassInfo{PairClass::needles, "needles", 5},
    PairClassInfo{PairClass::scales, "scales", 10},
    PairClassInfo{PairClass::denormal, "denormal", 6},
    PairClassInfo{PairClass::degenerate, "degenerate", 10},
};

namespace pairs {

__extension__ using Wide = __int128;
using Point = std::array<double, 3>;
using Whole = std::array<std::int64_t, 3>;

inline Point operator+(const Point& a, const Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Point operator-(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Point operator*(double s, const Point& a) {
  return {s * a[0], s * a[1], s * a[2]};
}
inline double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
template <class T>
std::array<T, 3> cross(const std::array<T, 3>& a, const std::array<T, 3>& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
inline Point unit(const Point& a) {
  const double length = std::sqrt(dot(a, a));
  return length > 0 ? (1 / length) * a : Point{1, 0, 0};
}
inline Point point(const Vec3& v) {
  return {v.x, v.y, v.z};
}
inline Vec3 rounded(const Point& p) {
  return {static_cast<float>(p[0]), static_cast<float>(p[1]), static_cast<float>(p[2])};
}
inline float& coordinate(Vec3& v, std::uint32_t axis) {
  return axis == 0 ? v.x : axis == 1 ? v.y : v.z;
}
template <class Change>
void change_all(TrianglePair& pair, const Change& change) {
  for (Corners* corners : {&pair.a, &pair.b}) {
    for (Vec3& v : *corners) {
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        coordinate(v, axis) = change(coordinate(v, axis), axis);
      }
    }
  }
}
/// By powers of two, so that nothing rounds as long as it is not denormal.
inline void scale(TrianglePair& pair, int x, int y, int z) {
  change_all(pair, [&](float f, std::uint32_t axis) {
    return std::ldexp(f, axis == 0 ? x : axis == 1 ? y : z);
  });
}

/// In [low, high].
inline int whole(Random& random, int low, int high) {
  return low + static_cast<int>(random.below(static_cast<std::uint32_t>(high - low + 1)));
}
inline double between(Random& random, double low, double high) {
  return low + (high - low) * static_cast<double>(random.bits() >> 11) * 0x1p-53;
}
inline Point in_cube(Random& random, double size) {
  return {between(random, -size, size), between(random, -size, size), between(random, -size, size)};
}
inline Vec3 nudged(Random& random, Vec3 v, int most) {
  for (std::uint32_t axis = 0; axis < 3; ++axis) {
    float& f = coordinate(v, axis);
    const int ulps = whole(random, -most, most);
    for (int i = 0; i < std::abs(ulps); ++i) {
      f = std::nextafter(f, ulps > 0 ? 0x1p127F : -0x1p127F);
    }
  }
  return v;
}
inline Vec3 on_grid(Random& random, int size) {
  return {static_cast<float>(whole(random, -size, size)),
          static_cast<float>(whole(random, -size, size)),
          static_cast<float>(whole(random, -size, size))};
}
/// Any finite float, exponents and all.
inline float any_float(Random& random) {
  const float mantissa = random.below(3) == 0 ? 1 : 1 + random.unit();
  const float f = std::ldexp(mantissa, whole(random, -149, 127));
  return random.below(2) == 0 ? f : -f;
}

inline TrianglePair random_pair(Random& random) {
  TrianglePair pair;
  const double size = std::ldexp(1.0, -whole(random, 0, 4));
  const Point middle = in_cube(random, 0.7);
  for (Vec3& v : pair.a) v = rounded(in_cube(random, 1));
  for (Vec3& v : pair.b) v = rounded(middle + in_cube(random, size));
  return pair;
}

/// p, mirrored if need be, so that it is not behind the plane through `at` that `forward` faces.
inline Point before(const Point& p, const Point& at, const Point& forward) {
  const double depth = dot(p - at, forward);
  return depth < 0 ? p - 2 * depth * forward : p;
}

/// b lies before a plane that a lies behind, and touches a in double precision.
inline TrianglePair touching_pair(Random& random) {
  TrianglePair pair = random_pair(random);
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
  } else {  // in a corner
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

/// The integers d with det(u, v, d) = steps · gcd(u × v), up to multiples of u and v: the one that
/// is s·u + t·v with s, t in [0, 1] but for the smallest step out of the plane. False when
/// rounding spoils it.
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

inline TrianglePair lattice_pair(Random& random) {
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
  // Corners on a side of the plane, from its origin.
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
  TrianglePair pair;
  for (int c = 0; c < 6; ++c) {
    Point p;
    for (int axis = 0; axis < 3; ++axis) p[axis] = double(origin[axis] + corners[c][axis]);
    (c < 3 ? pair.a[c] : pair.b[c - 3]) = rounded(p);
  }
  // A stretch along an axis keeps all signs, and all bits.
  const int x = whole(random, -60, 60);
  if (random.below(2) == 0) {
    scale(pair, x, x, x);
  } else {
    const int y = whole(random, -60, 60);
    scale(pair, x, y, whole(random, -60, 60));
  }
  return pair;
}

inline TrianglePair grid_pair(Random& random) {
  const int size = whole(random, 1, whole(random, 1, 4));
  TrianglePair pair;
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

/// Three points in a plane, the last of them between the others and so close to a line with them
/// that not even a double can tell: their differences round. Signs are those of 24-bit integers
/// against their inverses.
inline std::array<Vec3, 3> beside_line(Random& random) {
  for (;;) {
    const std::int64_t m = whole(random, 1 << 23, (1 << 24) - 1);
    const std::int64_t n = whole(random, 1, (1 << 24) - 1);
    const Bezout solution = bezout(m, n);
    const int k = whole(random, 1, 3);
    // b is opposite to a, det(a, b) = k.
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

inline TrianglePair coplanar_pair(Random& random) {
  TrianglePair pair;
  const std::uint32_t kind = random.below(5);
  if (kind == 0) {  // whole multiples of two vectors
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
  if (kind == 2) {  // the same with exponents apart
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
    // The rest of each on its side of the line.
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

inline TrianglePair needle_pair(Random& random) {
  TrianglePair pair;
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
  } else if (kind == 1) {  // a wide triangle through or beside it
    pair.b = {rounded(at + along), rounded(at - along), rounded(in_cube(random, 1))};
  } else {
    const Point start = at + between(random, 0, 1) * along;
    pair.b = needle(start, at - between(random, 0, 1) * along);
  }
  return pair;
}

/// 0 becomes too small to matter to any sum that does not vanish.
inline void fill_zeros(Random& random, TrianglePair& pair) {
  change_all(pair, [&](float f, std::uint32_t) {
    if (f != 0 || random.below(2) == 0) return f;
    const float mantissa = 1 + random.unit();
    const float tiny = std::ldexp(mantissa, whole(random, -149, -30));
    return random.below(2) == 0 ? tiny : -tiny;
  });
}

/// Two triangles end to end along x, flat otherwise. From end to end float32 overflows; the sum of
/// their lengths, each rounded down, does not.
inline TrianglePair longest_pair(Random& random) {
  const double ulp = 0x1p104;
  const double middle = ulp * between(random, 0.5, 0.75);
  double low = -0x1p127 + 1.5 * ulp;
  double high = 0x1p127 + ulp;
  if (random.below(4) == 0) {
    low += ulp * whole(random, -1, 1);
    high += ulp * whole(random, -1, 1);
  }
  TrianglePair pair;
  const auto at = [&](double x) {
    Point p = in_cube(random, 0x1p-20);
    p[0] = x;
    return rounded(p);
  };
  pair.a = {at(middle), at(high), at(between(random, middle, high))};
  pair.b = {at(middle), at(low), at(between(random, low, middle))};
  return pair;
}

inline TrianglePair scales_pair(Random& random) {
  TrianglePair pair;
  switch (random.below(7)) {
    case 0:  // each number by itself
      change_all(pair, [&](float, std::uint32_t) { return any_float(random); });
      break;
    case 1: {  // each triangle by itself
      pair = random_pair(random);
      TrianglePair other = pair;
      const int a = whole(random, -140, 120);
      const int b = random.below(2) == 0 ? a + whole(random, -30, 6) : whole(random, -140, 120);
      scale(pair, a, a, a);
      scale(other, b, b, b);
      pair.b = other.b;
      break;
    }
    case 2: {  // the edges of the format
      constexpr std::array kEdges{0.0F,
                                  1.0F,
                                  1.0F + std::numeric_limits<float>::epsilon(),
                                  std::numeric_limits<float>::max(),
                                  0x1.fffffcp127F,
                                  0x1p127F,
                                  std::numeric_limits<float>::min(),
                                  std::numeric_limits<float>::denorm_min(),
                                  0x1p64F};
      const std::uint32_t used = 2 + random.below(kEdges.size() - 1);
      const std::uint32_t first = random.below(kEdges.size());
      change_all(pair, [&](float, std::uint32_t) {
        const float f = kEdges[(first + random.below(used)) % kEdges.size()];
        return random.below(2) == 0 ? f : -f;
      });
      break;
    }
    case 3: {  // contact, far from 1
      pair = random.below(2) == 0 ? touching_pair(random) : needle_pair(random);
      const int exponent = random.below(2) == 0 ? whole(random, 100, 125) : -whole(random, 90, 126);
      scale(pair, exponent, exponent, exponent);
      break;
    }
    case 4:
      pair = longest_pair(random);
      break;
    default:  // coincidences, broken by the smallest of numbers
      pair = grid_pair(random);
      fill_zeros(random, pair);
      break;
  }
  return pair;
}

inline TrianglePair denormal_pair(Random& random) {
  TrianglePair pair;
  switch (random.below(4)) {
    case 0: {
      const int size = 1 << whole(random, 1, 22);
      for (Corners* corners : {&pair.a, &pair.b}) {
        for (Vec3& v : *corners) v = on_grid(random, size);
      }
      break;
    }
    case 1:
      pair = touching_pair(random);
      scale(pair, 22, 22, 22);
      break;
    case 2:
      pair = coplanar_pair(random);
      scale(pair, 10, 10, 10);
      break;
    default: {
      const int size = whole(random, 1, 5);
      for (Corners* corners : {&pair.a, &pair.b}) {
        for (Vec3& v : *corners) v = on_grid(random, size);
      }
    }
  }
  scale(pair, -149, -149, -149);
  return pair;
}

inline TrianglePair degenerate_pair(Random& random) {
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
  TrianglePair pair{shape(p, u), {}};
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

/// Everything that must not matter: order of corners and axes, mirrors, signs of zeros.
inline void shuffle(Random& random, TrianglePair& pair) {
  for (Corners* corners : {&pair.a, &pair.b}) {
    std::swap((*corners)[0], (*corners)[random.below(3)]);
    std::swap((*corners)[1], (*corners)[1 + random.below(2)]);
    const bool turn = random.below(2) == 0;
    if (turn) std::swap((*corners)[0], (*corners)[2]);
  }
  std::array<std::uint32_t, 3> axes{0, 1, 2};
  std::swap(axes[0], axes[random.below(3)]);
  std::swap(axes[1], axes[1 + random.below(2)]);
  for (Corners* corners : {&pair.a, &pair.b}) {
    for (Vec3& v : *corners) {
      v = {coordinate(v, axes[0]), coordinate(v, axes[1]), coordinate(v, axes[2])};
    }
  }
  const std::uint32_t mirrors = random.below(8);
  const bool mixed_zeros = random.below(4) == 0;
  change_all(pair, [&](float f, std::uint32_t axis) {
    if (f == 0 && mixed_zeros) return random.below(2) == 0 ? 0.0F : -0.0F;
    // Scaling may have gone over the top.
    f = std::clamp(f, std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max());
    return (mirrors >> axis & 1) != 0 ? -f : f;
  });
  if (random.below(2) == 0) std::swap(pair.a, pair.b);
}

/// Gives b corners of a.
inline void share(Random& random, TrianglePair& pair, std::uint32_t count) {
  std::array<std::uint32_t, 3> from{0, 1, 2};
  std::swap(from[0], from[random.below(3)]);
  std::swap(from[1], from[1 + random.below(2)]);
  for (std::uint32_t i = 0; i < count; ++i) pair.b[2 - i] = pair.a[from[i]];
}

inline TrianglePair unshuffled(PairClass pair_class, Random& random) {
  switch (pair_class) {
    case PairClass::touching:
      return touching_pair(random);
    case PairClass::lattice:
      return lattice_pair(random);
    case PairClass::grid:
      return grid_pair(random);
    case PairClass::coplanar:
      return coplanar_pair(random);
    case PairClass::neighbours: {
      // Any other class.
      auto other = static_cast<PairClass>(random.below(kPairClasses.size()));
      if (other == PairClass::neighbours) other = PairClass::random;
      TrianglePair pair = unshuffled(other, random);
      share(random, pair, random.below(16) == 0 ? 3 : 1 + random.below(2));
      return pair;
    }
    case PairClass::needles:
      return needle_pair(random);
    case PairClass::scales:
      return scales_pair(random);
    case PairClass::denormal:
      return denormal_pair(random);
    case PairClass::degenerate:
      return degenerate_pair(random);
    case PairClass::random:
      break;
  }
  return random_pair(random);
}

}  // namespace pairs

inline TrianglePair triangle_pair(PairClass pair_class, Random& random) {
  TrianglePair pair = pairs::unshuffled(pair_class, random);
  pairs::shuffle(random, pair);
  return pair;
}

/// The kinds in which triangles of one mesh meet.
enum class NeighbourClass {
  apart,         ///< no corner on purpose
  one_corner,    ///< of all classes of pairs
  two_corners,   ///< of all classes of pairs
  same_corners,  ///< some once, some repeated
  coplanar,      ///< one or two corners in common, side by side or folded over
  repeated,      ///< at least one of the two has a corner twice
  collinear,     ///< both on a line, or one of them on an edge of the other
};

struct NeighbourClassInfo {
  NeighbourClass value;
  std::string_view name;
};
inline constexpr std::array kNeighbourClasses{
    NeighbourClassInfo{NeighbourClass::apart, "apart"},
    NeighbourClassInfo{NeighbourClass::one_corner, "one corner"},
    NeighbourClassInfo{NeighbourClass::two_corners, "two corners"},
    NeighbourClassInfo{NeighbourClass::same_corners, "same corners"},
    NeighbourClassInfo{NeighbourClass::coplanar, "coplanar"},
    NeighbourClassInfo{NeighbourClass::repeated, "repeated"},
    NeighbourClassInfo{NeighbourClass::collinear, "collinear"},
};

inline TrianglePair neighbour_pair(NeighbourClass neighbour_class, Random& random) {
  using namespace pairs;
  auto base = static_cast<PairClass>(random.below(kPairClasses.size()));
  if (neighbour_class == NeighbourClass::coplanar) base = PairClass::coplanar;
  if (neighbour_class == NeighbourClass::collinear) base = PairClass::degenerate;
  if (base == PairClass::neighbours) base = PairClass::lattice;
  TrianglePair pair = unshuffled(base, random);
  switch (neighbour_class) {
    case NeighbourClass::apart:
      break;
    case NeighbourClass::one_corner:
      share(random, pair, 1);
      break;
    case NeighbourClass::two_corners:
      share(random, pair, 2);
      break;
    case NeighbourClass::same_corners:
      if (random.below(2) == 0) pair.a[2] = pair.a[random.below(3)];
      share(random, pair, 3);
      if (random.below(2) == 0) pair.b[0] = pair.b[random.below(3)];
      break;
    case NeighbourClass::coplanar:
      share(random, pair, 1 + random.below(2));
      break;
    case NeighbourClass::repeated:
      if (random.below(2) == 0) pair.a[0] = pair.a[1];
      share(random, pair, 1 + random.below(2));
      if (random.below(2) == 0) pair.b[0] = pair.b[1 + random.below(2)];
      break;
    case NeighbourClass::collinear:
      share(random, pair, 1 + random.below(2));
      if (random.below(2) == 0) {  // a middle, exact on a grid
        pair.b[0] = rounded(0.5 * (point(pair.a[0]) + point(pair.a[1])));
      }
      break;
  }
  shuffle(random, pair);
  return pair;
}

}  // namespace dermis::test
