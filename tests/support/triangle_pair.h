// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>

#include "dermis/triangle/triangle.h"
#include "support/random.h"

namespace dermis::test {

struct TwoTriangles {
  Corners a, b;
};

// In the plane z = 0, with a large interior.
inline constexpr Corners kFace{{{0, 0, 0}, {12, 0, 0}, {0, 12, 0}}};
inline constexpr Corners kSegment{{{0, 0, 0}, {8, 0, 0}, {8, 0, 0}}};
inline constexpr Corners kPoint{{{3, 4, 5}, {3, 4, 5}, {3, 4, 5}}};

/// As text that can be pasted into a test.
inline std::string to_text(const TwoTriangles& pair) {
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

/// Building blocks for generators of pairs.
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
void change_all(TwoTriangles& pair, const Change& change) {
  for (Corners* corners : {&pair.a, &pair.b}) {
    for (Vec3& v : *corners) {
      for (std::uint32_t axis = 0; axis < 3; ++axis) {
        coordinate(v, axis) = change(coordinate(v, axis), axis);
      }
    }
  }
}
/// Scales by powers of two: exact unless a result is denormal.
inline void scale(TwoTriangles& pair, int x, int y, int z) {
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
/// Any finite float, with any exponent.
inline float any_float(Random& random) {
  const float mantissa = random.below(3) == 0 ? 1 : 1 + random.unit();
  const float f = std::ldexp(mantissa, whole(random, -149, 127));
  return random.below(2) == 0 ? f : -f;
}

/// Replaces zeros by numbers too small to change any sum that is not 0.
inline void fill_zeros(Random& random, TwoTriangles& pair) {
  change_all(pair, [&](float f, std::uint32_t) {
    if (f != 0 || random.below(2) == 0) return f;
    const float mantissa = 1 + random.unit();
    const float tiny = std::ldexp(mantissa, whole(random, -149, -30));
    return random.below(2) == 0 ? tiny : -tiny;
  });
}

}  // namespace pairs

}  // namespace dermis::test
