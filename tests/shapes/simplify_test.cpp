// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/shapes/simplify.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <set>

#include "dermis/model/procedural.h"
#include "dermis/model/validate.h"
#include "dermis/skinning/skin.h"
#include "math/doubles.h"
#include "support/models.h"
#include "support/random_model.h"
#include "support/topology.h"

namespace dermis {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

Simplified simplified(const Model& model, const SimplifyOptions& options) {
  auto result = simplify(model, options);
  EXPECT_TRUE(result) << result.error().message;
  if (!result) return {};
  EXPECT_THAT(validate(result->model), IsEmpty());
  EXPECT_EQ(result->model.parts.size(), model.parts.size());
  EXPECT_EQ(result->model.skeleton.joints, model.skeleton.joints);
  EXPECT_EQ(result->model.clips.size(), model.clips.size());
  return *std::move(result);
}

/// A grid of n × n squares in the plane z = 0, raised by `height`.
template <class Height>
Model grid(int n, Height height) {
  Model model = test::single_triangle();
  model.name = "grid";
  model.positions.clear();
  model.triangles.clear();
  model.influences = {};
  const Influence whole{0, 1};
  for (int y = 0; y <= n; ++y) {
    for (int x = 0; x <= n; ++x) {
      model.positions.push_back({static_cast<float>(x), static_cast<float>(y), height(x, y)});
      model.influences.add_vertex({&whole, 1});
    }
  }
  const auto at = [n](int x, int y) { return static_cast<std::uint32_t>(y * (n + 1) + x); };
  for (int y = 0; y < n; ++y) {
    for (int x = 0; x < n; ++x) {
      model.triangles.push_back({at(x, y), at(x + 1, y), at(x + 1, y + 1)});
      model.triangles.push_back({at(x, y), at(x + 1, y + 1), at(x, y + 1)});
    }
  }
  model.parts[0].triangle_count = static_cast<std::uint32_t>(model.triangles.size());
  model.parts[0].vertex_count = static_cast<std::uint32_t>(model.positions.size());
  return model;
}

/// Every triangle has its own corners, as in files with hard edges.
Model split_at_all_edges(const Model& model) {
  Model result = model;
  result.positions.clear();
  result.influences = {};
  for (Triangle& t : result.triangles) {
    for (std::uint32_t& v : t) {
      result.positions.push_back(model.positions[v]);
      result.influences.add_vertex(model.influences.of(v));
      v = static_cast<std::uint32_t>(result.positions.size()) - 1;
    }
  }
  result.parts[0].vertex_count = static_cast<std::uint32_t>(result.positions.size());
  return result;
}

double area(const Model& model) {
  double sum = 0;
  for (const Triangle& t : model.triangles) {
    const Vec3& a = model.positions[t[0]];
    const Vec3& b = model.positions[t[1]];
    const Vec3& c = model.positions[t[2]];
    sum += std::abs((double{b.x} - a.x) * (double{c.y} - a.y) -
                    (double{c.x} - a.x) * (double{b.y} - a.y)) /
           2;
  }
  return sum;
}

TEST(Simplify, TheManStaysTheMan) {
  const Model man = make_man();
  const Simplified result = simplified(man, {.share = 0.3});
  const auto triangles = static_cast<double>(man.triangles.size());
  EXPECT_LE(static_cast<double>(result.model.triangles.size()), 0.301 * triangles);
  EXPECT_GE(static_cast<double>(result.model.triangles.size()), 0.25 * triangles);
  EXPECT_LE(result.largest_distance, 0.02);
  EXPECT_GT(result.largest_distance, 0);
  EXPECT_GT(result.error, 0);
  EXPECT_EQ(test::open_or_shared_edges(result.model.triangles), 0U);
  // All vertices are vertices of the man.
  std::map<std::array<float, 3>, std::uint32_t> original;
  for (std::uint32_t v = 0; v < man.positions.size(); ++v) {
    original[{man.positions[v].x, man.positions[v].y, man.positions[v].z}] = v;
  }
  for (std::uint32_t v = 0; v < result.model.positions.size(); ++v) {
    const Vec3& p = result.model.positions[v];
    const auto found = original.find({p.x, p.y, p.z});
    ASSERT_NE(found, original.end());
    EXPECT_TRUE(
        std::ranges::equal(result.model.influences.of(v), man.influences.of(found->second)));
  }
  EXPECT_TRUE(posed_vertices(result.model, sample(result.model, result.model.clips[0], 0.3)));
}

/// The distance from a point to a triangle, by search instead of cases.
double distance(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c) {
  using math::Vec3d;
  const Vec3d origin = math::to_double(a) - math::to_double(point);
  const Vec3d ab = math::to_double(b) - math::to_double(a);
  const Vec3d ac = math::to_double(c) - math::to_double(a);
  // The distance is convex in s, so the third without the minimum can be cut off.
  const auto best_along_ac = [&](double s) {
    const Vec3d from = origin + s * ab;
    const double whole = dot(ac, ac);
    const double t = whole > 0 ? std::clamp(-dot(from, ac) / whole, 0.0, 1 - s) : 0.0;
    return length(from + t * ac);
  };
  double low = 0;
  double high = 1;
  for (int i = 0; i < 40; ++i) {
    const double third = (high - low) / 3;
    if (best_along_ac(low + third) < best_along_ac(high - third)) {
      high -= third;
    } else {
      low += third;
    }
  }
  return best_along_ac((low + high) / 2);
}

TEST(Simplify, DistancesAreThoseOfBruteForce) {
  const Model dwarf = make_dwarf();
  const Simplified result = simplified(dwarf, {.share = 0.1});
  const Model& fewer = result.model;
  double largest = 0;
  for (const Vec3& p : dwarf.positions) {
    double least = std::numeric_limits<double>::infinity();
    for (const Triangle& t : fewer.triangles) {
      if (least <= largest) break;
      least = std::min(
          least, distance(p, fewer.positions[t[0]], fewer.positions[t[1]], fewer.positions[t[2]]));
    }
    largest = std::max(largest, least);
  }
  EXPECT_NEAR(result.largest_distance, largest, 1e-7);
}

TEST(Simplify, TheErrorAllowedLimits) {
  const Model man = make_man();
  const Simplified result = simplified(man, {.share = 0.01, .max_error = 0.002});
  EXPECT_GT(result.model.triangles.size(), man.triangles.size() / 20);
  EXPECT_LE(result.error, 0.002 * 1.9);  // the man is less than 1.9 m tall
  const Simplified nothing = simplified(man, {.share = 0.01, .max_error = 0});
  EXPECT_LE(nothing.largest_distance, 1e-3);  // errors are squares in floats
}

TEST(Simplify, AWholeShareLeavesAll) {
  const Model man = make_man();
  const Simplified result = simplified(man, {.share = 1});
  EXPECT_EQ(result.model.positions, man.positions);
  EXPECT_EQ(result.model.triangles, man.triangles);
  EXPECT_EQ(result.error, 0);
  EXPECT_EQ(result.largest_distance, 0);
}

TEST(Simplify, AFlatSquareStaysOne) {
  const Model flat = grid(12, [](int, int) { return 0.0F; });
  const Simplified result = simplified(flat, {.share = 0.05});
  EXPECT_LE(result.model.triangles.size(), 15U);
  EXPECT_NEAR(result.largest_distance, 0, 1e-6);
  EXPECT_NEAR(area(result.model), 144, 1e-3);
}

/// The distance of a spike in a plane is measured, independently of the estimate.
TEST(Simplify, DistancesAreMeasured) {
  const Model spiky = grid(12, [](int x, int y) { return x == 5 && y == 6 ? 0.125F : 0.0F; });
  const Simplified result = simplified(spiky, {.share = 0.02, .max_error = 0.5});
  const bool gone =
      std::ranges::none_of(result.model.positions, [](const Vec3& p) { return p.z != 0; });
  ASSERT_TRUE(gone);
  EXPECT_NEAR(result.largest_distance, 0.125, 1e-6);
}

TEST(Simplify, SplitSeamsDoNotTear) {
  const Model man = make_man();
  const Simplified whole = simplified(man, {.share = 0.3});
  const Simplified split = simplified(split_at_all_edges(man), {.share = 0.3});
  EXPECT_EQ(split.model.triangles.size(), whole.model.triangles.size());
  EXPECT_EQ(split.model.positions.size(), whole.model.positions.size());
  EXPECT_EQ(test::open_or_shared_edges(split.model.triangles), 0U);
}

/// Two parts that meet along a line, with their own vertices or shared ones.
TEST(Simplify, PartsStayTogether) {
  for (const bool shared : {true, false}) {
    Model model =
        grid(10, [](int x, int y) { return 0.01F * static_cast<float>((x * 7 + y * 3) % 5); });
    const auto vertices = static_cast<std::uint32_t>(model.positions.size());
    model.parts.push_back(model.parts[0]);
    for (Part& part : model.parts) part.triangle_count = 100;
    model.parts[1].first_triangle = 100;
    model.parts[1].primitive = 1;
    if (!shared) {
      model.parts[1].first_vertex = vertices;
      for (std::uint32_t v = 0; v < vertices; ++v) {
        model.positions.push_back(Vec3(model.positions[v]));
        model.influences.add_vertex(std::vector<Influence>{{0, 1}});
      }
      for (std::size_t t = 100; t < 200; ++t) {
        for (std::uint32_t& v : model.triangles[t]) v += vertices;
      }
    }
    ASSERT_THAT(validate(model), IsEmpty());
    const Simplified result = simplified(model, {.share = 0.3, .max_error = 1});
    EXPECT_LT(result.model.triangles.size(), 130U);
    EXPECT_NEAR(area(result.model), 100, 1e-3);
    // The parts meet along the line y = 5. All vertices on it remain, in both parts.
    for (const Part& part : result.model.parts) {
      std::set<float> on_line;
      for (std::uint32_t t = part.first_triangle; t < part.first_triangle + part.triangle_count;
           ++t) {
        for (const std::uint32_t v : result.model.triangles[t]) {
          if (result.model.positions[v].y == 5) on_line.insert(result.model.positions[v].x);
        }
      }
      EXPECT_EQ(on_line.size(), 11U);
    }
  }
}

/// Rigid parts are measured in the world, not in the space of their node.
TEST(Simplify, RigidPartsAreMeasuredInTheWorld) {
  Model model = grid(12, [](int x, int y) { return x == 5 && y == 6 ? 0.125F : 0.0F; });
  model.skeleton.nodes[0].stored.scale = {4, 4, 4};
  model.skeleton.joints[0].rigid = true;
  const Simplified result = simplified(model, {.share = 0.02, .max_error = 0.5});
  EXPECT_NEAR(result.largest_distance, 0.5, 1e-6);
}

TEST(Simplify, MorphTargetsKeepTheirDeltas) {
  Model model = grid(8, [](int x, int) { return 0.1F * static_cast<float>(x % 2); });
  MorphTarget target{"lift", 0, 9, {}, 0.5F};
  for (std::uint32_t v = 9; v < 40; ++v) target.deltas.push_back({static_cast<float>(v), 0, 0});
  model.morph_targets = {target, {"nothing", 0, 81, {}, 0}};
  ASSERT_THAT(validate(model), IsEmpty());
  const Simplified result = simplified(model, {.share = 0.4, .max_error = 0.2});
  const MorphTarget& kept = result.model.morph_targets.at(0);
  EXPECT_LT(kept.deltas.size(), target.deltas.size());
  EXPECT_EQ(result.model.morph_targets.size(), 2U);
  for (std::uint32_t v = 0; v < result.model.positions.size(); ++v) {
    const Vec3& p = result.model.positions[v];
    const float old = p.y * 9 + p.x;
    const std::size_t i = std::size_t{v} - kept.first_vertex;
    ASSERT_EQ(i < kept.deltas.size(), old >= 9 && old < 40);
    if (i >= kept.deltas.size()) continue;
    EXPECT_EQ(kept.deltas[i].x, old);
  }
}

TEST(Simplify, StandsRandomTriangles) {
  for (const std::uint64_t seed : {1, 2, 3}) {
    const Model model = test::random_model(seed, 60, 4, 3);
    const Simplified result = simplified(model, {.share = 0.2, .max_error = 10});
    EXPECT_TRUE(std::isfinite(result.largest_distance));
  }
  // All corners are at one place.
  Model point = grid(3, [](int, int) { return 0.0F; });
  for (Vec3& p : point.positions) p = {1, 2, 3};
  EXPECT_EQ(simplified(point, {.share = 0.2}).largest_distance, 0);
}

TEST(Simplify, SaysWhatIsWrong) {
  const Model model = test::single_triangle();
  const auto why = [&](const SimplifyOptions& options) {
    const auto result = simplify(model, options);
    return result ? "" : result.error().message;
  };
  for (const double share : {0.0, -0.5, 1.01, std::nan("")}) {
    EXPECT_THAT(why({.share = share}), HasSubstr("'triangle' cannot be simplified: the share"));
  }
  EXPECT_THAT(why({.share = 1.5}), HasSubstr("1.5"));
  for (const double error : {-1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THAT(why({.max_error = error}), HasSubstr("the largest error is"));
  }
  const auto empty = simplify(Model{}, {});
  ASSERT_FALSE(empty);
  EXPECT_THAT(empty.error().message, HasSubstr("no triangles"));
  EXPECT_EQ(simplified(model, {.share = 0.1}).model.triangles.size(), 1U);
}

}  // namespace
}  // namespace dermis
