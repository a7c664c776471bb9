// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/counted.h"

#include <gtest/gtest.h>

namespace dermis {
namespace {

TEST(Counted, HasTheNounInThePluralUnlessThereIsOne) {
  EXPECT_EQ(counted(0, "joint"), "0 joints");
  EXPECT_EQ(counted(1, "joint"), "1 joint");
  EXPECT_EQ(counted(2826, "vertex"), "2826 vertices");
  EXPECT_EQ(counted(2, "joint matrix"), "2 joint matrices");
  EXPECT_EQ(counted(2, "radius"), "2 radii");
  EXPECT_EQ(counted(2, "collision class"), "2 collision classes");
  EXPECT_EQ(counted(2, "key"), "2 keys");
  EXPECT_EQ(counted(2, "property"), "2 properties");
  EXPECT_EQ(there_are(1, "buffer"), "there is 1 buffer");
  EXPECT_EQ(there_are(3, "body"), "there are 3 bodies");
}

}  // namespace
}  // namespace dermis
