// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <array>
#include <limits>
#include <string_view>
#include <utility>

#include "support/pairs_of_all_scales.h"

/// Pairs of triangles that are hard for an intersection test.
namespace dermis::test {

enum class PairClass {
  random,      ///< float coordinates; most are decided by the filters
  touching,    ///< a corner or an edge on the other triangle in double, rounded, moved by an ulp
  lattice,     ///< contact decided by the smallest determinant of 21-bit integers
  grid,        ///< small integers: every kind of coincidence
  coplanar,    ///< in a common plane, along an axis or not
  neighbors,   ///< the others, with one, two or three common corners
  needles,     ///< two corners some ulps apart, or three almost on a line
  scales,      ///< exponents over the whole range of float32, also inside a triangle
  denormal,    ///< small multiples of the smallest float
  degenerate,  ///< segments, points, repeated corners
};

struct PairClassInfo {
  PairClass value;
  std::string_view name;
  std::uint32_t percent;  ///< share in a mix in which most pairs need exact arithmetic
};

inline constexpr std::array kPairClasses{
    PairClassInfo{PairClass::random, "random", 5},
    PairClassInfo{PairClass::touching, "touching", 7},
    PairClassInfo{PairClass::lattice, "lattice", 24},
    PairClassInfo{PairClass::grid, "grid", 12},
    PairClassInfo{PairClass::coplanar, "coplanar", 12},
    PairClassInfo{PairClass::neighbors, "neighbours", 9},
    PairClassInfo{PairClass::needles, "needles", 5},
    PairClassInfo{PairClass::scales, "scales", 10},
    PairClassInfo{PairClass::denormal, "denormal", 6},
    PairClassInfo{PairClass::degenerate, "degenerate", 10},
};

namespace pairs {

/// Changes that must not matter: order of corners and axes, mirrors, signs of zeros.
inline void shuffle(Random& random, TwoTriangles& pair) {
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
    // Scaling may have overflowed.
    f = std::clamp(f, std::numeric_limits<float>::lowest(), std::numeric_limits<float>::max());
    return (mirrors >> axis & 1) != 0 ? -f : f;
  });
  if (random.below(2) == 0) std::swap(pair.a, pair.b);
}

/// Replaces corners of b by corners of a.
inline void share(Random& random, TwoTriangles& pair, std::uint32_t count) {
  std::array<std::uint32_t, 3> from{0, 1, 2};
  std::swap(from[0], from[random.below(3)]);
  std::swap(from[1], from[1 + random.below(2)]);
  for (std::uint32_t i = 0; i < count; ++i) pair.b[2 - i] = pair.a[from[i]];
}

inline TwoTriangles unshuffled(PairClass pair_class, Random& random) {
  switch (pair_class) {
    case PairClass::touching:
      return touching_pair(random);
    case PairClass::lattice:
      return lattice_pair(random);
    case PairClass::grid:
      return grid_pair(random);
    case PairClass::coplanar:
      return coplanar_pair(random);
    case PairClass::neighbors: {
      // Any class but this one.
      auto other = static_cast<PairClass>(random.below(kPairClasses.size()));
      if (other == PairClass::neighbors) other = PairClass::random;
      TwoTriangles pair = unshuffled(other, random);
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

inline TwoTriangles triangle_pair(PairClass pair_class, Random& random) {
  TwoTriangles pair = pairs::unshuffled(pair_class, random);
  pairs::shuffle(random, pair);
  return pair;
}

}  // namespace dermis::test
