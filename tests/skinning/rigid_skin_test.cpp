// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Compares spherical and dual quaternion blending with a reference in double precision that shares
// no code with them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <map>
#include <set>

#include "dermis/dermis.h"
#include "scenes/engine.h"
#include "support/hash.h"
#include "support/models.h"
#include "support/random_model.h"
#include "support/random_motion.h"

namespace dermis {
namespace {

using test::Random;
using testing::HasSubstr;

using Vector = std::array<double, 3>;
using Matrix = std::array<Vector, 3>;  // rows
using Quat = std::array<double, 4>;    // x y z w

Vector vector_of(const Vec3& v) {
  return {v.x, v.y, v.z};
}
double dot(const auto& a, const auto& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
Vector times(const Matrix& m, const Vector& v) {
  return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}
Vector plus(const Vector& a, const Vector& b, double s = 1) {
  return {a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]};
}
double norm(const auto& v) {
  return std::sqrt(dot(v, v));
}
Matrix to_matrix(Quat q) {
  const double n = norm(q);
  for (double& x : q) x /= n;
  const auto [x, y, z, w] = q;
  return {{{w * w + x * x - y * y - z * z, 2 * (x * y - w * z), 2 * (x * z + w * y)},
           {2 * (x * y + w * z), w * w - x * x + y * y - z * z, 2 * (y * z - w * x)},
           {2 * (x * z - w * y), 2 * (y * z + w * x), w * w - x * x - y * y + z * z}}};
}
Quat product(const Quat& a, const Quat& b) {
  return {a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
          a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
          a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
          a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2]};
}

/// The parts of a joint: stretch S first, then rotation R, then translation t.
struct Parts {
  Quat rotation;
  Vector translation;
  Matrix stretch;
};

Affine put_together(const Parts& parts) {
  const Matrix r = to_matrix(parts.rotation);
  const auto column = [&](std::size_t c) {
    const Vector v = times(r, {parts.stretch[0][c], parts.stretch[1][c], parts.stretch[2][c]});
    return Vec3{float(v[0]), float(v[1]), float(v[2])};
  };
  const Vector& t = parts.translation;
  return {column(0), column(1), column(2), {float(t[0]), float(t[1]), float(t[2])}};
}

/// A chain of joints along x, one metre apart, and vertices around it.
Model chain(std::uint64_t seed, std::uint32_t joints, std::uint32_t most) {
  Model model = test::random_model(seed, 240, joints, most);
  model.morph_targets.clear();
  for (std::uint32_t j = 0; j < joints; ++j) {
    model.skeleton.nodes[j].parent = j == 0 ? kNone : j - 1;
    model.skeleton.joints[j].inverse_bind.t = {-float(j), 0, 0};
  }
  return model;
}

class Reference {
 public:
  Reference(const Model& model, const std::vector<Parts>& parts) : model_(model), parts_(parts) {
    for (std::size_t j = 0; j < parts.size(); ++j) {
      Quat q = parts[j].rotation;
      const double n = norm(q);
      for (double& x : q) x /= n;
      rotations_.push_back(q);
    }
  }

  /// Whether the vertex is clearly away from the borders between two definitions.
  [[nodiscard]] bool is_clear(std::size_t v) const {
    const auto weights = weights_of(v);
    const std::uint32_t pivot = pivot_of(weights);
    for (const auto& [j, w] : weights) {
      if (std::abs(dot(rotations_[j], rotations_[pivot])) < 1e-4) return false;
    }
    const Quat q = blended(weights, pivot);
    return dot(q, q) > 0.07 || dot(q, q) < 0.06;
  }

  [[nodiscard]] Vector vertex(std::size_t v, Skinning skinning) const {
    const auto weights = weights_of(v);
    const std::uint32_t pivot = pivot_of(weights);
    Vector p{};
    for (const auto& [j, w] : weights) {
      p = plus(p, times(parts_[j].stretch, vector_of(model_.positions[v])), w);
    }
    const Quat q = blended(weights, pivot);
    const auto linear = [&](const Vector& x) {
      Vector sum{};
      for (const auto& [j, w] : weights) sum = plus(sum, moved(j, x), w);
      return sum;
    };
    if (dot(q, q) < 1.0 / 16) return linear(p);
    const Matrix r = to_matrix(q);
    if (skinning == Skinning::spherical) {
      const Vector c = center(weights);
      return plus(times(r, plus(p, c, -1)), linear(c));
    }
    Quat d{};
    for (const auto& [j, w] : weights) {
      const Vector& t = parts_[j].translation;
      const Quat dual = product({t[0], t[1], t[2], 0}, rotations_[j]);
      const double sign = dot(rotations_[j], rotations_[pivot]) < 0 ? -1 : 1;
      for (int k = 0; k < 4; ++k) d[k] += sign * w * 0.5 * dual[k];
    }
    const Quat t = product(d, {-q[0], -q[1], -q[2], q[3]});
    return plus(times(r, p), {t[0], t[1], t[2]}, 2 / dot(q, q));
  }

 private:
  using Weights = std::map<std::uint32_t, double>;

  [[nodiscard]] Weights weights_of(std::size_t v) const {
    Weights result;
    for (const Influence& i : model_.influences.of(v)) {
      if (i.weight != 0) result[i.joint] += i.weight;
    }
    return result;
  }
  /// The joints are a chain: takes the median one, or the lower of two.
  static std::uint32_t pivot_of(const Weights& weights) {
    auto at = weights.begin();
    std::advance(at, (weights.size() - 1) / 2);
    return at->first;
  }
  [[nodiscard]] Quat blended(const Weights& weights, std::uint32_t pivot) const {
    Quat q{};
    for (const auto& [j, w] : weights) {
      const double sign = dot(rotations_[j], rotations_[pivot]) < 0 ? -1 : 1;
      for (int k = 0; k < 4; ++k) q[k] += sign * w * rotations_[j][k];
    }
    return q;
  }
  [[nodiscard]] Vector moved(std::uint32_t j, const Vector& x) const {
    return plus(times(to_matrix(rotations_[j]), x), parts_[j].translation);
  }
  [[nodiscard]] bool same_scale() const {
    for (const Parts& p : parts_) {
      for (int r = 0; r < 3; ++r) {
        for (int c = 0; c < 3; ++c) {
          if (std::abs(p.stretch[r][c] - (r == c ? parts_[0].stretch[0][0] : 0)) > 1e-4)
            return false;
        }
      }
    }
    return true;
  }
  /// Least squares by the conjugate gradient method.
  [[nodiscard]] Vector center(const Weights& weights) const {
    std::vector<std::uint32_t> joints;
    for (const auto& [j, w] : weights) joints.push_back(j);
    const bool hinge = joints.size() == 2 && joints[1] == joints[0] + 1;
    Vector m{};
    double radius = 0;
    double mean = 0;
    double stretch = 0;
    for (const std::uint32_t j : joints) {
      m = plus(m, times(parts_[j].stretch, {double(j), 0, 0}), 1.0 / double(joints.size()));
      mean += double(j) / double(joints.size());
    }
    for (const Parts& p : parts_) {
      stretch = std::max(
          stretch, std::sqrt(dot(p.stretch[0], p.stretch[0]) + dot(p.stretch[1], p.stretch[1]) +
                             dot(p.stretch[2], p.stretch[2])));
    }
    if (same_scale()) stretch = parts_[0].stretch[0][0];
    if (hinge) mean = joints[1];
    for (const std::uint32_t j : joints) radius = std::max(radius, std::abs(double(j) - mean));
    if (same_scale()) m = {parts_[0].stretch[0][0] * mean, 0, 0};
    if (joints.size() == 1 || (hinge && same_scale())) return m;
    const auto apply = [&](const Vector& x) {  // N x
      Vector sum{1e-4 * x[0], 1e-4 * x[1], 1e-4 * x[2]};
      for (std::size_t a = 0; a < joints.size(); ++a) {
        for (std::size_t b = 0; b < a; ++b) {
          const Matrix ra = to_matrix(rotations_[joints[a]]);
          const Matrix rb = to_matrix(rotations_[joints[b]]);
          const Vector y = plus(times(ra, x), times(rb, x), -1);
          for (int c = 0; c < 3; ++c) {
            for (int r = 0; r < 3; ++r) sum[c] += (ra[r][c] - rb[r][c]) * y[r];
          }
        }
      }
      return sum;
    };
    Vector g{};
    for (std::size_t a = 0; a < joints.size(); ++a) {
      for (std::size_t b = 0; b < a; ++b) {
        const Matrix ra = to_matrix(rotations_[joints[a]]);
        const Matrix rb = to_matrix(rotations_[joints[b]]);
        const Vector y = plus(moved(joints[b], m), moved(joints[a], m), -1);
        for (int c = 0; c < 3; ++c) {
          for (int r = 0; r < 3; ++r) g[c] += (ra[r][c] - rb[r][c]) * y[r];
        }
      }
    }
    Vector x{};
    Vector left = g;
    Vector p = g;
    for (int step = 0; step < 30 && norm(left) > 1e-14; ++step) {
      const Vector np = apply(p);
      const double alpha = dot(left, left) / dot(p, np);
      x = plus(x, p, alpha);
      const Vector next = plus(left, np, -alpha);
      p = plus(next, p, dot(next, next) / dot(left, left));
      left = next;
    }
    const double most = stretch * radius;
    if (norm(x) > most) x = {x[0] * most / norm(x), x[1] * most / norm(x), x[2] * most / norm(x)};
    return plus(m, x);
  }

  const Model& model_;
  const std::vector<Parts>& parts_;
  std::vector<Quat> rotations_;
};

enum class Scale { none, same, different };

std::vector<Parts> random_parts(Random& random, std::size_t joints, Scale scale) {
  const double all = random.between(0.2F, 3);
  std::vector<Parts> result;
  Quat q{0, 0, 0, 1};
  for (std::size_t j = 0; j < joints; ++j) {
    const auto any = [&] { return double{random.between(-1, 1)}; };
    // Every joint moves on its own, half of the time far from its neighbours.
    const double turn = random.below(2) == 0 ? 0.2 : 1;
    q = product(q, {turn * any(), turn * any(), turn * any(), any()});
    Matrix s{{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
    if (scale == Scale::same) s = {{{all, 0, 0}, {0, all, 0}, {0, 0, all}}};
    if (scale == Scale::different) {
      // Positive definite: the diagonal dominates.
      const double a = 0.2 * any();
      const double b = 0.2 * any();
      s = {{{1 + 0.3 * any(), a, b}, {a, 1 + 0.3 * any(), 0.1}, {b, 0.1, 1 + 0.3 * any()}}};
    }
    result.push_back({q, {any(), any(), any()}, s});
  }
  return result;
}

class RigidSkin : public testing::TestWithParam<Skinning> {};

INSTANTIATE_TEST_SUITE_P(Both, RigidSkin,
                         testing::Values(Skinning::spherical, Skinning::dual_quaternion),
                         [](const auto& test) {
                           return test.param == Skinning::spherical ? "Spherical"
                                                                    : "DualQuaternion";
                         });

TEST_P(RigidSkin, AgreesWithAReferenceInDoublePrecision) {
  int compared = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const Model model = chain(seed, 6, 1 + seed % 4);
    Random random(seed);
    const auto scale = static_cast<Scale>(seed % 3);
    const std::vector<Parts> parts = random_parts(random, 6, scale);
    Pose pose;
    for (const Parts& joint : parts) pose.joints.push_back(put_together(joint));
    const auto posed = posed_vertices(model, pose, GetParam());
    ASSERT_TRUE(posed) << posed.error().message;
    const Reference reference(model, parts);
    for (std::size_t v = 0; v < posed->size(); ++v) {
      if (!reference.is_clear(v)) continue;
      ++compared;
      const Vector expected = reference.vertex(v, GetParam());
      const Vector difference = plus(vector_of((*posed)[v]), expected, -1);
      ASSERT_LE(norm(difference), 1e-5 * 8) << "seed " << seed << " vertex " << v;
    }
  }
  EXPECT_GT(compared, 10'000);
}

TEST_P(RigidSkin, GoldenHash) {
  const std::uint64_t golden =
      GetParam() == Skinning::spherical ? 0xfea7b74a2821a96c : 0xe2e2696c346010fe;
  Model model = test::random_model(42, 2000, 40, 6);
  Random random(43);
  for (std::uint32_t j = 1; j < model.skeleton.joints.size(); ++j) {
    model.skeleton.nodes[j].parent = random.below(j);
    model.skeleton.joints[j].inverse_bind.t = {random.between(-1, 1), random.between(-1, 1),
                                               random.between(-1, 1)};
  }
  std::vector<Vec3> all;
  for (const float turn : {0.1F, 1.0F}) {
    for (const float scale : {1.0F, 0.01F}) {
      Pose pose = test::random_pose(44, model);
      pose.joints.assign(pose.joints.size(), {});
      pose =
          test::random_motion(random, std::move(pose),
                              {.turn = turn, .shift = 1, .scale_low = scale, .scale_high = scale});
      std::vector<Vec3> expected;
      for (const Isa isa : available_isas()) {
        ASSERT_TRUE(use_isa(isa));
        const auto posed = posed_vertices(model, pose, GetParam());
        ASSERT_TRUE(posed) << posed.error().message;
        if (expected.empty()) expected = *posed;
        EXPECT_EQ(test::hash_bits<Vec3>(*posed), test::hash_bits<Vec3>(expected)) << to_string(isa);
      }
      ASSERT_TRUE(use_isa(available_isas().back()));
      all.insert(all.end(), expected.begin(), expected.end());
    }
  }
  const auto hash = test::hash_bits<Vec3>(all);
  EXPECT_EQ(hash, golden) << std::hex << hash;
}

TEST_P(RigidSkin, IsTheSameEverywhereWhereJointsAreJustSimilar) {
  // As far from a rotation as is allowed: one rounding more or less decides.
  const float a = 0x1.44660cp-13F;
  const float b = 0x1.b38516p-13F;
  const Model model = test::random_model(7, 100, 2, 2);
  const Pose pose{{{}, {{1, a, b}, {a, 1, 0}, {b, 0, 1}, {}}}, {0, 0, 0}};
  std::set<std::uint64_t> hashes;
  for (const Isa isa : available_isas()) {
    ASSERT_TRUE(use_isa(isa));
    hashes.insert(test::hash_bits<Vec3>(*posed_vertices(model, pose, GetParam())));
  }
  ASSERT_TRUE(use_isa(available_isas().back()));
  EXPECT_EQ(hashes.size(), 1U);
}

TEST_P(RigidSkin, KeepsWhatATwistCollapses) {
  // Halfway between two joints that are twisted by 170° about the x axis.
  Model model = test::single_triangle();
  model.skeleton.nodes = {{"a", kNone, {}, {}}, {"b", 0, {}, {}}};
  model.skeleton.joints = {{0, {}}, {1, {}}};
  model.positions = {{0, 1, 0}, {0, 0, 1}, {0, -1, 0}};
  model.influences = {};
  const std::vector<Influence> half{{0, 0.5F}, {1, 0.5F}};
  for (int v = 0; v < 3; ++v) model.influences.add_vertex(half);
  const float c = std::cos(170 * 3.14159265F / 180);
  const float s = std::sin(170 * 3.14159265F / 180);
  Pose pose;
  pose.joints = {{}, {{1, 0, 0}, {0, c, s}, {0, -s, c}, {0, 0, 0}}};
  const auto radius = [&](Skinning skinning) {
    const Vec3 v = (*posed_vertices(model, pose, skinning))[0];
    return std::hypot(v.y, v.z);
  };
  EXPECT_LT(radius(Skinning::linear), 0.09);
  EXPECT_NEAR(radius(GetParam()), 1, 1e-6);
}

TEST_P(RigidSkin, RefusesWhatMirrorsAndSaysWhy) {
  const Model model = test::single_triangle();
  Pose pose;
  pose.joints = {{{-1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, 0, 0}}};
  const auto mirrored = posed_vertices(model, pose, GetParam());
  ASSERT_FALSE(mirrored);
  EXPECT_THAT(mirrored.error().message, HasSubstr("mirrors or flattens"));
  EXPECT_THAT(mirrored.error().message, HasSubstr("joint 0"));
  pose.joints[0].x = {0, 0, 0};
  EXPECT_FALSE(posed_vertices(model, pose, GetParam()));
  EXPECT_TRUE(posed_vertices(model, pose));
  Character character = *Character::make(*bake(model, {.skinning = GetParam()}));
  EXPECT_FALSE(character.set_pose(pose));
  EXPECT_EQ(find_pairs(character, character).pairs.size(), 1U) << "it stays as it was";
}

TEST_P(RigidSkin, DoesNotCareForJointsThatMoveNothing) {
  Model model = chain(3, 4, 2);
  model.skeleton.nodes.push_back({"prop", kNone, {}, {}});
  model.skeleton.joints.push_back({4, {}});
  Random random(3);
  Pose pose;
  for (const Parts& joint : random_parts(random, 4, Scale::none)) {
    pose.joints.push_back(put_together(joint));
  }
  pose.joints.push_back({});
  const auto expected = *posed_vertices(model, pose, GetParam());
  for (const float scale : {0.0F, -1.0F, 100.0F}) {
    pose.joints.back() = {{scale, 0, 0}, {0, 1, 0}, {0, 0, 1}, {}};
    const auto posed = posed_vertices(model, pose, GetParam());
    ASSERT_TRUE(posed) << posed.error().message;
    EXPECT_EQ(*posed, expected);
  }
}

TEST_P(RigidSkin, TakesOrRefusesTheLargestAndTheSmallest) {
  const Model model = chain(7, 6, 4);
  Character a = *Character::make(*bake(model, {.skinning = GetParam()}));
  Character b = *Character::make(a.collider());
  Random random(7);
  int taken = 0;
  for (int exponent = -140; exponent <= 127; exponent += 17) {
    const float size = std::ldexp(1.0F, exponent);
    Pose far;
    Pose large;
    Pose mixed;
    for (const Parts& joint : random_parts(random, 6, Scale::none)) {
      far.joints.push_back(put_together(joint));
      far.joints.back().t = {size, random.between(-1, 1) * size, 0};
      large.joints.push_back({{size, 0, 0}, {0, size, 0}, {0, 0, size}, {}});
      mixed.joints.push_back({{size, 0, 0}, {0, 1, 0}, {0, 0, 1}, {}});
    }
    mixed.joints.back() = {};
    for (const Pose& pose : {far, large, mixed}) {
      if (!a.set_pose(pose) || !b.set_pose(pose)) continue;
      ++taken;
      const auto vertices = *posed_vertices(model, pose, GetParam());
      for (const Vec3& v : vertices) {
        ASSERT_TRUE(std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z)) << exponent;
      }
      const auto expected =
          brute_force::find_pairs({vertices, model.triangles}, {vertices, model.triangles}).pairs;
      for (const scenes::Engine method : all_values<scenes::Engine>()) {
        ASSERT_EQ(find_pairs(a, b, method).pairs, expected) << to_string(method) << exponent;
      }
    }
  }
  EXPECT_GT(taken, 20);
}

TEST_P(RigidSkin, MovesWithOneJointLikeLinearBlending) {
  const Model model = chain(5, 6, 1);
  Random random(5);
  Pose pose;
  for (const Parts& joint : random_parts(random, 6, Scale::none)) {
    pose.joints.push_back(put_together(joint));
  }
  const auto linear = *posed_vertices(model, pose);
  const auto rigid = *posed_vertices(model, pose, GetParam());
  for (std::size_t v = 0; v < linear.size(); ++v) {
    EXPECT_LE(norm(plus(vector_of(linear[v]), vector_of(rigid[v]), -1)), 1e-5);
  }
}

TEST_P(RigidSkin, HasAnAnswerWhereRotationsCancel) {
  // Three joints, each on the same side as the first, whose blend is nearly zero.
  Model model = test::single_triangle();
  model.skeleton.nodes = {{"a", kNone, {}, {}}, {"b", 0, {}, {}}, {"c", 0, {}, {}}};
  model.skeleton.joints = {{0, {}}, {1, {}}, {2, {}}};
  model.influences = {};
  const std::vector<Influence> weights{{0, 0.02F}, {1, 0.49F}, {2, 0.49F}};
  for (int v = 0; v < 3; ++v) model.influences.add_vertex(weights);
  Pose pose;
  const auto turned = [](float x, float w) {
    return to_affine(Transform{{}, {x, 0, 0, w}, {1, 1, 1}});
  };
  pose.joints = {{}, turned(1, 0.001F), turned(-1, 0.001F)};
  const auto rigid = posed_vertices(model, pose, GetParam());
  const auto linear = posed_vertices(model, pose);
  ASSERT_TRUE(rigid && linear);
  for (int v = 0; v < 3; ++v) {
    EXPECT_LE(norm(plus(vector_of((*rigid)[v]), vector_of((*linear)[v]), -1)), 1e-5);
  }
}

}  // namespace
}  // namespace dermis
