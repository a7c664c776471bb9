// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/skinning/skin.h"

#include <cassert>

#include "dermis/model/validate.h"
#include "skinning/joint_sets.h"
#include "skinning/skin_data.h"

namespace dermis {

Skin::Skin(const Model& model, Skinning skinning) {
  assert(validate(model).empty());
  data_ = std::make_shared<const skinning::SkinData>(model, skinning);
  assert(skinning == Skinning::linear || data_->most_influences() <= skinning::kMostJointsInSet);
}

Skinning Skin::skinning() const {
  return data_->skinning();
}

std::size_t Skin::vertex_count() const {
  return data_->vertex_count();
}

std::size_t Skin::joint_count() const {
  return data_->joint_count();
}

std::size_t Skin::morph_target_count() const {
  return data_->morph_target_count();
}

std::size_t Skin::byte_count() const {
  return data_->byte_count();
}

Result<void> Skin::check(const Pose& pose) const {
  return data_->check(pose);
}

Result<void> Skin::deform(const Pose& pose, std::span<Vec3> out) const {
  return data_->deform(pose, out);
}

Result<void> Skin::deform(const Pose& pose, std::span<Vec3> out, Isa isa) const {
  return data_->deform(pose, out, isa);
}

Result<std::vector<Vec3>> posed_vertices(const Model& model, const Pose& pose, Skinning skinning) {
  const Skin skin(model, skinning);
  std::vector<Vec3> out(skin.vertex_count());
  if (auto ok = skin.deform(pose, out); !ok) return ok.error();
  return out;
}

}  // namespace dermis
