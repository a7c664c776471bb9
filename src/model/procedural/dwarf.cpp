// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A dwarf of 1.30 m with a pointed hat and a beard: 45 joints on few triangles.
#include "base/float_mode.h"
#include "dermis/model/procedural.h"
#include "model/procedural/figure.h"
#include "model/procedural/names.h"
#include "model/procedural/walk.h"

namespace dermis::procedural {

namespace {

void add_dwarf_trunk(Figure& f) {
  f.add_bone("hips", "", {0, 0.44, 0});
  f.add_bone("belly", "hips", {0, 0.52, 0.05});
  f.add_bone("spine", "hips", {0, 0.52, -0.02});
  f.add_bone("chest", "spine", {0, 0.62, -0.02});
  f.add_bone("upper_chest", "chest", {0, 0.71, -0.02});
  f.add_bone("neck", "upper_chest", {0, 0.8, 0});
  f.add_bone("head", "neck", {0, 0.86, 0.01});
  f.add_bone("jaw", "head", {0, 0.87, 0.06});
  f.add_bone("beard", "jaw", {0, 0.84, 0.13});
  f.add_bone("beard_middle", "beard", {0, 0.75, 0.19});
  f.add_bone("beard_tip", "beard_middle", {0, 0.66, 0.22});
  f.add_bone("hat", "head", {0, 1.04, -0.02});
  f.add_bone("hat_tip", "hat", {0, 1.17, -0.05});

  const Vec3d wide{0.85, 1, 1};
  f.start_limb();
  f.add_flesh("hips", {0, 0.42, 0}, 0.155, {0, 0.52, 0}, 0.168, wide);
  f.add_flesh("spine", {0, 0.52, 0}, 0.168, {0, 0.62, -0.005}, 0.165, wide);
  f.add_flesh("chest", {0, 0.62, -0.005}, 0.165, {0, 0.71, -0.015}, 0.13, wide);
  f.add_flesh("upper_chest", {0, 0.71, -0.015}, 0.13, {0, 0.75, -0.015}, 0.1, wide);
  f.start_limb();
  f.add_flesh("belly", {0, 0.52, 0.07}, 0.135, {0, 0.55, 0.08}, 0.125, wide);
  f.start_limb();
  f.add_flesh("neck", {0, 0.79, 0}, 0.085, {0, 0.86, 0.01}, 0.085);
  f.start_limb();
  f.add_flesh("head", {0, 0.94, 0.01}, 0.13, {0, 0.98, 0.01}, 0.128);
  f.start_limb();
  f.add_flesh("head", {0, 0.94, 0.185}, 0.05, {0, 0.96, 0.14}, 0.045);  // nose
  const Vec3d flat{0.62, 1, 1.15};
  f.start_limb();
  f.add_flesh("jaw", {0, 0.865, 0.04}, 0.09, {0, 0.84, 0.11}, 0.085, flat);
  f.add_flesh("beard", {0, 0.84, 0.11}, 0.085, {0, 0.75, 0.16}, 0.078, flat);
  f.add_flesh("beard_middle", {0, 0.75, 0.16}, 0.078, {0, 0.66, 0.19}, 0.062, flat);
  f.add_flesh("beard_tip", {0, 0.66, 0.19}, 0.062, {0, 0.57, 0.2}, 0.035, flat);
  f.start_limb();
  f.add_flesh("head", {0, 1.03, -0.01}, 0.12, {0, 1.04, -0.01}, 0.12, {0.72, 1.5, 0.72});  // brim
  f.start_limb();
  f.add_flesh("hat", {0, 1.05, -0.015}, 0.125, {0, 1.17, -0.05}, 0.08);
  f.add_flesh("hat_tip", {0, 1.17, -0.05}, 0.08, {0, 1.3, -0.12}, 0.032);
}

void add_dwarf_arm(Figure& f, double side) {
  const auto at = [&](double x, double y, double z) { return Vec3d{side * x, y, z}; };
  const auto name = [&](const char* n) { return sided(side, n); };
  f.add_bone(name("clavicle"), "upper_chest", at(0.04, 0.74, -0.01));
  f.add_bone(name("upper_arm"), name("clavicle"), at(0.18, 0.735, -0.01));
  f.add_bone(name("upper_arm_twist"), name("upper_arm"), at(0.23, 0.68, -0.01));
  f.add_bone(name("forearm"), name("upper_arm"), at(0.285, 0.615, -0.01));
  f.add_bone(name("forearm_twist"), name("forearm"), at(0.335, 0.56, 0));
  f.add_bone(name("hand"), name("forearm"), at(0.385, 0.505, 0.01));
  f.add_bone(name("fingers"), name("hand"), at(0.425, 0.46, 0.02));
  f.add_bone(name("finger_tips"), name("fingers"), at(0.455, 0.425, 0.025));
  f.add_bone(name("thumb"), name("hand"), at(0.4, 0.485, 0.055));
  f.add_bone(name("thumb_tip"), name("thumb"), at(0.415, 0.465, 0.085));

  f.start_limb();
  f.add_flesh(name("clavicle"), at(0.08, 0.735, -0.01), 0.085, at(0.18, 0.735, -0.01), 0.085);
  f.add_flesh(name("upper_arm"), at(0.18, 0.735, -0.01), 0.085, at(0.23, 0.68, -0.01), 0.074);
  f.add_flesh(name("upper_arm_twist"), at(0.23, 0.68, -0.01), 0.074, at(0.285, 0.615, -0.01),
              0.068);
  f.add_flesh(name("forearm"), at(0.285, 0.615, -0.01), 0.068, at(0.335, 0.56, 0), 0.068);
  f.add_flesh(name("forearm_twist"), at(0.335, 0.56, 0), 0.068, at(0.385, 0.505, 0.01), 0.06);
  f.add_flesh(name("hand"), at(0.385, 0.505, 0.01), 0.06, at(0.425, 0.46, 0.02), 0.066);
  f.add_flesh(name("fingers"), at(0.425, 0.46, 0.02), 0.066, at(0.455, 0.425, 0.025), 0.06);
  f.add_flesh(name("finger_tips"), at(0.455, 0.425, 0.025), 0.06, at(0.48, 0.395, 0.03), 0.045);
  f.start_limb();
  f.add_flesh(name("thumb"), at(0.4, 0.49, 0.055), 0.042, at(0.415, 0.465, 0.085), 0.04);
  f.add_flesh(name("thumb_tip"), at(0.415, 0.465, 0.085), 0.04, at(0.427, 0.445, 0.115), 0.033);
}

void add_dwarf_leg(Figure& f, double side) {
  const auto at = [&](double x, double y, double z) { return Vec3d{side * x, y, z}; };
  const auto name = [&](const char* n) { return sided(side, n); };
  f.add_bone(name("thigh"), "hips", at(0.105, 0.39, 0));
  f.add_bone(name("thigh_twist"), name("thigh"), at(0.11, 0.3, 0.005));
  f.add_bone(name("shin"), name("thigh"), at(0.115, 0.22, 0.01));
  f.add_bone(name("foot"), name("shin"), at(0.12, 0.08, -0.01));
  f.add_bone(name("toes"), name("foot"), at(0.13, 0.05, 0.09));
  f.add_bone(name("toe_tips"), name("toes"), at(0.13, 0.05, 0.15));

  f.start_limb();
  f.add_flesh(name("thigh"), at(0.105, 0.39, 0), 0.1, at(0.11, 0.3, 0.005), 0.09);
  f.add_flesh(name("thigh_twist"), at(0.11, 0.3, 0.005), 0.09, at(0.115, 0.22, 0.01), 0.077);
  f.add_flesh(name("shin"), at(0.115, 0.22, 0.01), 0.077, at(0.12, 0.08, -0.01), 0.07);
  f.start_limb();
  f.add_flesh(name("foot"), at(0.12, 0.07, -0.02), 0.068, at(0.13, 0.062, 0.09), 0.064);
  f.add_flesh(name("toes"), at(0.13, 0.062, 0.09), 0.064, at(0.13, 0.058, 0.15), 0.06);
  f.add_flesh(name("toe_tips"), at(0.13, 0.058, 0.15), 0.06, at(0.13, 0.055, 0.19), 0.05);
}

void dwarf_walk(double phase, Stance& stance) {
  for (const double side : {1.0, -1.0}) {
    const auto name = [&](const char* n) { return sided(side, n); };
    const double own = side > 0 ? phase : phase + 180;
    const auto leg = leg_swing(own, 28);
    stance.turn(name("thigh"), leg.hip, 0, 2 * side);
    stance.turn(name("thigh_twist"), 0, 4 * cosine(own));
    stance.turn(name("shin"), leg.knee);
    stance.turn(name("foot"), leg.ankle);
    stance.turn(name("toes"), leg.toes);
    stance.turn(name("upper_arm"), 30 * cosine(own), 0, -14 * side);
    stance.turn(name("upper_arm_twist"), 0, 6 * cosine(own));
    stance.turn(name("forearm"), -28 + 14 * cosine(own));
    stance.turn(name("fingers"), -10, 0, -14 * side);
    stance.turn(name("finger_tips"), -10, 0, -14 * side);
  }
  stance.turn("hips", 3, 8 * cosine(phase), 5 * sine(phase));
  stance.turn("belly", 3 * cosine(2 * phase), 0, -2 * sine(phase));
  stance.turn("spine", 0, -6 * cosine(phase), -4 * sine(phase));
  stance.turn("chest", 0, -6 * cosine(phase), -2 * sine(phase));
  stance.turn("head", -3, 5 * cosine(phase), 2 * sine(phase));
  stance.turn("beard", -4 + 4 * sine(2 * phase), 0, -4 * sine(phase));
  stance.turn("beard_middle", 4 * sine(2 * phase - 40), 0, -6 * sine(phase - 30));
  stance.turn("beard_tip", 6 * sine(2 * phase - 80), 0, -8 * sine(phase - 60));
  stance.turn("hat", 3 * sine(2 * phase), 0, -3 * sine(phase));
  stance.turn("hat_tip", 10 * sine(2 * phase - 60), 0, -12 * sine(phase - 40));
  stance.sway(0.02 * sine(phase));
}

}  // namespace

}  // namespace dermis::procedural

namespace dermis {

Model make_dwarf() {
  using namespace procedural;
  const base::DefinedFloatMode mode;
  Figure f(model::kDwarf, 0.04, 0.0564);
  add_dwarf_trunk(f);
  for (const double side : {1.0, -1.0}) add_dwarf_arm(f, side);
  for (const double side : {1.0, -1.0}) add_dwarf_leg(f, side);
  Model model = build(f);
  const auto soles = both_sides({{"foot", {0.12, 0.005, -0.04}},
                                 {"toes", {0.13, 0.0, 0.1}},
                                 {"toe_tips", {0.13, 0.005, 0.2}}});
  model.clips.push_back(make_clip("walk", f, dwarf_walk, soles, 0.9, 25));
  return model;
}

}  // namespace dermis
