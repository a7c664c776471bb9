// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The pages name files and tests; every name must exist.
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

/// Sources and scripts, below the folders that have them.
std::vector<std::string> known_files() {
  std::vector<std::string> files;
  for (const char* const folder : {"include", "src", "io", "adapters", "scenes", "app", "howtos",
                                   "tests", "bench", "scripts", "cmake"}) {
    const std::string top = std::string(DERMIS_SOURCE) + "/" + folder;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(top)) {
      files.push_back("/" + std::filesystem::relative(entry.path(), DERMIS_SOURCE).string());
    }
  }
  return files;
}

/// A page may shorten a path, after a longer one of the same folder.
TEST(Docs, EverySourceNamedExists) {
  const std::vector<std::string> known = known_files();
  const std::regex name(R"(`([\w./-]+\.(?:h|cpp|py|mjs|gappa|txt|cmake))`)");
  std::vector<std::filesystem::path> pages{DERMIS_SOURCE "/README.md",
                                           DERMIS_SOURCE "/CONTRIBUTING.md"};
  for (const auto& entry : std::filesystem::directory_iterator(DERMIS_SOURCE "/docs")) {
    if (entry.path().extension() == ".md") pages.push_back(entry.path());
  }
  int found = 0;
  for (const auto& page : pages) {
    std::ostringstream text;
    text << std::ifstream(page).rdbuf();
    const std::string content = text.str();
    for (std::sregex_iterator at(content.begin(), content.end(), name), end; at != end; ++at) {
      const std::string file = (*at)[1];
      if (file == "hello.cpp") continue;  // the reader's own
      EXPECT_TRUE(std::ranges::any_of(
          known, [&](const std::string& path) { return path.ends_with("/" + file); }))
          << page << " names " << file;
      ++found;
    }
  }
  EXPECT_GT(found, 60);
}

}  // namespace
}  // namespace dermis
