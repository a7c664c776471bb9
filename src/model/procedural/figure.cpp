// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/procedural/figure.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "model/procedural/surface.h"
#include "model/procedural/weights.h"

namespace dermis::procedural {

int Figure::bone(std::string_view name) const {
  const auto at = std::ranges::find(bones_, name, &Bone::name);
  assert(at != bones_.end());
  return static_cast<int>(at - bones_.begin());
}

int Figure::add_bone(std::string_view name, std::string_view parent, const Vec3d& head) {
  bones_.push_back({std::string(name), parent.empty() ? -1 : bone(parent), head});
  return static_cast<int>(bones_.size()) - 1;
}

void Figure::add_flesh(std::string_view bone_name, const Vec3d& a, double radius_a, const Vec3d& b,
                       double radius_b, const Vec3d& squash) {
  flesh_.push_back({limb_, bone(bone_name), a, b, radius_a, radius_b, squash});
}

double distance(const Flesh& flesh, const Vec3d& p) {
  const auto scaled = [&](const Vec3d& v) {
    return Vec3d{flesh.squash.x * v.x, flesh.squash.y * v.y, flesh.squash.z * v.z};
  };
  const Vec3d axis = scaled(flesh.b - flesh.a);
  const Vec3d to_p = scaled(p - flesh.a);
  const double length_sq = dot(axis, axis);
  const double s = length_sq > 0 ? std::clamp(dot(to_p, axis) / length_sq, 0.0, 1.0) : 0.0;
  const double radius = (1 - s) * flesh.radius_a + s * flesh.radius_b;
  return length(to_p - s * axis) - radius;
}

double smooth_min(double a, double b, double blend) {
  const double overlap = std::max(blend - std::abs(a - b), 0.0) / blend;
  return std::min(a, b) - overlap * overlap * blend / 4;
}

std::vector<std::span<const Flesh>> limbs(const Figure& figure) {
  std::vector<std::span<const Flesh>> result;
  const std::span<const Flesh> all = figure.flesh();
  for (std::size_t first = 0, i = 1; i <= all.size(); ++i) {
    if (i < all.size() && all[i].limb == all[first].limb) continue;
    result.push_back(all.subspan(first, i - first));
    first = i;
  }
  return result;
}

double distance(std::span<const Flesh> limb, const Vec3d& p) {
  double nearest = 1e30;
  for (const Flesh& f : limb) nearest = std::min(nearest, distance(f, p));
  return nearest;
}

std::string sided(double side, std::string_view name) {
  return (side > 0 ? "left_" : "right_") + std::string(name);
}

Model build(const Figure& figure) {
  return build(figure, make_surface(figure));
}

Model build(const Figure& figure, Surface surface) {
  Model model;
  model.name = figure.name();

  // The skin is on a node of its own, as exporters write characters.
  for (const Bone& bone : figure.bones()) {
    const auto index = static_cast<std::uint32_t>(model.skeleton.nodes.size());
    Node node;
    node.name = bone.name;
    node.parent = bone.parent < 0 ? kNone : static_cast<std::uint32_t>(bone.parent);
    const Vec3d origin = bone.parent < 0 ? Vec3d{} : figure.bones()[bone.parent].head;
    node.stored.translation = math::to_float(bone.head - origin);
    model.skeleton.nodes.push_back(node);

    Joint joint{index, {}};
    joint.inverse_bind.t = math::to_float(Vec3d{} - bone.head);
    model.skeleton.joints.push_back(joint);
  }
  Node skin;
  skin.name = figure.name();
  model.skeleton.nodes.push_back(skin);

  model.influences = make_weights(figure, surface);
  for (const Vec3d& p : surface.positions) model.positions.push_back(math::to_float(p));
  model.triangles = std::move(surface.triangles);

  Part part;
  part.node = static_cast<std::uint32_t>(model.skeleton.nodes.size() - 1);
  part.node_name = figure.name();
  part.mesh_name = "skin";
  part.triangle_count = static_cast<std::uint32_t>(model.triangles.size());
  part.vertex_count = static_cast<std::uint32_t>(model.positions.size());
  model.parts.push_back(part);
  return model;
}

}  // namespace dermis::procedural
