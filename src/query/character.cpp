// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/character.h"

#include <cassert>
#include <string>
#include <utility>

#include "math/float_mode.h"
#include "query/character_state.h"

namespace dermis {

Character::State::State(Collider shared)
    : collider(std::move(shared)), data(&collider.data()), skin(data->skin) {}

void Character::State::set_pose(const Pose& pose, double new_reach) {
  skin.set_prepared(pose);
  reach = new_reach;
  box_slack = data->box_slack(skin, pose, reach, squared_images);
  root_box = data->root_box.refit(skin, box_slack);
  if (meshlet_cache != nullptr) meshlet_cache->choose();
  if (epoch == math::LazyStamps::kLastEpoch) {
    if (meshlet_cache != nullptr) meshlet_cache->clear();
    if (sphere_cache != nullptr) sphere_cache->clear();
    epoch = 0;
  }
  ++epoch;
}

query::MeshletCache& Character::State::meshlets() const {
  std::call_once(meshlets_made,
                 [&] { meshlet_cache = std::make_unique<query::MeshletCache>(*data); });
  return *meshlet_cache;
}

query::SphereCache& Character::State::spheres() const {
  std::call_once(spheres_made, [&] { sphere_cache = std::make_unique<query::SphereCache>(*data); });
  sphere_cache->begin(skin, box_slack, reach, epoch);
  return *sphere_cache;
}

Character::Character(Collider collider) : state_(std::make_unique<State>(std::move(collider))) {
  const Skin& skin = state_->data->skin;
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

std::size_t Character::byte_count() const {
  const auto bytes = [](const auto& cache) { return cache == nullptr ? 0 : cache->byte_count(); };
  return sizeof(State) + state_->skin.byte_count() +
         sizeof(math::Float8) * state_->squared_images.size() + bytes(state_->meshlet_cache) +
         bytes(state_->sphere_cache);
}

Result<void> set_poses(std::span<Character> characters, std::span<const Pose> poses) {
  if (characters.size() != poses.size()) {
    return Error{"there are " + std::to_string(poses.size()) + " poses for " +
                 std::to_string(characters.size()) + " characters"};
  }
  const math::DefinedFloatMode mode;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Character::State& state = *characters[i].state_;
    assert(state.running_queries == 0 && "set_poses() while a query runs");
    const auto reach = state.data->skin.reach(poses[i]);
    if (!reach) return Error{"pose " + std::to_string(i) + ": " + reach.error().message};
    if (const auto ok = state.skin.prepare(poses[i]); !ok) {
      return Error{"pose " + std::to_string(i) + ": " + ok.error().message};
    }
    state.next_reach = *reach;
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Character::State& state = *characters[i].state_;
    state.set_pose(poses[i], state.next_reach);
  }
  return {};
}

Result<void> Character::set_pose(const Pose& pose) {
  assert(state_->running_queries == 0 && "set_pose() while a query runs");
  const math::DefinedFloatMode mode;
  const auto reach = state_->data->skin.reach(pose);
  if (!reach) return reach.error();
  if (auto ok = state_->skin.prepare(pose); !ok) return ok;
  state_->set_pose(pose, *reach);
  return {};
}

}  // namespace dermis
