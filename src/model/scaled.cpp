// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/scaled.h"

#include <cassert>
#include <cmath>

#include "base/float_mode.h"

namespace dermis {

// Let S scale about the origin. A local matrix L of a node becomes S L S⁻¹: its linear part stays,
// and its translation is scaled. Products of such matrices are of this form, too, so the world
// matrix W of a joint becomes S W S⁻¹, its inverse bind matrix B becomes S B S⁻¹, and a rest
// position p becomes S p. So each posed vertex W B p becomes S W B p, and so does every blend of
// them.
Model scaled(Model model, float factor) {
  const base::DefinedFloatMode mode;
  assert(std::isfinite(factor) && factor > 0);
  const auto scale = [=](Vec3& v) { v = {factor * v.x, factor * v.y, factor * v.z}; };
  for (Vec3& v : model.positions) scale(v);
  for (Node& node : model.skeleton.nodes) {
    scale(node.stored.translation);
    if (node.stored_matrix) scale(node.stored_matrix->t);
  }
  for (Joint& joint : model.skeleton.joints) scale(joint.inverse_bind.t);
  for (MorphTarget& target : model.morph_targets) {
    for (Vec3& delta : target.deltas) scale(delta);
  }
  for (Clip& clip : model.clips) {
    for (Channel& channel : clip.channels) {
      if (channel.path != ChannelPath::translation) continue;
      for (float& value : channel.values) value *= factor;
    }
  }
  model.metres_per_unit *= factor;
  return model;
}

}  // namespace dermis
