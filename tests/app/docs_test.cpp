// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// docs/guarantees.md names the test behind each promise; every name must exist.
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace dermis {
namespace {

/// "Suite.Test" of every test in this program, without the parts that parameters add.
std::vector<std::string> known_tests() {
  std::vector<std::string> names;
  const auto* const all = testing::UnitTest::GetInstance();
  for (int s = 0; s < all->total_test_suite_count(); ++s) {
    const auto* const suite = all->GetTestSuite(s);
    const std::string suite_name = suite->name();
    for (int t = 0; t < suite->total_test_count(); ++t) {
      const std::string test_name = suite->GetTestInfo(t)->name();
      names.push_back(suite_name.substr(suite_name.find('/') + 1) + "." +
                      test_name.substr(0, test_name.find('/')));
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
    // In programs of their own, the last two because of CGAL.
    if (word.starts_with("Threaded.") || word.starts_with("TriangleAgainstCgal.") ||
        word.starts_with("CgalBruteForce.")) {
      continue;
    }
    const bool exists = std::ranges::any_of(
        known, [&](const std::string& k) { return prefix ? k.starts_with(word) : k == word; });
    EXPECT_TRUE(exists) << word;
    ++found;
  }
  EXPECT_GT(found, 20);
}

}  // namespace
}  // namespace dermis
