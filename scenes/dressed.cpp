// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/dressed.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <utility>

#include "scenes/cloth_simulation.h"
#include "scenes/garments.h"

namespace dermis::scenes {

namespace {

std::size_t vertices_of(ClothSize size) {
  return size == ClothSize::paper ? 264 : size == ClothSize::ten_thousand ? 10'000 : 50'000;
}

/// Round limbs come through between the vertices of coarse cloth: with sides of length e on a
/// radius r, by e²/8r. These are some millimetres at paper size.
double thickness(ClothSize size) {
  return size == ClothSize::paper ? 0.012 : ClothOptions().thickness;
}

Model make_body(const DressedOptions& options) {
  if (options.size == ClothSize::paper) return make_mannequin();
  return options.scene == "skirt" ? make_man() : make_creature();
}

/// The vertices of trunk and legs, which a skirt goes around.
std::vector<Vec3> without_arms(const Model& body, const std::vector<Vec3>& posed) {
  std::vector<Vec3> result;
  for (std::size_t v = 0; v < posed.size(); ++v) {
    bool arm = false;
    for (const Influence& i : body.influences.of(v)) {
      const std::string& name = body.skeleton.nodes[body.skeleton.joints[i.joint].node].name;
      for (const char* const part : {"arm", "hand", "fingers", "thumb"}) {
        arm = arm || name.find(part) != std::string::npos;
      }
    }
    if (!arm) result.push_back(posed[v]);
  }
  return result;
}

/// A square of cloth at `at`, from where it falls.
Mesh placed_square(std::size_t vertices, double side, const Point& at) {
  Mesh square = square_of_cloth(vertices, side);
  // Slightly turned and tilted, so that nothing is symmetric.
  constexpr double kTurn = 0.3;
  constexpr double kTilt = 0.1;
  for (Point& p : square.positions) {
    const double x = p[0] - kTurn * p[2];
    const double z = p[2] + kTurn * p[0];
    const double shrink = 1 / std::sqrt(1 + kTurn * kTurn);
    const double flat = 1 / std::sqrt(1 + kTilt * kTilt);
    p = at + Point{shrink * x * flat, shrink * x * flat * kTilt, shrink * z};
  }
  return square;
}

}  // namespace

Dressed::Dressed(const DressedOptions& options) : options_(options), body_(make_body(options)) {
  clip_ = *find_clip(body_, "walk");
  collider_ = *bake(body_);
  const std::size_t vertices = vertices_of(options.size);
  if (options.scene == "skirt") {
    const auto posed = *posed_vertices(body_, pose(0));
    Skirt skirt = make_skirt(without_arms(body_, posed), vertices, 1.03, 0.56, 0.08);
    rest_ = std::move(skirt.mesh);
    waistband_ = std::move(skirt.waistband);
  } else if (options.size == ClothSize::paper) {
    rest_ = placed_square(vertices, 0.8, {0.14, 1.9, -0.01});
  } else {
    // Slightly above its back.
    double highest = 0;
    const std::vector<Vec3> posed = *posed_vertices(body_, pose(0));
    for (const Vec3& p : posed) {
      if (std::abs(p.x) < 0.65 && std::abs(p.z - 0.1F) < 0.65) {
        highest = std::max(highest, double{p.y});
      }
    }
    rest_ = placed_square(vertices, 1.2, {0, highest + 0.07, 0.1});
  }
}

NearestMethod search_of(SkinMethod method) {
  switch (method) {
    case SkinMethod::boxes:
    case SkinMethod::boxes_by_tolerance:
      return NearestMethod::boxes;
    case SkinMethod::meshlets:
      break;
    case SkinMethod::brute_force:
      return NearestMethod::brute_force;
    case SkinMethod::naive:
      return NearestMethod::every_triangle;
  }
  return NearestMethod::meshlets;
}

Character Dressed::wearer(SkinMethod method) const {
  Collider collider = *collider_;
  if (search_of(method) == NearestMethod::boxes) {
    BodyBoxOptions boxes;
    boxes.clips = {{clip_}};
    boxes.reach = thickness(options_.size) + ClothOptions{}.margin;
    if (method == SkinMethod::boxes_by_tolerance) boxes.tolerance = 0.1;
    collider = *bake_body_boxes(collider, body_, boxes);
  }
  Character wearer = *Character::make(collider);
  [[maybe_unused]] const auto ok = wearer.set_pose(pose(0));
  assert(ok);
  return wearer;
}

Cloth Dressed::cloth(const Character& wearer, SkinMethod method) const {
  ClothOptions options;
  options.solver = options_.solver;
  options.self_collision = options_.self_collision;
  options.small_steps = options_.small_steps;
  // The man walks on the spot, as on a treadmill, so the air moves towards him.
  if (options_.walking) options.wind = {0, 0, -1.2};
  options.floor = 0;
  // Cloth that falls should stay where it lies; hands should slide along a skirt.
  if (options_.scene == "drop") options.material.friction = 0.8;
  options.thickness = thickness(options_.size);
  options.search = search_of(method);
  Cloth cloth = *Cloth::make(rest_, options);
  [[maybe_unused]] auto ok = cloth.put_on(wearer);
  assert(ok);
  const std::uint32_t hips = 0;
  for (const std::uint32_t v : waistband_) {
    ok = cloth.pin(v, hips, wearer);
    assert(ok);
  }
  return cloth;
}

Pose Dressed::pose(std::size_t step) const {
  const Clip& clip = body_.clips[clip_];
  if (!options_.walking) return sample(body_, clip, clip.start());
  // Starts slowly within the first second, then loops.
  const double t = double(step) / kStepsPerSecond;
  const double walked = t < 1 ? t * t / 2 : t - 0.5;
  const double length = clip.end() - clip.start();
  const double loops = walked / length;
  return sample(body_, clip, clip.start() + (loops - std::floor(loops)) * length);
}

}  // namespace dermis::scenes
