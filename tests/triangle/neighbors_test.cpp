// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Tests for neighbours in one mesh: which of them are in contact.
#include <gtest/gtest.h>

#include "base/float_mode.h"
#include "support/triangle_variants.h"
#include "triangle/exact_test.h"

namespace dermis {
namespace {

using test::kFace;
using test::kPoint;
using test::kSegment;
using test::to_text;
using test::TwoTriangles;
using test::variants_of_integers;
using triangle::TriangleTest;

struct ContactCase {
  const char* what;
  Corners a, b;
  PairKind expected;
};

TEST(PairInMesh, IsMoreThanBeingNeighbors) {
  const ContactCase cases[] = {
      {"apart", kFace, {{{0, 0, 1}, {12, 0, 1}, {0, 12, 1}}}, PairKind::none},
      {"through each other", kFace, {{{3, 3, -1}, {3, 3, 1}, {20, 20, 0}}}, PairKind::crossing},
      {"touch, no common corner", kFace, {{{3, 3, 0}, {3, 3, 5}, {4, 5, 6}}}, PairKind::crossing},
      {"corner on edge", kFace, {{{6, 0, 0}, {6, -5, 5}, {7, -5, 6}}}, PairKind::crossing},
      {"the same", kFace, kFace, PairKind::duplicate},
      {"the same, turned over", kFace, {{{12, 0, 0}, {0, 0, 0}, {0, 12, 0}}}, PairKind::duplicate},
      {"the same segment", kSegment, {{{0, 0, 0}, {0, 0, 0}, {8, 0, 0}}}, PairKind::duplicate},
      {"the same point", kPoint, kPoint, PairKind::duplicate},
      {"the same hull, one corner more",
       kSegment,
       {{{0, 0, 0}, {4, 0, 0}, {8, 0, 0}}},
       PairKind::none},
      {"the same hull, other middles",
       {{{0, 0, 0}, {2, 0, 0}, {8, 0, 0}}},
       {{{0, 0, 0}, {4, 0, 0}, {8, 0, 0}}},
       PairKind::none},
      {"a middle and an end in common",
       {{{0, 0, 0}, {2, 0, 0}, {8, 0, 0}}},
       {{{0, 0, 0}, {2, 0, 0}, {4, 0, 0}}},
       PairKind::crossing},

      {"one corner", kFace, {{{0, 0, 0}, {-5, 1, 3}, {-5, 2, 4}}}, PairKind::none},
      {"one corner, other side of the plane",
       kFace,
       {{{0, 0, 0}, {5, 5, 3}, {5, 6, 3}}},
       PairKind::none},
      {"one corner, edge through the face",
       kFace,
       {{{0, 0, 0}, {3, 3, -1}, {5, 5, 3}}},
       PairKind::crossing},
      {"one corner, edge past the face",
       kFace,
       {{{0, 0, 0}, {13, 13, -1}, {25, 25, 3}}},
       PairKind::crossing},
      {"one corner, through the plane behind",
       kFace,
       {{{0, 0, 0}, {-3, -3, -1}, {-5, -5, 3}}},
       PairKind::none},
      {"one corner, touches the face",
       kFace,
       {{{0, 0, 0}, {3, 3, 0}, {5, 5, 3}}},
       PairKind::crossing},
      {"one corner, touches along an edge",
       kFace,
       {{{0, 0, 0}, {3, 0, 0}, {5, -5, 3}}},
       PairKind::crossing},
      {"one corner, along an edge and beyond",
       kFace,
       {{{0, 0, 0}, {30, 0, 0}, {5, -5, 3}}},
       PairKind::crossing},
      {"one corner, on the line of an edge",
       kFace,
       {{{0, 0, 0}, {-3, 0, 0}, {5, -5, 3}}},
       PairKind::none},
      {"one corner, an edge in the plane outside",
       kFace,
       {{{0, 0, 0}, {-3, 1, 0}, {5, -5, 3}}},
       PairKind::none},
      {"one corner, fan in the plane",
       kFace,
       {{{0, 0, 0}, {-3, 1, 0}, {-5, -5, 0}}},
       PairKind::none},
      {"one corner, overlap in the plane",
       kFace,
       {{{0, 0, 0}, {3, 1, 0}, {1, 3, 0}}},
       PairKind::crossing},
      {"one corner, wraps it in the plane",
       kFace,
       {{{0, 0, 0}, {99, -1, 0}, {-1, 99, 0}}},
       PairKind::crossing},
      {"one corner, half overlap in the plane",
       kFace,
       {{{0, 0, 0}, {3, 1, 0}, {3, -3, 0}}},
       PairKind::crossing},
      {"one corner, edges on each other in the plane",
       kFace,
       {{{0, 0, 0}, {3, 0, 0}, {3, -3, 0}}},
       PairKind::crossing},
      {"one corner, opposite on a line",
       kFace,
       {{{0, 0, 0}, {-3, 0, 0}, {-3, -3, 0}}},
       PairKind::none},

      {"one edge", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, -5, 5}}}, PairKind::none},
      {"one edge, upright", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, 0, 5}}}, PairKind::none},
      {"one edge, sharp fold", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, 50, 1}}}, PairKind::none},
      {"one edge, flat", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, -5, 0}}}, PairKind::none},
      {"one edge, folded over", kFace, {{{0, 0, 0}, {12, 0, 0}, {5, 5, 0}}}, PairKind::crossing},
      {"one edge, folded over, far",
       kFace,
       {{{0, 0, 0}, {12, 0, 0}, {-9, 1, 0}}},
       PairKind::crossing},

      {"segment is an edge", kFace, {{{0, 0, 0}, {12, 0, 0}, {12, 0, 0}}}, PairKind::none},
      {"segment is an edge, three corners",
       kFace,
       {{{0, 0, 0}, {12, 0, 0}, {5, 0, 0}}},
       PairKind::none},
      {"segment is more than an edge",
       kFace,
       {{{0, 0, 0}, {12, 0, 0}, {15, 0, 0}}},
       PairKind::none},
      {"segment is half an edge", kFace, {{{0, 0, 0}, {6, 0, 0}, {6, 0, 0}}}, PairKind::crossing},
      {"segment into the face", kFace, {{{0, 0, 0}, {6, 5, 0}, {6, 5, 0}}}, PairKind::crossing},
      {"segment away", kFace, {{{0, 0, 0}, {-6, 5, 0}, {-6, 5, 0}}}, PairKind::none},
      {"segment up", kFace, {{{0, 0, 0}, {0, 0, 7}, {0, 0, 0}}}, PairKind::none},
      {"segment passes a corner", kFace, {{{-1, -1, -1}, {0, 0, 0}, {1, 1, 1}}}, PairKind::none},
      {"segment through a corner, in the plane",
       kFace,
       {{{-1, -1, 0}, {0, 0, 0}, {1, 1, 0}}},
       PairKind::crossing},
      {"point in the corner", kFace, {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}}, PairKind::none},
      {"point on the face", kFace, {{{1, 1, 0}, {1, 1, 0}, {1, 1, 0}}}, PairKind::crossing},
      {"segments in a row", kSegment, {{{8, 0, 0}, {12, 0, 0}, {9, 0, 0}}}, PairKind::none},
      {"segments overlap", kSegment, {{{8, 0, 0}, {1, 0, 0}, {12, 0, 0}}}, PairKind::crossing},
      {"segments in a corner", kSegment, {{{8, 0, 0}, {8, 2, 0}, {8, 2, 0}}}, PairKind::none},
      {"point on a segment's end", kSegment, {{{8, 0, 0}, {8, 0, 0}, {8, 0, 0}}}, PairKind::none},
      {"point on a segment", kSegment, {{{4, 0, 0}, {4, 0, 0}, {4, 0, 0}}}, PairKind::crossing},
      {"points", kPoint, {{{3, 4, 6}, {3, 4, 6}, {3, 4, 6}}}, PairKind::none},
  };
  TriangleTest filtered(triangle::Arithmetic::filtered);
  TriangleTest exact(triangle::Arithmetic::exact);
  for (const ContactCase& c : cases) {
    for (const TwoTriangles& pair : variants_of_integers({c.a, c.b})) {
      ASSERT_EQ(pair_in_mesh(pair.a, pair.b), c.expected) << c.what << to_text(pair);
      const base::DefinedFloatMode mode;
      ASSERT_EQ(filtered.pair_in_mesh(pair.a, pair.b), c.expected) << c.what << to_text(pair);
      ASSERT_EQ(exact.pair_in_mesh(pair.a, pair.b), c.expected) << c.what << to_text(pair);
    }
  }
}

TEST(PairInMesh, ZerosOfBothSignsAreOneCorner) {
  const Corners plus{{{0, 0, 0}, {12, 0, 0}, {0, 12, 0}}};
  const Corners minus{{{-0.0F, 0, -0.0F}, {12, -0.0F, 0}, {0, 12, -0.0F}}};
  const Corners hinge{{{-0.0F, 0, -0.0F}, {12, -0.0F, 0}, {5, -5, 5}}};
  EXPECT_EQ(pair_in_mesh(plus, minus), PairKind::duplicate);
  EXPECT_EQ(pair_in_mesh(plus, hinge), PairKind::none);
  EXPECT_TRUE(intersect(plus, minus));
  EXPECT_TRUE(intersect(plus, hinge));
  EXPECT_EQ(pair_in_mesh({{{0, 0, 0}, {-0.0F, 0, 0}, {1, 1, 1}}},
                         {{{-0.0F, -0.0F, 0}, {1, 1, 1}, {1, 1, 1}}}),
            PairKind::duplicate);
}

}  // namespace
}  // namespace dermis
