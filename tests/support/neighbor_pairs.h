// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <string_view>

#include "support/triangle_pairs.h"

namespace dermis::test {

/// The ways in which triangles of one mesh can meet.
enum class NeighborClass {
  apart,         ///< no common corner on purpose
  one_corner,    ///< with any class of pairs
  two_corners,   ///< with any class of pairs
  same_corners,  ///< some corners once, some repeated
  coplanar,      ///< one or two common corners, side by side or folded over
  repeated,      ///< at least one of the two has a corner twice
  collinear,     ///< both on a line, or one of them on an edge of the other
};

struct NeighborClassInfo {
  NeighborClass value;
  std::string_view name;
};
inline constexpr std::array kNeighborClasses{
    NeighborClassInfo{NeighborClass::apart, "apart"},
    NeighborClassInfo{NeighborClass::one_corner, "one corner"},
    NeighborClassInfo{NeighborClass::two_corners, "two corners"},
    NeighborClassInfo{NeighborClass::same_corners, "same corners"},
    NeighborClassInfo{NeighborClass::coplanar, "coplanar"},
    NeighborClassInfo{NeighborClass::repeated, "repeated"},
    NeighborClassInfo{NeighborClass::collinear, "collinear"},
};

inline TwoTriangles neighbor_pair(NeighborClass neighbor_class, Random& random) {
  using namespace pairs;
  auto base = static_cast<PairClass>(random.below(kPairClasses.size()));
  if (neighbor_class == NeighborClass::coplanar) base = PairClass::coplanar;
  if (neighbor_class == NeighborClass::collinear) base = PairClass::degenerate;
  if (base == PairClass::neighbors) base = PairClass::lattice;
  TwoTriangles pair = unshuffled(base, random);
  switch (neighbor_class) {
    case NeighborClass::apart:
      break;
    case NeighborClass::one_corner:
      share(random, pair, 1);
      break;
    case NeighborClass::two_corners:
      share(random, pair, 2);
      break;
    case NeighborClass::same_corners:
      if (random.below(2) == 0) pair.a[2] = pair.a[random.below(3)];
      share(random, pair, 3);
      if (random.below(2) == 0) pair.b[0] = pair.b[random.below(3)];
      break;
    case NeighborClass::coplanar:
      share(random, pair, 1 + random.below(2));
      break;
    case NeighborClass::repeated:
      if (random.below(2) == 0) pair.a[0] = pair.a[1];
      share(random, pair, 1 + random.below(2));
      if (random.below(2) == 0) pair.b[0] = pair.b[1 + random.below(2)];
      break;
    case NeighborClass::collinear:
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
