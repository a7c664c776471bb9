// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Cloth without a body.
#include "dermis/cloth/cloth.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>
#include <numbers>

#include "scenes/garments.h"
#include "support/cloths.h"
#include "support/nearest_search.h"
#include "support/special_values.h"

namespace dermis {
namespace {

using scenes::square_of_cloth;
using test::all_finite;
using test::apart;
using test::kInfinity;
using test::kNan;
using test::kStep;
using testing::HasSubstr;

/// Two triangles in the plane z = 0.
Mesh two_triangles() {
  return {{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}};
}

/// 264 vertices of a square metre, pinned at two corners of its first row: vertices 0 and 16.
Cloth hung(const ClothOptions& options) {
  Cloth cloth = *Cloth::make(square_of_cloth(264, 1), options);
  EXPECT_TRUE(cloth.pin(0));
  EXPECT_TRUE(cloth.pin(16));
  return cloth;
}

void go_on(Cloth& cloth, double seconds) {
  for (int i = 0; i < std::lround(seconds / kStep); ++i) ASSERT_TRUE(cloth.step(kStep));
}

double lowest(const Cloth& cloth) {
  double y = kInfinity;
  for (const Point& p : cloth.positions()) y = std::min(y, p[1]);
  return y;
}

Point middle(const Cloth& cloth) {
  Point sum{};
  for (const Point& p : cloth.positions()) {
    for (std::size_t i = 0; i < 3; ++i) sum[i] += p[i] / double(cloth.positions().size());
  }
  return sum;
}

ClothOptions in_vacuum() {
  ClothOptions options;
  options.air_density = 0;
  options.material.damping = 0;
  return options;
}

TEST(MakeCloth, NamesWhatIsWrongWithAMesh) {
  const auto expect_refusal = [](const std::function<void(Mesh&)>& spoil, const char* reason) {
    Mesh mesh = two_triangles();
    spoil(mesh);
    const auto cloth = Cloth::make(mesh);
    ASSERT_FALSE(cloth) << reason;
    EXPECT_THAT(cloth.error().message, HasSubstr(reason));
  };
  expect_refusal([](Mesh& m) { m = {}; }, "without triangles");
  expect_refusal([](Mesh& m) { m.triangles.clear(); }, "without triangles");
  expect_refusal([](Mesh& m) { m.positions[2][1] = kNan; }, "vertex 2 ");
  expect_refusal([](Mesh& m) { m.positions[1][0] = -kInfinity; }, "vertex 1 ");
  expect_refusal([](Mesh& m) { m.positions[3][2] = 1e30; }, "vertex 3 ");
  expect_refusal([](Mesh& m) { m.triangles[1][2] = 4; }, "triangle 1 has a corner 4");
  expect_refusal([](Mesh& m) { m.triangles[1] = {7, 8, 9}; }, "triangle 1 has a corner 7");
  expect_refusal([](Mesh& m) { m.triangles[0] = {0, 1, 1}; }, "triangle 0 names corner 1 twice");
  expect_refusal([](Mesh& m) { m.triangles[1] = {3, 2, 3}; }, "triangle 1 names corner 3 twice");
  expect_refusal([](Mesh& m) { m.positions[3] = m.positions[2]; }, "vertices 2 and 3");
  expect_refusal([](Mesh& m) { m.positions.push_back({5, 5, 5}); }, "vertex 4 has no mass");
  expect_refusal([](Mesh& m) { m.triangles.pop_back(); }, "vertex 3 has no mass");
  // The first and the last triangle have an area; vertex 4 is in a degenerate triangle only.
  expect_refusal(
      [](Mesh& m) {
        m.positions.push_back({0.5, 0, 0});
        m.triangles.push_back({0, 1, 4});
      },
      "vertex 4 has no mass");
}

TEST(MakeCloth, NamesWhatIsWrongWithOptions) {
  const auto expect_refusal = [](const std::function<void(ClothOptions&)>& spoil,
                                 const char* reason) {
    ClothOptions options;
    spoil(options);
    const auto cloth = Cloth::make(two_triangles(), options);
    ASSERT_FALSE(cloth) << reason;
    EXPECT_THAT(cloth.error().message, HasSubstr(reason));
  };
  for (const double bad : {-1.0, kNan, kInfinity}) {
    expect_refusal([&](ClothOptions& o) { o.material.density = bad; }, "density");
    expect_refusal([&](ClothOptions& o) { o.material.stretch = bad; }, "stretch");
    expect_refusal([&](ClothOptions& o) { o.material.shear = bad; }, "shear");
    expect_refusal([&](ClothOptions& o) { o.material.bend = bad; }, "bend");
    expect_refusal([&](ClothOptions& o) { o.material.damping = bad; }, "damping");
    expect_refusal([&](ClothOptions& o) { o.material.friction = bad; }, "friction");
    expect_refusal([&](ClothOptions& o) { o.air_density = bad; }, "air");
    expect_refusal([&](ClothOptions& o) { o.thickness = bad; }, "thickness");
    expect_refusal([&](ClothOptions& o) { o.margin = bad; }, "margin");
    expect_refusal([&](ClothOptions& o) { o.max_stretch = bad; }, "stretch");
  }
  expect_refusal([](ClothOptions& o) { o.material.density = 0; }, "density");
  expect_refusal([](ClothOptions& o) { o.material.stretch = 0; }, "stretch");
  expect_refusal([](ClothOptions& o) { o.max_stretch = 0; }, "stretch");
  for (const double bad : {kNan, kInfinity}) {
    expect_refusal([&](ClothOptions& o) { o.gravity[1] = bad; }, "gravity");
    expect_refusal([&](ClothOptions& o) { o.wind[2] = bad; }, "wind");
  }
  expect_refusal([](ClothOptions& o) { o.small_steps = 1'000'000; }, "small steps");
}

TEST(MakeCloth, RefusesAFloorThatIsNowhere) {
  for (const double bad : {kNan, kInfinity, -kInfinity}) {
    ClothOptions options;
    options.floor = bad;
    EXPECT_FALSE(Cloth::make(two_triangles(), options)) << bad;
  }
}

TEST(MakeCloth, TakesSidesOfManyTriangles) {
  // Three triangles on the side between 0 and 1, one of them twice.
  const Mesh fins{{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}, {0, -1, -1}},
                  {{0, 1, 2}, {0, 1, 3}, {1, 0, 4}, {1, 0, 4}}};
  // More springs at vertex 0 than there are groups.
  Mesh fan{{{0, 0, 0}}, {}};
  constexpr std::uint32_t kBlades = 150;
  for (std::uint32_t i = 0; i < kBlades; ++i) {
    const double angle = 2 * std::numbers::pi * i / kBlades;
    fan.positions.push_back({std::cos(angle), 0, std::sin(angle)});
    fan.triangles.push_back({0, 1 + i, 1 + (i + 1) % kBlades});
  }
  for (const Mesh& mesh : {fins, fan}) {
    for (const ClothSolver solver : {ClothSolver::position_based, ClothSolver::mass_spring}) {
      ClothOptions options;
      options.solver = solver;
      auto cloth = Cloth::make(mesh, options);
      ASSERT_TRUE(cloth) << cloth.error().message;
      ASSERT_TRUE(cloth->pin(0));
      ASSERT_TRUE(cloth->pin(1));
      go_on(*cloth, 0.5);
      EXPECT_TRUE(all_finite(cloth->positions())) << static_cast<int>(solver);
      EXPECT_LE(test::stretch_of(mesh, cloth->positions()), 0.1);
    }
  }
}

TEST(ClothStep, RefusesAbsurdTimes) {
  Cloth cloth = *Cloth::make(two_triangles());
  const auto before = cloth.positions();
  for (const double seconds : {0.0, -1.0, kNan, 10.0, kInfinity, 0.11}) {
    const auto ok = cloth.step(seconds);
    ASSERT_FALSE(ok) << seconds;
    EXPECT_THAT(ok.error().message, HasSubstr("0.1 seconds"));
  }
  EXPECT_EQ(cloth.positions(), before);
  EXPECT_TRUE(cloth.step(0.1));
  EXPECT_TRUE(cloth.step(1e-6));
  EXPECT_NE(cloth.positions(), before);
}

TEST(ClothPin, RefusesWhatCannotBePinned) {
  Cloth cloth = *Cloth::make(two_triangles());
  const auto expect_refusal = [](const Result<void>& ok, const char* reason) {
    ASSERT_FALSE(ok) << reason;
    EXPECT_THAT(ok.error().message, HasSubstr(reason));
  };
  const Model ball = make_ball(0.1F, 8);
  const auto body = test::search_brute_force(*bake(ball));
  Pose pose = bind_pose(ball);
  expect_refusal(cloth.pin(4), "no vertex 4 ");
  expect_refusal(cloth.pin(4, body->character()), "no vertex 4 ");
  expect_refusal(cloth.pin(0, 1, body->character()), "joint 1");
  expect_refusal(cloth.pin(2, body->character()), "vertex 2 ");  // 1.3 m away
  ASSERT_TRUE(cloth.pin(1));
  expect_refusal(cloth.pin(1), "vertex 1 of the cloth is pinned already");
  expect_refusal(cloth.pin(1, body->character()), "pinned already");
  expect_refusal(cloth.pin(1, 0, body->character()), "pinned already");
  pose.joints[0].y = {};
  ASSERT_TRUE(body->set_pose(pose));
  expect_refusal(cloth.pin(0, 0, body->character()), "no inverse");
  ASSERT_TRUE(body->set_pose(bind_pose(ball)));
  EXPECT_TRUE(cloth.pin(0, 0, body->character()));
}

/// Without a body, pins have nothing to follow.
TEST(ClothPin, StaysWhereItIsWithoutABody) {
  const Model ball = make_ball(0.1F, 8);
  const auto body = test::search_brute_force(*bake(ball));
  Cloth cloth = *Cloth::make(test::moved(two_triangles(), {0.3, 0.2, 0.1}));
  const auto start = cloth.positions();
  ASSERT_TRUE(cloth.pin(0, body->character()));
  ASSERT_TRUE(cloth.pin(1, 0, body->character()));
  ASSERT_TRUE(cloth.pin(3));
  ASSERT_TRUE(cloth.step(kStep));
  for (const std::size_t v : {0U, 1U, 3U}) {
    EXPECT_LT(apart(cloth.positions()[v], start[v]), 1e-9) << v;
  }
  EXPECT_GT(apart(cloth.positions()[2], start[2]), 0);
}

TEST(ClothFall, IsFreeWithoutAir) {
  const Mesh rest = square_of_cloth(264, 1);
  for (const ClothSolver solver : {ClothSolver::position_based, ClothSolver::mass_spring}) {
    ClothOptions options = in_vacuum();
    options.solver = solver;
    Cloth cloth = *Cloth::make(rest, options);
    for (int i = 1; i <= 30; ++i) {
      ASSERT_TRUE(cloth.step(kStep));
      const double t = i * kStep;
      // A small step uses the speed at its end, so cloth falls ½gt² plus half a small step.
      const double more = 9.81 * t * kStep / cloth.stats().small_steps / 2;
      for (std::size_t v = 0; v < rest.positions.size(); ++v) {
        const Point fallen = {rest.positions[v][0], rest.positions[v][1] - 9.81 * t * t / 2,
                              rest.positions[v][2]};
        ASSERT_LE(apart(cloth.positions()[v], fallen), more + 1e-9) << i;
      }
    }
    EXPECT_NEAR(cloth.stats().stretch, 0, 1e-9);
  }
}

TEST(ClothFall, IsSlowedByAir) {
  Cloth cloth = *Cloth::make(square_of_cloth(264, 1));
  go_on(cloth, 2);
  // The final speed of flat cloth: ρ/2 v² = 0.2 kg/m² · g.
  const double fall = -cloth.velocities()[130][1];
  EXPECT_GT(fall, 0.5);
  EXPECT_LT(fall, 6);
}

TEST(ClothHangs, FallsFreelyUntilSomethingHoldsIt) {
  Cloth cloth = hung(in_vacuum());
  for (int i = 1; i <= 6; ++i) {
    ASSERT_TRUE(cloth.step(kStep));
    const double fallen = 9.81 * i * kStep * i * kStep / 2;
    const double more = 9.81 * i * kStep * kStep / cloth.stats().small_steps / 2;
    // The side opposite the pins.
    for (std::size_t v = 264 - 16; v < 264; ++v) {
      EXPECT_NEAR(-cloth.positions()[v][1], fallen, more + 0.02 * fallen) << i;
    }
  }
}

/// In each row, the mirror image of the i-th vertex is the i-th from the end.
double asymmetry(const Cloth& cloth) {
  double most = 0;
  std::size_t first = 0;
  for (std::size_t row = 0; first < cloth.positions().size(); ++row) {
    const std::size_t count = row % 2 == 0 ? 17 : 16;
    for (std::size_t i = 0; i < count; ++i) {
      const Point& a = cloth.positions()[first + i];
      const Point& b = cloth.positions()[first + count - 1 - i];
      most = std::max(most, apart(a, {-b[0], b[1], b[2]}));
    }
    first += count;
  }
  return most;
}

TEST(ClothHangs, ComesToRestAndIsSymmetric) {
  ClothOptions options;
  options.material.damping = 2;
  Cloth cloth = hung(options);
  const Mesh rest = square_of_cloth(264, 1);
  double most = 0;
  for (int i = 0; i < 600; ++i) {
    ASSERT_TRUE(cloth.step(kStep));
    most = std::max(most, test::stretch_of(rest, cloth.positions()));
    EXPECT_NEAR(cloth.stats().stretch, test::stretch_of(rest, cloth.positions()), 1e-9);
  }
  std::printf("fastest %.4f m/s, stretch %.4f, once %.4f, asymmetry %.4f m, %u small steps\n",
              test::fastest_of(cloth), cloth.stats().stretch, most, asymmetry(cloth),
              cloth.stats().small_steps);
  EXPECT_LT(test::fastest_of(cloth), 0.02);
  EXPECT_LE(most, options.max_stretch + 0.01);
  EXPECT_LE(cloth.stats().stretch, 0.08);
  EXPECT_LT(asymmetry(cloth), 0.02);
  EXPECT_LT(lowest(cloth), -0.9);
  EXPECT_EQ(cloth.positions()[0], (Point{-0.5, 0, -0.5}));
  EXPECT_EQ(cloth.positions()[16], (Point{0.5, 0, -0.5}));
}

/// The kinetic and potential energy of the cloth.
double energy_of(const Cloth& cloth, const Mesh& rest) {
  double sum = 0;
  for (const Triangle& t : rest.triangles) {
    const Point& a = rest.positions[t[0]];
    const double u[2] = {rest.positions[t[1]][0] - a[0], rest.positions[t[1]][2] - a[2]};
    const double v[2] = {rest.positions[t[2]][0] - a[0], rest.positions[t[2]][2] - a[2]};
    const double mass = 0.2 * std::abs(u[0] * v[1] - u[1] * v[0]) / 2;
    for (const std::uint32_t c : t) {
      const double speed = apart(cloth.velocities()[c], {});
      sum += mass / 3 * (speed * speed / 2 + 9.81 * cloth.positions()[c][1]);
    }
  }
  return sum;
}

TEST(ClothHangs, GainsNoEnergy) {
  for (const ClothSolver solver : {ClothSolver::position_based, ClothSolver::mass_spring}) {
    ClothOptions options = in_vacuum();
    options.solver = solver;
    Cloth cloth = hung(options);
    const Mesh rest = square_of_cloth(264, 1);
    // The energy that is released when it hangs down: 0.2 kg, half a metre.
    const double at_play = 0.2 * 9.81 * 0.5;
    double most = -kInfinity;
    for (int i = 0; i < 120; ++i) {
      ASSERT_TRUE(cloth.step(kStep));
      ASSERT_TRUE(all_finite(cloth.positions())) << static_cast<int>(solver);
      most = std::max(most, energy_of(cloth, rest));
    }
    EXPECT_LT(most, 0.01 * at_play) << static_cast<int>(solver);
  }
}

TEST(ClothHangs, WithMassesAndSprings) {
  ClothOptions options;
  options.solver = ClothSolver::mass_spring;
  Cloth cloth = hung(options);
  go_on(cloth, 1);
  EXPECT_TRUE(all_finite(cloth.positions()));
  EXPECT_LT(lowest(cloth), -0.5);
  EXPECT_LE(test::stretch_of(square_of_cloth(264, 1), cloth.positions()), 0.1);
}

TEST(ClothHangs, SwingsInTheWind) {
  ClothOptions options;
  options.material.damping = 2;
  Cloth cloth = hung(options);
  go_on(cloth, 5);
  const double still = middle(cloth)[2];
  ASSERT_TRUE(cloth.set_wind({0, 0, 4}));
  EXPECT_FALSE(cloth.set_wind({kNan, 0, 0}));
  EXPECT_EQ(cloth.options().wind, (Point{0, 0, 4}));
  go_on(cloth, 5);
  EXPECT_GT(middle(cloth)[2], still + 0.1);
  ASSERT_TRUE(cloth.set_wind({0, 0, -4}));
  go_on(cloth, 5);
  EXPECT_LT(middle(cloth)[2], still - 0.1);
  EXPECT_TRUE(all_finite(cloth.positions()));
}

TEST(ClothOnTheFloor, LiesOnIt) {
  ClothOptions options;
  options.floor = -0.3;
  Cloth cloth = *Cloth::make(square_of_cloth(264, 1), options);
  for (int i = 0; i < 180; ++i) {
    ASSERT_TRUE(cloth.step(kStep));
    ASSERT_GE(lowest(cloth), -0.3);
  }
  for (const Point& p : cloth.positions()) EXPECT_NEAR(p[1], -0.3 + options.thickness, 0.005);
  EXPECT_LT(test::fastest_of(cloth), 0.05);
  EXPECT_LT(std::hypot(middle(cloth)[0], middle(cloth)[2]), 0.02);
}

/// Gravity that is not vertical makes the floor a slope.
TEST(ClothOnTheFloor, StaysOnASlopeOrSlides) {
  for (const bool holds : {true, false}) {
    ClothOptions options;
    options.floor = 0;
    options.material.friction = holds ? 0.5 : 0.1;
    options.gravity = {0.3 * 9.4, -9.4, 0};
    Cloth cloth = *Cloth::make(
        test::moved(square_of_cloth(264, 1), {0, options.thickness + 1e-6, 0}), options);
    go_on(cloth, 1);
    if (holds) {
      EXPECT_LT(std::abs(middle(cloth)[0]), 0.01);
    } else {
      // (0.3 − 0.1) · 9.4 t² / 2, minus the losses in the cloth and to the air.
      EXPECT_GT(middle(cloth)[0], 0.6);
      EXPECT_LT(middle(cloth)[0], 0.95);
    }
  }
}

TEST(ClothStep, IsTheSameHoweverItIsCut) {
  // Free fall in six steps of ten small steps each, or in one step of 1,000 small steps.
  ClothOptions coarse = in_vacuum();
  coarse.small_steps = 10;
  ClothOptions fine = in_vacuum();
  fine.small_steps = 1000;
  Cloth a = *Cloth::make(two_triangles(), coarse);
  Cloth b = *Cloth::make(two_triangles(), fine);
  for (int i = 0; i < 6; ++i) ASSERT_TRUE(a.step(kStep));
  ASSERT_TRUE(b.step(6 * kStep));
  EXPECT_EQ(a.stats().small_steps, 10U);
  EXPECT_EQ(b.stats().small_steps, 1000U);
  EXPECT_NEAR(a.positions()[2][1], b.positions()[2][1], 0.002);
}

/// Springs as stiff as steel, cloth as heavy as lead or almost without weight, and sizes from dust
/// to fields.
TEST(ClothStep, StaysFiniteWhateverClothIs) {
  const auto expect_finite = [](const Mesh& rest, const ClothOptions& options) {
    auto cloth = Cloth::make(rest, options);
    ASSERT_TRUE(cloth) << cloth.error().message;
    ASSERT_TRUE(cloth->pin(0));
    for (const double seconds : {kStep, 0.1, 1e-6, kStep, kStep}) {
      ASSERT_TRUE(cloth->step(seconds));
      ASSERT_TRUE(all_finite(cloth->positions()));
      ASSERT_TRUE(all_finite(cloth->velocities()));
    }
  };
  for (const double much : {1e-9, 1e9}) {
    ClothOptions options;
    options.small_steps = 10;
    options.material.stretch = much;
    options.material.shear = much;
    options.material.bend = much;
    expect_finite(square_of_cloth(50, 1), options);
    options.material.density = 1 / much;
    expect_finite(square_of_cloth(50, 1), options);
  }
  for (const double size : {1e-9, 1e-3, 1e3, 1e5}) {
    ClothOptions options;
    options.small_steps = 10;
    expect_finite(square_of_cloth(50, size), options);
  }
}

TEST(ClothStep, GivesTheSameBitsOnOneCoreAndOnAll) {
  const Model ball = make_ball(0.1F, 24);
  // Enough vertices that all loops are cut into parts.
  const auto run = [&](std::size_t vertices, bool self_collision, bool all_cores) {
    ClothOptions options;
    options.executor = all_cores ? nullptr : &serial_executor();
    options.self_collision = self_collision;
    options.small_steps = 6;
    options.floor = 0.07;
    options.wind = {1, 0, 0.5};
    Cloth cloth = *Cloth::make(test::moved(square_of_cloth(vertices, 1), {0, 0.105, 0}), options);
    const auto body = test::search_meshlets(*bake(ball));
    EXPECT_TRUE(cloth.put_on(body->character()));
    EXPECT_TRUE(cloth.pin(0));
    for (int i = 0; i < 5; ++i) {
      const Pose pose =
          placed(bind_pose(ball), placement({0, 0.003F * static_cast<float>(i), 0}, 0));
      EXPECT_TRUE(test::step(cloth, kStep, *body, pose));
    }
    EXPECT_GT(cloth.stats().near_skin, 0U);
    return std::pair(cloth.positions(), cloth.velocities());
  };
  EXPECT_EQ(run(20'000, false, true), run(20'000, false, false));
  EXPECT_EQ(run(6'000, true, true), run(6'000, true, false));
}

}  // namespace
}  // namespace dermis
