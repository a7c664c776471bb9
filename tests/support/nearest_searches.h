// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "dermis/dermis.h"
#include "math/doubles.h"
#include "support/nearest_search.h"
#include "support/random.h"

namespace dermis::test {

inline Point to_point(const math::Vec3d& v) {
  return {v.x, v.y, v.z};
}
inline math::Vec3d to_vector(const Point& p) {
  return {p[0], p[1], p[2]};
}

/// The bits of all members on which searches must agree.
inline std::vector<std::uint64_t> bits_of(const NearestSkin& skin) {
  std::vector<std::uint64_t> bits{skin.triangle};
  const auto add = [&](double x) { bits.push_back(std::bit_cast<std::uint64_t>(x)); };
  add(skin.distance);
  for (const double x : skin.at) add(x);
  for (const double x : skin.normal) add(x);
  for (const double x : skin.weights) add(x);
  for (const Vec3& c : skin.corners) {
    for (const float x : {c.x, c.y, c.z}) add(x);
  }
  return bits;
}

inline std::size_t count_differences(std::span<const NearestSkin> a,
                                     std::span<const NearestSkin> b) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < a.size(); ++i) count += bits_of(a[i]) == bits_of(b[i]) ? 0 : 1;
  return count;
}

inline std::vector<NearestSkin> found_by(NearestSearch& search, std::span<const Point> points,
                                         double reach) {
  std::vector<NearestSkin> found(points.size());
  search.find(points, reach, found);
  return found;
}

/// The diagonal of the box around vertices.
inline double size_of(std::span<const Vec3> vertices) {
  Vec3 low = vertices[0];
  Vec3 high = vertices[0];
  for (const Vec3& v : vertices) {
    low = {std::min(low.x, v.x), std::min(low.y, v.y), std::min(low.z, v.z)};
    high = {std::max(high.x, v.x), std::max(high.y, v.y), std::max(high.z, v.z)};
  }
  return length(math::to_double(high) - math::to_double(low));
}

/// A point on a triangle of a posed skin, and its normal.
struct OnSkin {
  math::Vec3d place, normal;
};
inline OnSkin any_on_skin(Random& random, const PosedMesh& skin) {
  const Triangle& t =
      skin.triangles[random.below(static_cast<std::uint32_t>(skin.triangles.size()))];
  const math::Vec3d a = math::to_double(skin.vertices[t[0]]);
  const math::Vec3d ab = math::to_double(skin.vertices[t[1]]) - a;
  const math::Vec3d ac = math::to_double(skin.vertices[t[2]]) - a;
  double u = random.unit();
  double v = random.unit();
  if (u + v > 1) {
    u = 1 - u;
    v = 1 - v;
  }
  return {a + (u * ab + v * ac), normalized(cross(ab, ac))};
}

/// Points exactly on corners, sides and faces of a posed skin, slightly off it, inside, and far
/// away.
inline std::vector<Point> points_around(Random& random, const PosedMesh& skin, std::size_t count) {
  const double size = size_of(skin.vertices);
  const auto any = [&](double most) {
    const double x = most * random.between(-1, 1);
    const double y = most * random.between(-1, 1);
    const double z = most * random.between(-1, 1);
    return math::Vec3d{x, y, z};
  };
  std::vector<Point> points;
  for (std::size_t i = 0; i < count; ++i) {
    const auto [place, normal] = any_on_skin(random, skin);
    const Triangle& t =
        skin.triangles[random.below(static_cast<std::uint32_t>(skin.triangles.size()))];
    const math::Vec3d a = math::to_double(skin.vertices[t[i % 3]]);
    const math::Vec3d b = math::to_double(skin.vertices[t[(i + 1) % 3]]);
    switch (i % 8) {
      case 0:
        points.push_back(to_point(a));
        break;
      case 1:
        points.push_back(to_point(0.5 * (a + b)));
        break;
      case 2:
        points.push_back(to_point(place));
        break;
      case 3:
        points.push_back(to_point(a + any(1e-6)));
        break;
      case 4:
      case 5:
        points.push_back(to_point(place + (0.02 * size * random.between(-1, 1)) * normal));
        break;
      case 6:
        points.push_back(to_point(place + any(0.1 * size)));
        break;
      default:
        points.push_back(to_point(place + any(5 * size)));
    }
  }
  return points;
}

/// A body with several searches that must find the same.
class NearestSearches {
 public:
  explicit NearestSearches(const Model& model, const BodyBoxOptions& options = {})
      : model_(model), skin_(model), posed_(skin_.vertex_count()) {
    const Collider collider = *bake(model);
    auto boxes = search_body_boxes(model, options);
    EXPECT_TRUE(boxes) << boxes.error().message;
    all_ = {search_brute_force(collider, false), std::move(*boxes), search_meshlets(collider),
            search_brute_force(collider)};
  }

  void set_pose(const Pose& pose) {
    for (const auto& search : all_) ASSERT_TRUE(search->set_pose(pose));
    ASSERT_TRUE(skin_.deform(pose, posed_));
  }

  /// Expects the same from all searches, and returns it.
  std::vector<NearestSkin> expect_same(std::span<const Point> points, double reach) {
    auto expected = found_by(brute_force(), points, reach);
    const char* const names[] = {"", "boxes", "meshlets", "brute force with boxes"};
    for (const std::size_t i : {1U, 2U, 3U}) {
      const auto found = found_by(*all_[i], points, reach);
      EXPECT_EQ(count_differences(found, expected), 0U) << names[i] << ", reach " << reach;
    }
    points_ += points.size();
    for (const NearestSkin& skin : expected) found_ += skin.found() ? 1 : 0;
    return expected;
  }

  [[nodiscard]] NearestSearch& brute_force() { return *all_[0]; }
  [[nodiscard]] NearestSearch& boxes() { return *all_[1]; }
  [[nodiscard]] NearestSearch& meshlets() { return *all_[2]; }
  [[nodiscard]] const std::array<std::unique_ptr<NearestSearch>, 4>& all() { return all_; }
  /// The skin in the last pose.
  [[nodiscard]] PosedMesh mesh() const { return {posed_, model_.triangles}; }
  /// The number of points compared so far, and the number of those with skin near them.
  [[nodiscard]] std::size_t points() const { return points_; }
  [[nodiscard]] std::size_t found() const { return found_; }

 private:
  const Model& model_;
  Skin skin_;
  std::vector<Vec3> posed_;
  std::array<std::unique_ptr<NearestSearch>, 4> all_;
  std::size_t points_ = 0, found_ = 0;
};

}  // namespace dermis::test
