// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "dermis/gltf/gltf.h"
#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
#include "dermis/skinning/skin.h"
#include "support/gltf_document.h"

namespace dermis::test {

/// Imports the bytes. Throws the reason if they are refused.
inline ImportedModel imported(const std::vector<std::byte>& bytes) {
  auto result = parse_gltf(bytes, "test.gltf");
  if (!result) throw std::runtime_error(result.error().message);
  EXPECT_THAT(validate(result->model), testing::IsEmpty());
  return *std::move(result);
}
inline ImportedModel imported(const GltfDocument& document) {
  return imported(document.gltf());
}
inline Model model_of(const GltfDocument& document) {
  return imported(document).model;
}

inline std::vector<Vec3> posed(const Model& model, const Pose& pose) {
  auto vertices = posed_vertices(model, pose);
  if (!vertices) throw std::runtime_error(vertices.error().message);
  return *std::move(vertices);
}
inline std::vector<Vec3> at_rest(const Model& model) {
  return posed(model, stored_pose(model));
}
inline std::vector<Vec3> at_rest(const GltfDocument& document) {
  return at_rest(model_of(document));
}

/// The vertices of square().
inline const std::vector<Vec3> kSquare{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}};

inline void expect_near(const Vec3& actual, const Vec3& expected, const std::string& what = "",
                        float tolerance = 1e-5F) {
  EXPECT_NEAR(actual.x, expected.x, tolerance) << what;
  EXPECT_NEAR(actual.y, expected.y, tolerance) << what;
  EXPECT_NEAR(actual.z, expected.z, tolerance) << what;
}
inline void expect_near(const std::vector<Vec3>& actual, const std::vector<Vec3>& expected,
                        float tolerance = 1e-5F) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t v = 0; v < actual.size(); ++v) {
    expect_near(actual[v], expected[v], "vertex " + std::to_string(v), tolerance);
  }
}

/// The bytes are refused with one sentence that starts with the file's name and contains all
/// `words`.
template <class... Words>
void expect_refused(const std::vector<std::byte>& bytes, const Words&... words) {
  const auto result = parse_gltf(bytes, "bad.gltf");
  ASSERT_FALSE(result) << "was accepted";
  const std::string& message = result.error().message;
  EXPECT_THAT(message, testing::StartsWith("bad.gltf: "));
  EXPECT_THAT(message, testing::Not(testing::HasSubstr("\n")));
  for (const std::string& word : std::vector<std::string>{words...}) {
    EXPECT_THAT(message, testing::HasSubstr(word));
  }
}
template <class... Words>
void expect_refused(const GltfDocument& document, const Words&... words) {
  expect_refused(document.gltf(), words...);
}

}  // namespace dermis::test
