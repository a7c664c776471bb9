// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <bit>
#include <filesystem>
#include <fstream>
#include <sstream>

namespace dermis {
namespace {

namespace fs = std::filesystem;

std::string read(const fs::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

TEST(File, WritesWhollyAndReplaces) {
  const fs::path file =
      fs::path(testing::TempDir()) / ("dermis_file_test_" + std::to_string(getpid()) + ".txt");
  ASSERT_TRUE(write_file(file, "first, and rather long"));
  ASSERT_TRUE(write_file(file, "second"));
  EXPECT_EQ(read(file), "second");
  EXPECT_FALSE(fs::exists(file.string() + ".part0"));
  fs::remove(file);
}

TEST(File, LeavesNeighborsAndLinksAlone) {
  const fs::path folder =
      fs::path(testing::TempDir()) / ("dermis_file_test_links_" + std::to_string(getpid()));
  fs::create_directories(folder);
  ASSERT_TRUE(write_file(folder / "x.obj.part0", "somebody else's"));
  ASSERT_TRUE(write_file(folder / "target.obj", "old"));
  fs::create_symlink(folder / "target.obj", folder / "x.obj");
  ASSERT_TRUE(write_file(folder / "x.obj", "new"));
  EXPECT_EQ(read(folder / "x.obj.part0"), "somebody else's");
  EXPECT_TRUE(fs::is_symlink(folder / "x.obj"));
  EXPECT_EQ(read(folder / "target.obj"), "new");
  fs::remove_all(folder);
}

TEST(File, NamesWhatCannotBeWritten) {
  const auto missing = write_file("/no/such/folder/x.obj", "text");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().message, testing::HasSubstr("/no/such/folder/x.obj"));
  EXPECT_FALSE(write_file(testing::TempDir(), "a folder"));
  EXPECT_TRUE(write_file("/dev/null", "devices are written directly"));
  EXPECT_TRUE(fs::is_character_file("/dev/null"));
}

/// For example /dev/stdout in `dermis pose man -o /dev/stdout | less`.
TEST(File, WritesIntoAPipeBehindALink) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const auto written = write_file("/proc/self/fd/" + std::to_string(ends[1]), "text");
  ASSERT_TRUE(written) << written.error().message;
  char text[4] = {};
  EXPECT_EQ(::read(ends[0], text, sizeof text), 4);
  EXPECT_EQ(std::string(text, 4), "text");
  close(ends[0]);
  close(ends[1]);
}

TEST(File, FullDiskLeavesNothingBehind) {
  if (!fs::exists("/dev/full")) GTEST_SKIP() << "there is no /dev/full here";
  const auto result = write_file("/dev/full", std::string(1 << 20, 'x'));
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().message, testing::HasSubstr("/dev/full"));
}

}  // namespace
}  // namespace dermis
