// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/sphere_cache.h"

namespace dermis::query {

SphereCache::SphereCache(const Collider::Data& data)
    : data_(&data),
      spheres_(&data.spheres()),
      group_stamps_(spheres_->groups.groups.size()),
      group_blocks_(std::make_unique<BallBlock[]>(spheres_->groups.block_count)),
      vertices_(data.skin.vertex_count()),
      leaves_(data.triangles.size()) {}

void SphereCache::begin(const skinning::PosedSkin& skin, const bounds::BoxSlack& slack,
                        double reach, std::uint32_t epoch) {
  if (begun_.load(std::memory_order_acquire) == epoch) return;
  const std::lock_guard lock(beginning_);
  if (begun_.load(std::memory_order_relaxed) == epoch) return;
  skin_ = &skin;
  data_->set_motion(motion_, skin, slack, reach);
  epoch_ = epoch;
  begun_.store(epoch, std::memory_order_release);
}

void SphereCache::clear() {
  group_stamps_.clear();
  vertices_.clear();
  leaves_.clear();
  for (std::uint32_t& part : eager_epoch_) part = 0;
  begun_ = 0;
}

void SphereCache::refit(std::uint32_t group, BallBlock* blocks, QueryStats& stats) const {
  const auto& [first_node, node_count, first_block] = spheres_->groups.groups[group];
  for (std::uint32_t b = 0; 4 * b < node_count; ++b) {
    blocks[b] = spheres_->refit.refit(first_block + b, motion_, spheres_->centre);
  }
  stats.spheres_refitted += node_count;
}

const BallBlock* SphereCache::refitted(std::uint32_t group, std::vector<BallBlock>& spare,
                                       QueryStats& stats) const {
  const bounds::SphereGroups::Group& nodes = spheres_->groups.groups[group];
  BallBlock* const blocks = group_blocks_.get() + nodes.first_block;
  switch (group_stamps_.begin(group, epoch_)) {
    case math::LazyStamps::State::ready:
      return blocks;
    case math::LazyStamps::State::ours:
      refit(group, blocks, stats);
      group_stamps_.finish(group, epoch_);
      return blocks;
    case math::LazyStamps::State::busy:
      break;
  }
  spare.resize((nodes.node_count + 3) / 4);
  refit(group, spare.data(), stats);
  return spare.data();
}

PaddedTriangle SphereCache::posed(std::uint32_t triangle, QueryStats& stats) const {
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
  // Marked when it is done: what throws is tried again.
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

}  // namespace dermis::query
