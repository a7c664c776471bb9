// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/sphere_cache.h"

#include <cassert>

#include "base/float_mode.h"
#include "query/character_state.h"

namespace dermis::spheres {

const SphereCache& cache_of(const Character& character) {
  const Character::State& state = state_of(character);
  auto& cache = state.attachments.get<SphereCache>(
      [&] { return std::make_shared<SphereCache>(*state.data, spheres_of(state.collider)); });
  cache.begin(state.skin, state.box_slack, state.epoch);
  return cache;
}

SphereCache::SphereCache(const Collider::Data& data, const SphereData& spheres)
    : data_(&data),
      spheres_(&spheres),
      group_stamps_(spheres_->groups.groups.size()),
      group_blocks_(std::make_unique<BallBlock[]>(spheres_->groups.block_count)),
      vertices_(data.skin.vertex_count()),
      leaves_(data.triangles.size()) {}

void SphereCache::begin(const skinning::PosedSkin& skin, const collider::BoxSlack& slack,
                        std::uint32_t epoch) {
  assert(base::float_mode_is_defined());
  if (begun_.load(std::memory_order_acquire) == epoch) return;
  const std::lock_guard lock(beginning_);
  if (begun_.load(std::memory_order_relaxed) == epoch) return;
  skin_ = &skin;
  motion_.set(*data_, skin, slack);
  epoch_ = epoch;
  begun_.store(epoch, std::memory_order_release);
}

void SphereCache::refit(std::uint32_t group, BallBlock* blocks, QueryStats& stats) const {
  const auto& [first_node, node_count, first_block] = spheres_->groups.groups[group];
  for (std::uint32_t b = 0; 4 * b < node_count; ++b) {
    blocks[b] = spheres_->refit.refit(first_block + b, motion_, spheres_->center);
  }
  stats.spheres_refitted += node_count;
}

const BallBlock* SphereCache::refitted(std::uint32_t group, std::vector<BallBlock>& spare,
                                       QueryStats& stats) const {
  const spheres::SphereGroups::Group& nodes = spheres_->groups.groups[group];
  BallBlock* const blocks = group_blocks_.get() + nodes.first_block;
  switch (group_stamps_.begin(group, epoch_)) {
    case base::LazyStamps::State::ready:
      return blocks;
    case base::LazyStamps::State::ours:
      refit(group, blocks, stats);
      group_stamps_.finish(group, epoch_);
      return blocks;
    case base::LazyStamps::State::busy:
      break;
  }
  spare.resize((nodes.node_count + 3) / 4);
  refit(group, spare.data(), stats);
  return spare.data();
}

triangle::PaddedTriangle SphereCache::posed(std::uint32_t triangle, QueryStats& stats) const {
  const auto corner = [&](std::uint32_t vertex) {
    Vec3 spare;
    const auto deform = [&] {
      ++stats.vertices_deformed;
      return skin_->vertex(vertex);
    };
    return vertices_.get(vertex, epoch_, deform, [&]() -> Vec3& { return spare; });
  };
  const Triangle& t = data_->triangles[triangle];
  return {{corner(t[0]), corner(t[1]), corner(t[2])}, triangle};
}

const EagerMesh& SphereCache::eager(Eager what, QueryStats& stats) const {
  const std::lock_guard lock(eager_mutex_);
  // Marked when it is done, so that work that throws is tried again.
  const auto update = [&](Eager part, const auto& work) {
    std::uint32_t& done = eager_epoch_[static_cast<int>(part)];
    if (done == epoch_) return;
    work();
    done = epoch_;
  };
  update(Eager::vertices, [&] {
    eager_mesh_.deform(*skin_, data_->skin.vertex_count());
    stats.vertices_deformed += eager_mesh_.vertices().size();
  });
  if (what == Eager::spheres) {
    update(Eager::spheres, [&] {
      eager_mesh_.refit_spheres(data_->triangles, spheres_->groups);
      stats.spheres_refitted += spheres_->tree.nodes.size();
    });
  } else if (what == Eager::boxes) {
    update(Eager::boxes, [&] {
      eager_mesh_.refit_boxes(data_->triangles, spheres_->groups);
      stats.boxes_refitted += spheres_->tree.nodes.size();
    });
  }
  return eager_mesh_;
}

}  // namespace dermis::spheres
