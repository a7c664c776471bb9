// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "skinning/posed_skin.h"

namespace dermis::skinning {

void PosedSkin::set_pose(const Pose& pose) {
  joints_.clear();
  for (const Affine& a : pose.joints) joints_.push_back(to_columns(a));
  targets_.clear();
  for (std::size_t m = 0; m < pose.morph_weights.size(); ++m) {
    if (pose.morph_weights[m] == 0) continue;
    targets_.push_back({&skin_->morph_targets_[m], pose.morph_weights[m]});
  }
}

Vec3 PosedSkin::vertex(std::uint32_t index) const {
  Vec3 p = skin_->positions_[index];
  for (const auto& [target, weight] : targets_) {
    if (index < target->first_vertex) continue;
    const std::size_t i = index - target->first_vertex;
    if (i >= target->deltas.size()) continue;
    const Vec3& delta = target->deltas[i];
    p = {p.x + weight * delta.x, p.y + weight * delta.y, p.z + weight * delta.z};
  }
  Vec3 out;
  deform_linear({{&p, 1},
                 skin_->first_influence_.data() + index,
                 skin_->influences_.data(),
                 joints_.data(),
                 &out},
                best_isa());
  return out;
}

}  // namespace dermis::skinning
