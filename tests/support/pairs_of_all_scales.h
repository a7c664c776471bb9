// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cmath>

#include "support/pairs_in_plane.h"

/// Pairs at the limits of float32.
namespace dermis::test::pairs {

/// Two triangles end to end along x, almost flat otherwise. Their total length overflows float32,
/// but the sum of their lengths, each rounded down, does not.
inline TwoTriangles longest_pair(Random& random) {
  const double ulp = 0x1p104;
  const double middle = ulp * between(random, 0.5, 0.75);
  double low = -0x1p127 + 1.5 * ulp;
  double high = 0x1p127 + ulp;
  if (random.below(4) == 0) {
    low += ulp * whole(random, -1, 1);
    high += ulp * whole(random, -1, 1);
  }
  TwoTriangles pair;
  const auto at = [&](double x) {
    Point p = in_cube(random, 0x1p-20);
    p[0] = x;
    return rounded(p);
  };
  pair.a = {at(middle), at(high), at(between(random, middle, high))};
  pair.b = {at(middle), at(low), at(between(random, low, middle))};
  return pair;
}

inline TwoTriangles scales_pair(Random& random) {
  TwoTriangles pair;
  switch (random.below(7)) {
    case 0:  // each number on its own
      change_all(pair, [&](float, std::uint32_t) { return any_float(random); });
      break;
    case 1: {  // each triangle on its own
      pair = random_pair(random);
      TwoTriangles other = pair;
      const int a = whole(random, -140, 120);
      const int b = random.below(2) == 0 ? a + whole(random, -30, 6) : whole(random, -140, 120);
      scale(pair, a, a, a);
      scale(other, b, b, b);
      pair.b = other.b;
      break;
    }
    case 2: {  // the limits of the format
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
    case 3: {  // contact, at very large or very small coordinates
      pair = random.below(2) == 0 ? touching_pair(random) : needle_pair(random);
      const int exponent = random.below(2) == 0 ? whole(random, 100, 125) : -whole(random, 90, 126);
      scale(pair, exponent, exponent, exponent);
      break;
    }
    case 4:
      pair = longest_pair(random);
      break;
    default:  // coincidences, broken by tiny numbers
      pair = grid_pair(random);
      fill_zeros(random, pair);
      break;
  }
  return pair;
}

inline TwoTriangles denormal_pair(Random& random) {
  TwoTriangles pair;
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

}  // namespace dermis::test::pairs
