// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// docs/guarantees.md names the test behind each promise; every name must exist.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace dermis {
namespace {

/// "Suite.Name" of all tests of all test programs, taken from the sources.
std::vector<std::string> known_tests() {
  std::vector<std::string> names;
  const std::regex macro(R"(\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\))");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(DERMIS_SOURCE "/tests")) {
    if (entry.path().extension() != ".cpp") continue;
    std::ostringstream text;
    text << std::ifstream(entry.path()).rdbuf();
    const std::string source = text.str();
    for (std::sregex_iterator at(source.begin(), source.end(), macro), end; at != end; ++at) {
      names.push_back((*at)[1].str() + "." + (*at)[2].str());
    }
  }
  return names;
}

TEST(Docs, EveryTestNamedExists) {
  std::ostringstream text;
  text << std::ifstream(DERMIS_SOURCE "/docs/guarantees.md").rdbuf();
  const std::string page = text.str();
  ASSERT_FALSE(page.empty());
  const std::vector<std::string> known = known_tests();
  const std::regex name("`([A-Z][A-Za-z]+\\.[A-Za-z]*)(…?)`");
  int found = 0;
  for (std::sregex_iterator at(page.begin(), page.end(), name), end; at != end; ++at) {
    const std::string word = (*at)[1];
    const bool prefix = (*at)[2].length() > 0;
    const bool exists = std::ranges::any_of(
        known, [&](const std::string& k) { return prefix ? k.starts_with(word) : k == word; });
    EXPECT_TRUE(exists) << word;
    ++found;
  }
  EXPECT_GT(found, 20);
}

}  // namespace
}  // namespace dermis
