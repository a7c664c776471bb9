// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A man of 1.80 m, arms slightly spread: 27 joints. The mannequin is the same man with fewer
// triangles.
#include "base/float_mode.h"
#include "dermis/model/procedural.h"
#include "model/procedural/collapse.h"
#include "model/procedural/figure.h"
#include "model/procedural/names.h"
#include "model/procedural/surface.h"
#include "model/procedural/walk.h"

namespace dermis::procedural {

namespace {

void add_man_trunk(Figure& f) {
  f.add_bone("hips", "", {0, 0.96, 0});
  f.add_bone("spine", "hips", {0, 1.06, -0.01});
  f.add_bone("chest", "spine", {0, 1.19, -0.015});
  f.add_bone("upper_chest", "chest", {0, 1.33, -0.02});
  f.add_bone("neck", "upper_chest", {0, 1.49, -0.02});
  f.add_bone("head", "neck", {0, 1.58, 0});
  f.add_bone("jaw", "head", {0, 1.615, 0.03});

  const Vec3d flat{0.74, 1, 1.12};
  f.start_limb();
  f.add_flesh("hips", {0, 0.94, -0.008}, 0.11, {0, 1.06, 0}, 0.104, flat);
  f.add_flesh("spine", {0, 1.06, 0}, 0.104, {0, 1.19, 0}, 0.108, flat);
  f.add_flesh("chest", {0, 1.19, 0}, 0.108, {0, 1.33, -0.005}, 0.126, flat);
  f.add_flesh("upper_chest", {0, 1.33, -0.005}, 0.126, {0, 1.41, -0.02}, 0.09, flat);
  f.start_limb();
  f.add_flesh("neck", {0, 1.45, -0.022}, 0.06, {0, 1.58, 0}, 0.054);
  f.start_limb();
  f.add_flesh("head", {0, 1.69, -0.015}, 0.098, {0, 1.7, 0.005}, 0.096, {1.14, 0.95, 1});
  f.start_limb();
  f.add_flesh("jaw", {0, 1.63, 0.03}, 0.062, {0, 1.605, 0.06}, 0.045, {1.1, 1, 1});
  f.start_limb();
  f.add_flesh("head", {0, 1.65, 0.105}, 0.024, {0, 1.69, 0.09}, 0.012);  // nose
}

void add_man_arm(Figure& f, double side) {
  const auto at = [&](double x, double y, double z) { return Vec3d{side * x, y, z}; };
  const auto name = [&](const char* n) { return sided(side, n); };
  f.add_bone(name("clavicle"), "upper_chest", at(0.03, 1.43, -0.01));
  f.add_bone(name("upper_arm"), name("clavicle"), at(0.185, 1.42, -0.02));
  f.add_bone(name("forearm"), name("upper_arm"), at(0.365, 1.195, -0.025));
  f.add_bone(name("hand"), name("forearm"), at(0.53, 0.99, 0.005));
  f.add_bone(name("fingers"), name("hand"), at(0.59, 0.91, 0.015));
  f.add_bone(name("thumb"), name("hand"), at(0.545, 0.95, 0.035));

  f.start_limb();
  f.add_flesh(name("clavicle"), at(0.06, 1.425, -0.015), 0.072, at(0.185, 1.41, -0.02), 0.07);
  f.add_flesh(name("upper_arm"), at(0.185, 1.41, -0.02), 0.07, at(0.365, 1.195, -0.025), 0.05);
  f.add_flesh(name("forearm"), at(0.365, 1.195, -0.025), 0.05, at(0.41, 1.14, -0.017), 0.052);
  f.add_flesh(name("forearm"), at(0.41, 1.14, -0.017), 0.052, at(0.53, 0.99, 0.005), 0.032);
  f.start_limb();
  f.add_flesh(name("hand"), at(0.54, 0.977, 0.007), 0.035, at(0.59, 0.91, 0.015), 0.037,
              {1.25, 1.1, 0.85});
  f.add_flesh(name("fingers"), at(0.59, 0.91, 0.015), 0.037, at(0.64, 0.838, 0.025), 0.024,
              {1.25, 1.1, 0.85});
  f.start_limb();
  f.add_flesh(name("thumb"), at(0.55, 0.955, 0.035), 0.024, at(0.585, 0.905, 0.085), 0.019);
}

void add_man_leg(Figure& f, double side) {
  const auto at = [&](double x, double y, double z) { return Vec3d{side * x, y, z}; };
  const auto name = [&](const char* n) { return sided(side, n); };
  f.add_bone(name("thigh"), "hips", at(0.098, 0.91, 0));
  f.add_bone(name("shin"), name("thigh"), at(0.115, 0.5, 0.012));
  f.add_bone(name("foot"), name("shin"), at(0.125, 0.085, -0.025));
  f.add_bone(name("toes"), name("foot"), at(0.135, 0.035, 0.105));

  f.start_limb();
  f.add_flesh(name("thigh"), at(0.1, 0.87, -0.005), 0.1, at(0.115, 0.5, 0.012), 0.06);
  f.add_flesh(name("shin"), at(0.115, 0.5, 0.012), 0.06, at(0.118, 0.36, -0.012), 0.062);
  f.add_flesh(name("shin"), at(0.118, 0.36, -0.012), 0.062, at(0.125, 0.085, -0.025), 0.04);
  f.start_limb();
  f.add_flesh(name("foot"), at(0.125, 0.058, -0.05), 0.048, at(0.135, 0.05, 0.105), 0.045,
              {1, 1.1, 1});
  f.add_flesh(name("toes"), at(0.135, 0.05, 0.105), 0.045, at(0.138, 0.04, 0.165), 0.034,
              {1, 1.1, 1});
}

void man_walk(double phase, Stance& stance) {
  for (const double side : {1.0, -1.0}) {
    const auto name = [&](const char* n) { return sided(side, n); };
    const double own = side > 0 ? phase : phase + 180;
    const auto leg = leg_swing(own, 26);
    stance.turn(name("thigh"), leg.hip, 0, 1.5 * side);
    stance.turn(name("shin"), leg.knee);
    stance.turn(name("foot"), leg.ankle);
    stance.turn(name("toes"), leg.toes);
    // The arms hang down and swing opposite to the legs.
    stance.turn(name("upper_arm"), 24 * cosine(own) + 4, 0, -26 * side);
    stance.turn(name("forearm"), -22 + 12 * cosine(own), 0, -8 * side);
    stance.turn(name("fingers"), 0, 0, -18 * side);
  }
  stance.turn("hips", 2, 6 * cosine(phase), 2.5 * sine(phase));
  stance.turn("spine", 1, -4 * cosine(phase), -2 * sine(phase));
  stance.turn("chest", 0, -4 * cosine(phase), -1 * sine(phase));
  stance.turn("upper_chest", 0, -4 * cosine(phase));
  stance.turn("neck", 0, 3 * cosine(phase));
  stance.turn("head", -2, 3 * cosine(phase));
  stance.sway(0.015 * sine(phase));
}

/// Faster than the walk, with bent arms and the body leaning forward.
void run(double phase, Stance& stance) {
  for (const double side : {1.0, -1.0}) {
    const auto name = [&](const char* n) { return sided(side, n); };
    const double own = side > 0 ? phase : phase + 180;
    const auto leg = leg_swing(own, 38);
    stance.turn(name("thigh"), leg.hip - 8, 0, 1.5 * side);
    stance.turn(name("shin"), leg.knee + 12);
    stance.turn(name("foot"), leg.ankle);
    stance.turn(name("toes"), 0.7 * leg.toes);
    stance.turn(name("upper_arm"), 42 * cosine(own) + 6, 0, -24 * side);
    stance.turn(name("forearm"), -78 + 10 * cosine(own), 0, -10 * side);
    stance.turn(name("fingers"), 0, 0, -40 * side);
  }
  stance.turn("hips", 8, 9 * cosine(phase), 3 * sine(phase));
  stance.turn("spine", 3, -6 * cosine(phase), -2 * sine(phase));
  stance.turn("chest", 2, -6 * cosine(phase), -1 * sine(phase));
  stance.turn("upper_chest", 0, -5 * cosine(phase));
  stance.turn("neck", -4, 4 * cosine(phase));
  stance.turn("head", -6, 4 * cosine(phase));
}

/// The right leg swings back, then forward. It hits an object ahead of the foot at a phase of about
/// 190 degrees.
void kick(double phase, Stance& stance) {
  const auto around = [&](double center, double width) {
    const double off = (phase - center) / width;
    const double c = off > -1 && off < 1 ? cosine(90 * off) : 0;
    return c * c;
  };
  const double back = around(95, 95);
  const double forth = around(215, 120);
  stance.turn("right_thigh", 34 * back - 64 * forth, 0, -2);
  stance.turn("right_shin", 8 + 82 * around(110, 90));
  stance.turn("right_foot", 18 * forth);
  stance.turn("left_thigh", -6 - 10 * back, 0, 2);
  stance.turn("left_shin", 12 + 14 * back);
  stance.turn("left_foot", -6 - 4 * back);
  for (const double side : {1.0, -1.0}) {
    const auto name = [&](const char* n) { return sided(side, n); };
    stance.turn(name("upper_arm"), side * (26 * forth - 20 * back), 0, (-24 + 30 * back) * side);
    stance.turn(name("forearm"), -28, 0, -8 * side);
    stance.turn(name("fingers"), 0, 0, -18 * side);
  }
  stance.turn("hips", 4 - 10 * forth, -14 * back + 12 * forth);
  stance.turn("spine", 4, 6 * back - 6 * forth);
  stance.turn("chest", 4, 6 * back - 6 * forth);
  stance.turn("head", 8);
}

/// The arms are stretched out and twist about their own axes, and the head turns from side to side.
/// Linear blending makes the twisted limbs thin.
void twist(double phase, Stance& stance) {
  for (const double side : {1.0, -1.0}) {
    stance.turn(sided(side, "upper_arm"), 160 * sine(phase), 0, 48 * side);
  }
  stance.turn("head", 0, 100 * sine(phase));
}

Figure figure(const char* name) {
  Figure f(name, 0.045, 0.0256);
  add_man_trunk(f);
  for (const double side : {1.0, -1.0}) add_man_arm(f, side);
  for (const double side : {1.0, -1.0}) add_man_leg(f, side);
  return f;
}

void add_clips(const Figure& f, Model& model) {
  const auto soles = both_sides({{"foot", {0.125, 0.01, -0.07}},
                                 {"toes", {0.138, 0.005, 0.11}},
                                 {"toes", {0.138, 0.01, 0.18}}});
  model.clips.push_back(make_clip("walk", f, man_walk, soles, 1.1, 25));
  model.clips.push_back(make_clip("twist", f, twist, soles, 2, 25));
  model.clips.push_back(make_clip("run", f, run, soles, 0.7, 25));
  model.clips.push_back(make_clip("kick", f, kick, soles, 1, 33));
}

}  // namespace

}  // namespace dermis::procedural

namespace dermis {

Model make_man() {
  using namespace procedural;
  const base::DefinedFloatMode mode;
  const Figure f = figure(model::kMan);
  Model model = build(f);
  add_clips(f, model);
  return model;
}

Model make_mannequin() {
  using namespace procedural;
  const base::DefinedFloatMode mode;
  const Figure f = figure(model::kMannequin);
  Model model = build(f, collapsed(make_surface(f), 2576));
  add_clips(f, model);
  return model;
}

}  // namespace dermis
