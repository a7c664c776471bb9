// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <string>
#include <utility>

#include "dermis/gltf/gltf.h"
#include "dermis/model/procedural.h"
#include "support/random_model.h"

namespace dermis::test {

/// Makes a model by name: a procedural name, "influences N" for a random model with at most N
/// influences per vertex, or a file among the models made by others.
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

/// Tests with one model each. They report SKIPPED if the folder of files is missing.
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

/// The name of such a test. Test names must be alphanumeric; file names need not be.
inline std::string test_name(const testing::TestParamInfo<std::string>& test) {
  std::string name = test.param;
  std::ranges::replace_if(name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
  return name;
}

}  // namespace dermis::test
