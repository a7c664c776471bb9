// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <utility>

#include "dermis/io/gltf.h"
#include "dermis/model/procedural.h"
#include "support/random_model.h"

namespace dermis::test {

/// By what it is made from: a procedural name, "influences N" for a random one with that many per
/// vertex at most, or a file among the models made by others.
inline Result<Model> named_model(const std::string& name) {
  const std::string prefix = "influences ";
  if (name.starts_with(prefix)) {
    const auto most = static_cast<std::uint32_t>(std::stoul(name.substr(prefix.size())));
    return random_model(most, 60, 12, most);
  }
  if (auto made = make_procedural(name)) return made;
  auto imported = import_gltf(std::filesystem::path(DERMIS_ASSETS) / name);
  if (!imported) return imported.error();
  return std::move(imported->model);
}

/// Tests of one model after the other. They say SKIPPED where the folder of files is missing.
class NamedModelTest : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    auto made = named_model(GetParam());
    if (!made && !std::filesystem::exists(DERMIS_ASSETS)) {
      GTEST_SKIP() << "SKIPPED: " << DERMIS_ASSETS << " is not here";
    }
    ASSERT_TRUE(made) << made.error().message;
    model_ = std::move(*made);
  }

  Model model_;
};

/// What such a test is called: names of tests may not have all that is in names of files.
inline std::string test_name(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace dermis::test
