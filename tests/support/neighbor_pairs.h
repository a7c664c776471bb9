// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "support/triangle_pairs.h"

namespace dermis::test {

/// The ways in which triangles of one mesh can meet.
enum class NeighbourClass {
  apart,         ///< no common corner on purpose
  one_corner,    ///< with any class of pairs
  two_corners,   ///< with any class of pairs
  same_corners,  ///< some corners once, some repeated
  coplanar,      ///< one or two common corners, side by side or folded over
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

inline TwoTriangles neighbour_pair(NeighbourClass neighbour_class, Random& random) {
  using namespace pairs;
  auto base = static_cast<PairClass>(random.below(kPairClasses.size()));
  if (neighbour_class == NeighbourClass::coplanar) base = PairClass::coplanar;
  if (neighbour_class == NeighbourClass::collinear) base = PairClass::degenerate;
  if (base == PairClass::neighbours) base = PairClass::lattice;
  TwoTriangles pair = unshuffled(base, random);
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
      if (random.below(2) == 0) {  // a midpoint, exact on a grid
        pair.b[0] = rounded(0.5 * (point(pair.a[0]) + point(pair.a[1])));
      }
      break;
  }
  shuffle(random, pair);
  return pair;
}

}  // namespace dermis::test
