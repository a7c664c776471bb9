// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/procedural/collapse.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "dermis/model/solids.h"
#include "dermis/model/subdivide.h"
#include "support/topology.h"

namespace dermis::procedural {
namespace {

Surface surface_of(const Model& model) {
  Surface surface;
  for (const Vec3& p : model.positions) surface.positions.push_back(math::to_double(p));
  surface.triangles = model.triangles;
  return surface;
}

void expect_closed(const Surface& surface) {
  EXPECT_EQ(test::open_or_shared_edges(surface.triangles), 0U);
  EXPECT_EQ(test::pinched_vertices(surface.triangles, surface.positions.size()), 0U);
  EXPECT_EQ(test::euler_characteristic(surface.triangles), 2);
}

TEST(Collapse, KeepsTheCornersOfABox) {
  const Surface box = surface_of(make_box({1, 2, 3}));
  const Surface few = collapsed(surface_of(subdivide(make_box({1, 2, 3}), 3)), 48);
  expect_closed(few);
  ASSERT_EQ(few.triangles.size(), 48U);
  for (const Vec3d& corner : box.positions) {
    const auto at_corner = [&](const Vec3d& p) { return length(p - corner) < 0.05; };
    EXPECT_EQ(std::ranges::count_if(few.positions, at_corner), 1);
  }
}

TEST(Collapse, StaysClosedAtEveryCount) {
  const Surface capsule = surface_of(make_capsule(1, 0.2F, 12));
  for (std::size_t triangles = capsule.triangles.size(); triangles >= 4; triangles -= 4) {
    const Surface few = collapsed(capsule, triangles);
    EXPECT_EQ(few.triangles.size(), triangles);
    EXPECT_EQ(few.positions.size(), triangles / 2 + 2);
    expect_closed(few);
  }
}

TEST(Collapse, RoundsDownAndStopsAtATetrahedron) {
  const Surface ball = surface_of(make_ball(1, 8));
  EXPECT_THAT(collapsed(ball, 31).triangles, testing::SizeIs(30));
  EXPECT_THAT(collapsed(ball, 0).triangles, testing::SizeIs(4));
}

TEST(Collapse, LeavesWhatIsSmallEnough) {
  const Surface ball = surface_of(make_ball(1, 8));
  EXPECT_EQ(collapsed(ball, ball.triangles.size()).triangles, ball.triangles);
}

}  // namespace
}  // namespace dermis::procedural
