// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/character.h"

#include <cassert>
#include <utility>

#include "math/float_mode.h"
#include "query/character_state.h"

namespace dermis {

using query::BallBlock;
using query::LazyStamps;
using query::PaddedCorners;

Character::State::State(Collider shared)
    : collider(std::move(shared)),
      data(&collider.data()),
      skin(data->skin),
      group_stamps(data->groups.groups.size()),
      group_blocks(std::make_unique<BallBlock[]>(data->groups.block_count)),
      vertices(data->skin.vertex_count()),
      leaves(data->triangles.size()) {}

void Character::State::set_pose(const Pose& new_pose, double reach) {
  pose = new_pose;
  skin.set_pose(pose);
  data->set_motion(motion, pose, reach);
  if (epoch == LazyStamps::kLastEpoch) {
    group_stamps.clear();
    vertices.clear();
    leaves.clear();
    for (std::uint32_t& part : eager_epoch) part = 0;
    epoch = 0;
  }
  ++epoch;
}

void Character::State::refit(std::uint32_t group, BallBlock* blocks, QueryStats& stats) const {
  const auto& [first_node, node_count, first_block] = data->groups.groups[group];
  for (std::uint32_t b = 0; 4 * b < node_count; ++b) {
    blocks[b] = data->refit.refit(first_block + b, motion, data->centre);
  }
  stats.spheres_refitted += node_count;
}

const BallBlock* Character::State::refitted(std::uint32_t group, std::vector<BallBlock>& spare,
                                            QueryStats& stats) const {
  BallBlock* const blocks = group_blocks.get() + data->groups.groups[group].first_block;
  switch (group_stamps.begin(group, epoch)) {
    case LazyStamps::State::ready:
      return blocks;
    case LazyStamps::State::ours:
      refit(group, blocks, stats);
      group_stamps.finish(group, epoch);
      return blocks;
    case LazyStamps::State::busy:
      break;
  }
  spare.resize((data->groups.groups[group].node_count + 3) / 4);
  refit(group, spare.data(), stats);
  return spare.data();
}

PaddedCorners Character::State::posed(std::uint32_t triangle, QueryStats& stats) const {
  const auto corner = [&](std::uint32_t vertex) {
    Vec3 spare;
    const auto deform = [&] {
      ++stats.vertices_deformed;
      return skin.vertex(vertex);
    };
    return vertices.get(vertex, epoch, deform, [&]() -> Vec3& { return spare; });
  };
  const Triangle& t = data->triangles[triangle];
  return query::padded({corner(t[0]), corner(t[1]), corner(t[2])});
}

const query::EagerMesh& Character::State::eager(Eager what, QueryStats& stats) const {
  const std::lock_guard lock(eager_mutex);
  // Marked when it is done: what throws is tried again.
  const auto update = [&](Eager part, const auto& work) {
    std::uint32_t& done = eager_epoch[static_cast<int>(part)];
    if (done == epoch) return;
    work();
    done = epoch;
  };
  update(Eager::vertices, [&] {
    eager_mesh.deform(*data, pose);
    stats.vertices_deformed += eager_mesh.vertices().size();
  });
  if (what == Eager::spheres) {
    update(Eager::spheres, [&] {
      eager_mesh.refit_spheres(*data);
      stats.spheres_refitted += data->tree.nodes.size();
    });
  } else if (what == Eager::boxes) {
    update(Eager::boxes, [&] {
      eager_mesh.refit_boxes(*data);
      stats.boxes_refitted += data->tree.nodes.size();
    });
  }
  return eager_mesh;
}

Character::Character(Collider collider) : state_(std::make_unique<State>(std::move(collider))) {
  const LinearSkin& skin = state_->data->skin;
  // Only what is too large for any pose refuses this one.
  static_cast<void>(set_pose(
      {std::vector<Affine>(skin.joint_count()), std::vector<float>(skin.morph_target_count(), 0)}));
}
Character::~Character() = default;
Character::Character(Character&&) noexcept = default;
Character& Character::operator=(Character&&) noexcept = default;

const Collider& Character::collider() const {
  return state_->collider;
}

Result<void> Character::set_pose(const Pose& pose) {
  assert(state_->running_queries == 0 && "set_pose() while a query runs");
  const math::DefinedFloatMode mode;
  const auto reach = state_->data->skin.reach(pose);
  if (!reach) return reach.error();
  state_->set_pose(pose, *reach);
  return {};
}

}  // namespace dermis
