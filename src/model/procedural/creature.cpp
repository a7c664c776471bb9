// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A four-legged creature, 1.3 m high at the shoulder, with a long tail and folded wings: 56 joints.
#include <string>

#include "base/float_mode.h"
#include "dermis/model/procedural.h"
#include "model/procedural/figure.h"
#include "model/procedural/names.h"
#include "model/procedural/walk.h"

namespace dermis::procedural {

namespace {

constexpr int kSpine = 5;
constexpr int kNeck = 4;
constexpr int kTail = 12;

std::string numbered(const char* name, int i) {
  return name + std::to_string(i);
}

/// A chain of bones along the polyline points[0…n], with flesh of radius radii[0…n].
void add_chain(Figure& f, const char* name, const std::string& parent, int n,
               const std::vector<Vec3d>& points, const std::vector<double>& radii,
               const Vec3d& squash) {
  f.start_limb();
  for (int i = 0; i < n; ++i) {
    f.add_bone(numbered(name, i + 1), i == 0 ? parent : numbered(name, i), points[i]);
    f.add_flesh(numbered(name, i + 1), points[i], radii[i], points[i + 1], radii[i + 1], squash);
  }
}

void add_creature_trunk(Figure& f) {
  f.add_bone("hips", "", {0, 1.0, -0.45});
  f.start_limb();
  f.add_flesh("hips", {0, 1.0, -0.52}, 0.2, {0, 1.0, -0.42}, 0.22, {0.95, 1, 1});

  std::vector<Vec3d> points;
  std::vector<double> radii;
  for (int i = 0; i <= kSpine; ++i) {
    const double s = double(i) / kSpine;
    points.push_back({0, 1.0 + 0.06 * sine(180 * s) + 0.07 * s, -0.36 + 0.95 * s});
    radii.push_back(0.225 - 0.03 * sine(180 * s) + 0.03 * s);
  }
  add_chain(f, "spine", "hips", kSpine, points, radii, {0.95, 0.95, 1});

  points.clear();
  radii.clear();
  for (int i = 0; i <= kNeck; ++i) {
    const double s = double(i) / kNeck;
    points.push_back({0, 1.12 + 0.5 * s + 0.05 * s * s, 0.66 + 0.42 * s - 0.1 * s * s});
    radii.push_back(0.19 - 0.08 * s);
  }
  add_chain(f, "neck", numbered("spine", kSpine), kNeck, points, radii, {1.05, 1, 1});

  f.add_bone("head", numbered("neck", kNeck), {0, 1.69, 1.0});
  f.start_limb();
  f.add_flesh("head", {0, 1.73, 1.02}, 0.135, {0, 1.71, 1.14}, 0.115, {0.95, 1, 1});
  f.start_limb();
  f.add_flesh("head", {0, 1.69, 1.2}, 0.09, {0, 1.65, 1.36}, 0.07, {0.85, 1.15, 1});  // snout
  for (const double side : {1.0, -1.0}) {
    f.start_limb();
    f.add_flesh("head", {side * 0.075, 1.8, 1.12}, 0.045, {side * 0.07, 1.79, 1.15}, 0.04);  // brow
  }
  f.add_bone("jaw", "head", {0, 1.63, 1.08});
  f.start_limb();
  f.add_flesh("jaw", {0, 1.6, 1.12}, 0.075, {0, 1.54, 1.31}, 0.046, {0.8, 1.1, 1});

  points.clear();
  radii.clear();
  for (int i = 0; i <= kTail; ++i) {
    const double s = double(i) / kTail;
    points.push_back({0, 1.0 - 0.42 * s + 0.22 * s * s, -0.62 - 1.75 * s});
    radii.push_back(0.17 - 0.13 * s);
  }
  add_chain(f, "tail", "hips", kTail, points, radii, {1.05, 1, 1});
}

void add_head_and_back(Figure& f, double side) {
  const auto at = [&](double x, double y, double z) { return Vec3d{side * x, y, z}; };
  const auto name = [&](const char* n) { return sided(side, n); };
  f.add_bone(name("horn"), "head", at(0.085, 1.83, 0.98));
  f.add_bone(name("horn_tip"), name("horn"), at(0.13, 1.97, 0.88));
  f.start_limb();
  f.add_flesh(name("horn"), at(0.08, 1.81, 0.99), 0.055, at(0.13, 1.97, 0.88), 0.045);
  f.add_flesh(name("horn_tip"), at(0.13, 1.97, 0.88), 0.045, at(0.155, 2.06, 0.74), 0.026);

  // Folded wings: a strut up from the shoulders, then a tall, thin sail backwards.
  f.add_bone(name("wing"), numbered("spine", 4), at(0.15, 1.26, 0.32));
  f.add_bone(name("wing_tip"), name("wing"), at(0.27, 1.5, 0.1));
  const Vec3d sail{0.85, 0.36, 0.9};
  f.start_limb();
  f.add_flesh(name("wing"), at(0.13, 1.24, 0.34), 0.075, at(0.27, 1.48, 0.12), 0.06);
  f.start_limb();
  f.add_flesh(name("wing"), at(0.27, 1.45, 0.14), 0.05, at(0.27, 1.46, 0.06), 0.055, sail);
  f.add_flesh(name("wing_tip"), at(0.27, 1.46, 0.06), 0.055, at(0.33, 1.36, -0.5), 0.036, sail);
}

/// A front or hind leg. `z` is the position where the leg starts; the sign of `bend` is the
/// direction in which its middle joint points.
void add_creature_leg(Figure& f, double side, const char* which, const std::string& parent,
                      double z, double bend) {
  const auto at = [&](double x, double y, double dz) { return Vec3d{side * x, y, z + dz}; };
  const auto name = [&](const char* n) { return sided(side, std::string(which) + n); };
  f.add_bone(name("girdle"), parent, at(0.1, 1.05, 0));
  f.add_bone(name("upper_leg"), name("girdle"), at(0.22, 0.92, 0));
  f.add_bone(name("lower_leg"), name("upper_leg"), at(0.27, 0.55, 0.1 * bend));
  f.add_bone(name("foot"), name("lower_leg"), at(0.27, 0.16, -0.04 * bend));
  f.add_bone(name("inner_toes"), name("foot"), at(0.225, 0.06, 0.1));
  f.add_bone(name("outer_toes"), name("foot"), at(0.315, 0.06, 0.1));

  f.start_limb();
  f.add_flesh(name("girdle"), at(0.1, 1.05, 0), 0.165, at(0.22, 0.92, 0), 0.155);
  f.add_flesh(name("upper_leg"), at(0.22, 0.92, 0), 0.155, at(0.27, 0.55, 0.1 * bend), 0.092);
  f.add_flesh(name("lower_leg"), at(0.27, 0.55, 0.1 * bend), 0.092, at(0.27, 0.16, -0.04 * bend),
              0.07);
  f.add_flesh(name("foot"), at(0.27, 0.16, -0.04 * bend), 0.07, at(0.27, 0.075, 0.07), 0.072);
  f.start_limb();
  f.add_flesh(name("inner_toes"), at(0.225, 0.064, 0.08), 0.06, at(0.215, 0.05, 0.21), 0.042);
  f.start_limb();
  f.add_flesh(name("outer_toes"), at(0.315, 0.064, 0.08), 0.06, at(0.325, 0.05, 0.21), 0.042);
}

/// Moves one leg. Diagonal legs move nearly together, as in a trot slowed to a walk.
void walk_leg(Stance& stance, double side, const char* which, double phase, double bend) {
  const auto name = [&](const char* n) { return sided(side, std::string(which) + n); };
  const double swing = -20 * cosine(phase) - 2 * bend;
  const double lift = std::max(0.0, sine(phase - 190));
  const double fold = 34 * lift * lift;
  stance.turn(name("girdle"), 0.2 * swing);
  stance.turn(name("upper_leg"), 0.8 * swing - bend * 0.4 * fold, 0, 1.5 * side);
  stance.turn(name("lower_leg"), bend * fold);
  stance.turn(name("foot"), -0.85 * swing - bend * 0.5 * fold + 14 * lift);
  for (const char* toes : {"inner_toes", "outer_toes"}) {
    stance.turn(name(toes), -16 * std::max(0.0, sine(phase - 110)) + 10 * lift);
  }
}

void creature_walk(double phase, Stance& stance) {
  for (const double side : {1.0, -1.0}) {
    const double own = side > 0 ? phase : phase + 180;
    walk_leg(stance, side, "front_", own, -1);
    walk_leg(stance, side, "hind_", own + 200, 1);
    stance.turn(sided(side, "wing"), 3 * sine(2 * phase), 0, 4 * side * sine(2 * phase));
    stance.turn(sided(side, "wing_tip"), 4 * sine(2 * phase - 50));
  }
  stance.turn("hips", 0, 5 * cosine(phase), 3 * sine(phase));
  for (int i = 1; i <= kSpine; ++i) {
    stance.turn(numbered("spine", i), 0.6 * sine(2 * phase), -2.2 * cosine(phase - 15 * i),
                -0.8 * sine(phase));
  }
  for (int i = 1; i <= kNeck; ++i) {
    stance.turn(numbered("neck", i), 1.5 * sine(2 * phase - 20 * i), 1.8 * cosine(phase - 10 * i));
  }
  stance.turn("head", -3 * sine(2 * phase - 60), 2 * cosine(phase));
  stance.turn("jaw", 5 + 4 * sine(phase));
  for (int i = 1; i <= kTail; ++i) {
    stance.turn(numbered("tail", i), 1.2 * sine(2 * phase - 25 * i), 6 * sine(phase - 28 * i));
  }
  stance.sway(0.02 * sine(phase));
}

}  // namespace

}  // namespace dermis::procedural

namespace dermis {

Model make_creature() {
  using namespace procedural;
  const base::DefinedFloatMode mode;
  Figure f(model::kCreature, 0.06, 0.0401);
  add_creature_trunk(f);
  for (const double side : {1.0, -1.0}) add_head_and_back(f, side);
  for (const double side : {1.0, -1.0}) {
    add_creature_leg(f, side, "front_", numbered("spine", kSpine), 0.5, -1);
    add_creature_leg(f, side, "hind_", "hips", -0.45, 1);
  }
  Model model = build(f);

  std::vector<Sole> left;
  for (const bool front : {true, false}) {
    const double z = front ? 0.5 : -0.45;
    const std::string leg = front ? "front_" : "hind_";
    left.push_back({leg + "foot", {0.27, 0.0, z}});
    left.push_back({leg + "inner_toes", {0.215, 0.005, z + 0.2}});
    left.push_back({leg + "outer_toes", {0.325, 0.005, z + 0.2}});
  }
  model.clips.push_back(make_clip("walk", f, creature_walk, both_sides(left), 1.3, 25));
  return model;
}

}  // namespace dermis
