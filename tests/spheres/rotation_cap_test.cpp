// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/rotation_cap.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "math/doubles.h"
#include "skinning/rigid_blend.h"
#include "support/character_pair.h"
#include "support/random.h"

namespace dermis::spheres {
namespace {

using math::Four;
using math::Quatd;
using math::Vec3d;
using test::Random;

/// Rotates v by a quaternion of any length.
Vec3d turned(const Quatd& q, const Vec3d& v) {
  const Vec3d axis{q.x, q.y, q.z};
  const Vec3d u = cross(axis, v);
  return v + (2 / dot(q, q)) * (q.w * u + cross(axis, u));
}

Quatd rotation(const Vec3d& axis, double angle) {
  const Vec3d half = (std::sin(angle / 2) / length(axis)) * axis;
  return {half.x, half.y, half.z, std::cos(angle / 2)};
}

/// A RotationCap with the same quaternions in all lanes.
class Cap {
 public:
  explicit Cap(const std::vector<Quatd>& corners) {
    for (const Quatd& q : corners) {
      const auto all = [](double x) { return math::all(static_cast<float>(x)); };
      cap_.add({all(q.x), all(q.y), all(q.z), all(q.w)});
    }
  }
  [[nodiscard]] Ball of(const Vec3& point) const {
    const auto bound = cap_.of({math::all(point.x), math::all(point.y), math::all(point.z)});
    return {{bound.center.x[2], bound.center.y[2], bound.center.z[2]}, bound.radius[2]};
  }

 private:
  RotationCap cap_;
};

double distance(const Ball& ball, const Vec3d& p) {
  return length(p - math::to_double(ball.center));
}

TEST(RotationCap, EnclosesWhatAnyBlendOfRotationsDoes) {
  Random random(1);
  const auto number = [&] { return double{random.between(-1, 1)}; };
  const auto weights = [&](std::size_t count) {
    std::vector<double> result(count);
    // Often almost 0, so that few of them count.
    const int power = random.below(2) == 0 ? 8 : 1;
    double sum = 0;
    for (double& w : result) sum += w = std::pow(random.between(0.001F, 1), power);
    for (double& w : result) w /= sum;
    return result;
  };
  int whole = 0;
  int caps = 0;
  int linear = 0;
  for (int round = 0; round < 20'000; ++round) {
    const double most = std::numbers::pi * std::pow(10, -double(random.below(6)));
    std::vector<Quatd> joints(1 + random.below(4));
    for (Quatd& q : joints) q = rotation({number(), number(), number()}, most * number());
    // Some rotations that nearly cancel each other.
    if (round % 5 == 0 && joints.size() > 1) {
      joints[1] = rotation({joints[0].x, joints[0].y, joints[0].z}, -3);
      joints[0] = rotation({joints[0].x, joints[0].y, joints[0].z}, 3);
    }
    std::vector<std::vector<double>> corners(1 + random.below(RotationCap::kMost));
    std::vector<Quatd> blended_corners;
    for (std::vector<double>& corner : corners) {
      corner = weights(joints.size());
      Quatd& q = blended_corners.emplace_back(Quatd{0, 0, 0, 0});
      for (std::size_t j = 0; j < joints.size(); ++j) q = q + corner[j] * joints[j];
    }
    const Vec3 point{random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
    const Ball ball = Cap(blended_corners).of(point);
    ++(ball.center == Vec3{} ? whole : caps);
    for (int blend = 0; blend < 20; ++blend) {
      const std::vector<double> shares = weights(corners.size());
      Quatd q{0, 0, 0, 0};
      Vec3d average;
      for (std::size_t j = 0; j < joints.size(); ++j) {
        double weight = 0;
        for (std::size_t k = 0; k < corners.size(); ++k) weight += shares[k] * corners[k][j];
        q = q + weight * joints[j];
        average = average + weight * turned(joints[j], math::to_double(point));
      }
      const bool cancels = dot(q, q) < skinning::kLeastSquare;
      linear += cancels ? 1 : 0;
      const Vec3d blended = cancels ? average : turned(q, math::to_double(point));
      ASSERT_LE(distance(ball, blended), ball.radius + 1e-6) << "round " << round;
    }
  }
  EXPECT_GT(whole, 300);
  EXPECT_GT(caps, 10'000);
  EXPECT_GT(linear, 100);
}

TEST(RotationCap, IsTheWholeSphereWhereThePapersLemmaFails) {
  // Three rotations by 170° about the axes. Their average leaves the diagonal in place.
  const double angle = 170 * std::numbers::pi / 180;
  const std::vector<Quatd> corners{rotation({1, 0, 0}, angle), rotation({0, 1, 0}, angle),
                                   rotation({0, 0, 1}, angle)};
  const Vec3 point{0, 0, 1};
  const Ball ball = Cap(corners).of(point);
  EXPECT_EQ(ball.center, Vec3{});
  EXPECT_FLOAT_EQ(ball.radius, 1);

  // Lemma 5 has a ball with cos α and sin α for any α. This one does not contain the apex itself.
  Quatd middle{0, 0, 0, 0};
  for (const Quatd& q : corners) middle = middle + q;
  const double alpha = 2 * std::acos(dot(middle, corners[0]) / length(middle));
  EXPECT_GT(alpha, std::numbers::pi / 2);
  const Vec3d apex = turned(middle, math::to_double(point));
  EXPECT_GT(length(apex - std::cos(alpha) * apex), std::sin(alpha) + 0.1);
}

TEST(RotationCap, SeesSmallAngles) {
  for (const double angle : {1e-1, 1e-3, 1e-5, 0.0}) {
    const Vec3 point{0, 1, 0};
    const Ball ball = Cap({rotation({1, 0, 0}, angle), rotation({1, 0, 0}, -angle)}).of(point);
    // The cap spans twice the angle of the rotations, and is rounded up.
    EXPECT_GE(ball.radius, angle * 0.99) << angle;
    EXPECT_LE(ball.radius, angle * 1.01 + 1e-5) << angle;
  }
}

/// A patch of vertices that follow three joints, all with different weights: too many to try each
/// one, so their refit uses the rotations of the joint set.
Model patch_on_three_joints() {
  Random random(3);
  Model model;
  model.name = "patch";
  for (int j = 0; j < 3; ++j) {
    model.skeleton.nodes.push_back({"joint" + std::to_string(j), kNone, {}, {}});
    model.skeleton.joints.push_back({static_cast<std::uint32_t>(j), {}});
  }
  constexpr std::uint32_t kVertices = 60;
  for (std::uint32_t v = 0; v < kVertices; ++v) {
    const auto near = [&] { return random.between(-0.01F, 0.01F); };
    model.positions.push_back({near(), near(), 1 + near()});
    const float a = random.between(0.05F, 0.9F);
    const float b = random.between(0.05F, 0.95F - a);
    const Influence influences[] = {{0, a}, {1, b}, {2, 1 - a - b}};
    model.influences.add_vertex(influences);
  }
  for (std::uint32_t v = 0; v + 2 < kVertices; ++v) model.triangles.push_back({v, v + 1, v + 2});
  model.parts.push_back({"node", "mesh", 0, 0, 0, kVertices - 2, 0, kVertices});
  return model;
}

TEST(RotationCap, IsNeededWholeByJointsThatTurnFar) {
  const Model model = patch_on_three_joints();
  test::CharacterPair pair(model, Skinning::spherical, Skinning::spherical);
  Random random(4);
  const auto number = [&] { return random.between(-1, 1); };
  for (int round = 0; round < 200; ++round) {
    Pose pose{std::vector<Affine>(3), {}};
    for (Affine& joint : pose.joints) {
      const Vec3d axis{number(), number(), number()};
      const Quatd q = rotation(axis, std::numbers::pi * random.between(0.5, 1));
      joint = to_affine(Transform{.translation = {}, .rotation = math::to_float(q)});
    }
    pair.set_poses(pose, pose);
    pair.expect_spheres_enclose();
    if (testing::Test::HasFailure()) FAIL() << "round " << round;
  }
}

}  // namespace
}  // namespace dermis::spheres
