// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/character.h"

#include <cassert>
#include <utility>

#include "math/float_mode.h"
#include "math/stretch.h"
#include "query/character_state.h"

namespace dermis {

Character::State::State(Collider shared)
    : collider(std::move(shared)),
      data(&collider.data()),
      skin(data->skin),
      spheres(data->tree.nodes.size()),
      vertices(data->skin.vertex_count()) {}

bounds::Ball Character::State::sphere(std::uint32_t node, QueryStats& stats) const {
  const auto [x, y, z, radius] = spheres.get(node, epoch, stats.spheres_refitted, [&] {
    const bounds::Ball ball = data->refit.refit(node, motion, bounds::RefitCentre::mid_range);
    return std::array{ball.center.x, ball.center.y, ball.center.z, ball.radius};
  });
  return {{x, y, z}, radius};
}

Corners Character::State::corners(std::uint32_t triangle, QueryStats& stats) const {
  const auto corner = [&](std::uint32_t vertex) {
    const auto [x, y, z] = vertices.get(vertex, epoch, stats.vertices_deformed, [&] {
      const Vec3 v = skin.vertex(vertex);
      return std::array{v.x, v.y, v.z};
    });
    return Vec3{x, y, z};
  };
  const Triangle& t = data->triangles[triangle];
  return {corner(t[0]), corner(t[1]), corner(t[2])};
}

const query::EagerMesh& Character::State::eager(Eager what, QueryStats& stats) const {
  const std::lock_guard lock(eager_mutex);
  const auto needs = [&](Eager part) {
    return std::exchange(eager_epoch[static_cast<int>(part)], epoch) != epoch;
  };
  if (needs(Eager::vertices)) {
    eager_mesh.deform(*data, pose);
    stats.vertices_deformed += eager_mesh.vertices().size();
  }
  if (what == Eager::spheres && needs(Eager::spheres)) {
    eager_mesh.refit_spheres(*data);
    stats.spheres_refitted += eager_mesh.spheres().size();
  }
  if (what == Eager::boxes && needs(Eager::boxes)) {
    eager_mesh.refit_boxes(*data);
    stats.boxes_refitted += eager_mesh.boxes().size();
  }
  return eager_mesh;
}

Character::Character(Collider collider) : state_(std::make_unique<State>(std::move(collider))) {}
Character::~Character() = default;
Character::Character(Character&&) noexcept = default;
Character& Character::operator=(Character&&) noexcept = default;

const Collider& Character::collider() const {
  return state_->collider;
}

Result<void> Character::set_pose(const Pose& pose) {
  assert(state_->running_queries == 0 && "set_pose() while a query runs");
  const math::DefinedFloatMode mode;
  const LinearSkin& skin = state_->data->skin;
  const auto reach = skin.reach(pose);
  if (!reach) return reach.error();
  state_->pose = pose;
  state_->skin.set_pose(pose);
  bounds::PoseMotion& motion = state_->motion;
  motion.joints.clear();
  for (const Affine& a : pose.joints) motion.joints.push_back({a, math::largest_stretch(a)});
  motion.morph_weights = pose.morph_weights;
  motion.slack = state_->data->slack(*reach);
  ++state_->epoch;
  return {};
}

}  // namespace dermis
