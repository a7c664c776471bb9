// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/query/character.h"

#include <cassert>
#include <string>
#include <utility>

#include "base/float_mode.h"
#include "dermis/base/counted.h"
#include "query/character_state.h"

namespace dermis {

Character::State::State(Collider shared)
    : collider(std::move(shared)), data(&data_of(collider)), skin(data->skin) {}

void Character::State::set_prepared(const Pose& pose) {
  assert(running_questions == 0 && "a pose is set while a question runs");
  skin.set_prepared(pose);
  box_slack = data->root_box.slack(skin, data->weight_error, squared_images);
  root_box = data->root_box.refit(skin, box_slack);
  if (meshlet_cache != nullptr) meshlet_cache->choose();
  if (epoch == base::LazyStamps::kLastEpoch) {
    if (meshlet_cache != nullptr) meshlet_cache->clear();
    attachments.reset();
    epoch = 0;
  }
  ++epoch;
}

query::MeshletCache& Character::State::meshlets() const {
  std::call_once(meshlets_made, [&] {
    meshlet_cache = std::make_unique<query::MeshletCache>(*data);
    meshlets_if_made.store(meshlet_cache.get(), std::memory_order_release);
  });
  return *meshlet_cache;
}

Character::Character(std::unique_ptr<State> state) : state_(std::move(state)) {}
Character::~Character() = default;
Character::Character(Character&&) noexcept = default;
Character& Character::operator=(Character&&) noexcept = default;

Result<Character> Character::make(Collider collider) {
  Character result(std::make_unique<State>(std::move(collider)));
  if (const auto ok = result.set_pose(result.state_->data->bind); !ok) {
    return Error{"the bind pose is refused: " + ok.error().message};
  }
  return result;
}

const Pose& Character::pose() const {
  return state_->skin.pose();
}

const Collider& Character::collider() const {
  return state_->collider;
}

std::size_t Character::byte_count() const {
  assert(state_->running_questions == 0 && "memory is counted while a question runs");
  const query::MeshletCache* const meshlets = state_->meshlet_cache.get();
  return sizeof(State) + state_->skin.byte_count() +
         sizeof(math::Float8) * state_->squared_images.size() +
         (meshlets == nullptr ? 0 : meshlets->byte_count()) + state_->attachments.byte_count();
}

Result<void> set_poses(std::span<Character> characters, std::span<const Pose> poses) {
  if (characters.size() != poses.size()) {
    return Error{there_are(poses.size(), "pose") + " for " +
                 counted(characters.size(), "character")};
  }
  const base::DefinedFloatMode mode;
  for (std::size_t i = 0; i < poses.size(); ++i) {
    Character::State& state = *characters[i].state_;
    if (const auto ok = state.skin.prepare(poses[i]); !ok) {
      return Error{"pose " + std::to_string(i) + ": " + ok.error().message};
    }
  }
  for (std::size_t i = 0; i < poses.size(); ++i) {
    characters[i].state_->set_prepared(poses[i]);
  }
  return {};
}

Result<void> Character::set_pose(const Pose& pose) {
  const base::DefinedFloatMode mode;
  if (auto ok = state_->skin.prepare(pose); !ok) return ok;
  state_->set_prepared(pose);
  return {};
}

std::vector<Vec3> posed_vertices(const Character& character) {
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running(character);
  std::vector<Vec3> vertices(character.collider().vertex_count());
  state_of(character).skin.deform_all(vertices);
  return vertices;
}

}  // namespace dermis
