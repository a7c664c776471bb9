// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/nearest_name.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace dermis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const std::vector<std::string> kClips{"Idle",      "1H_Melee_Walk", "Walking_B", "Running_A",
                                      "Walking_A", "Walk",          "Jump",      "Jump"};

TEST(NearestName, CaseDoesNotMatter) {
  EXPECT_THAT(nearest_names("IDLE", kClips), ElementsAre("Idle"));
  EXPECT_THAT(nearest_names("Idle", kClips), ElementsAre("Idle"));
}

TEST(NearestName, PrefixesComeBeforePartsAndTheseBeforeEdits) {
  const std::vector<std::string> names{"talk", "sleepwalk", "walking"};
  EXPECT_THAT(nearest_names("walk", names), ElementsAre("walking", "sleepwalk", "talk"));
}

TEST(NearestName, AtMostThreeAndEachOnce) {
  EXPECT_THAT(nearest_names("walk", kClips), ElementsAre("Walk", "Walking_B", "Walking_A"));
  EXPECT_THAT(nearest_names("jmup", kClips), ElementsAre("Jump"));
}

TEST(NearestName, CountsEdits) {
  const std::vector<std::string> walk{"walk"};
  for (const char* typed : {"wlak", "wal", "walkk", "wolk", "WAKL", "alk"}) {
    EXPECT_THAT(nearest_names(typed, walk), ElementsAre("walk")) << typed;
  }
  for (const char* typed : {"dance", "klaw", "run", "w4l3", "x", "3", ""}) {
    EXPECT_THAT(nearest_names(typed, walk), IsEmpty()) << typed;
  }
}

TEST(NearestName, ANameInsideOfWhatWasTypedMustBeAWord) {
  const std::vector<std::string> names{"a", "walk"};
  EXPECT_THAT(nearest_names("man_walk_fast", names), ElementsAre("walk"));
  EXPECT_THAT(nearest_names("b", names), IsEmpty());
}

TEST(NearestName, EmptyAndHugeNamesAreFine) {
  const std::vector<std::string> names{"", std::string(1'000'000, 'a'), "walk"};
  EXPECT_THAT(nearest_names("", names), IsEmpty());
  EXPECT_THAT(nearest_names(std::string(1'000'000, 'b'), names), IsEmpty());
  EXPECT_THAT(nearest_names("wal", names), ElementsAre("walk"));
}

TEST(NearestName, DidYouMean) {
  EXPECT_EQ(did_you_mean("dance", kClips), "");
  EXPECT_EQ(did_you_mean("idel", kClips), " (did you mean Idle?)");
  EXPECT_EQ(did_you_mean("walk", kClips), " (did you mean Walk, Walking_B or Walking_A?)");
  EXPECT_EQ(did_you_mean("walking", kClips), " (did you mean Walking_B, Walking_A or Walk?)");
}

}  // namespace
}  // namespace dermis
