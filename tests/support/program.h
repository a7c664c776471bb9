// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

namespace dermis::test {

/// The result of a run of the program.
struct Outcome {
  int status = -1;
  std::string out, err;
};

inline std::string read(const std::filesystem::path& file) {
  std::ostringstream text;
  text << std::ifstream(file).rdbuf();
  return text.str();
}

/// Runs the program in a folder of its own.
class Program : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::path(testing::TempDir()) /
              ("dermis_program_" + std::to_string(getpid()) + "_" +
               std::string(testing::UnitTest::GetInstance()->current_test_info()->name()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  Outcome run(const std::string& arguments) {
    const std::string command = std::string("cd '") + folder_.string() +
                                "' && '" DERMIS_PROGRAM "' " + arguments +
                                " > stdout.txt 2> stderr.txt";
    const int code = std::system(command.c_str());  // NOLINT: the test's own words
    return {WEXITSTATUS(code), read(folder_ / "stdout.txt"), read(folder_ / "stderr.txt")};
  }

  /// Expects exit status 2, one sentence on stderr that contains the words, and nothing on stdout.
  void expect_refused(const std::string& arguments, const std::vector<std::string>& words) {
    const Outcome outcome = run(arguments);
    EXPECT_EQ(outcome.status, 2) << arguments;
    EXPECT_THAT(outcome.out, testing::IsEmpty()) << arguments;
    EXPECT_EQ(std::ranges::count(outcome.err, '\n'), 1) << outcome.err;
    for (const std::string& word : words)
      EXPECT_THAT(outcome.err, testing::HasSubstr(word)) << arguments;
  }

  std::filesystem::path folder_;
};

}  // namespace dermis::test
