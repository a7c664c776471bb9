// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/retarget.h"

#include <algorithm>
#include <cmath>

#include "dermis/base/none.h"

namespace dermis::model {

namespace {

using math::Affined;
using math::Quatd;
using math::Vec3d;

Quatd inverse(const Quatd& unit) {
  return {-unit.x, -unit.y, -unit.z, unit.w};
}

Quatd rotation_of(const StoredFrames& frames, std::uint32_t node) {
  return node == kNone ? Quatd{} : frames.rotation[node];
}

Affined world_of(const StoredFrames& frames, std::uint32_t node) {
  return node == kNone ? Affined{} : frames.world[node];
}

}  // namespace

StoredFrames::StoredFrames(const std::vector<Node>& nodes) {
  for (const Node& node : nodes) {
    local.push_back(
        math::to_double(node.stored_matrix ? decompose(*node.stored_matrix) : node.stored));
    const Affined matrix =
        node.stored_matrix ? math::to_double(*node.stored_matrix) : math::to_affine(local.back());
    const Quatd turn = math::normalized(local.back().rotation);
    const bool root = node.parent == kNone;
    world.push_back(root ? matrix : world[node.parent] * matrix);
    rotation.push_back(root ? turn : rotation[node.parent] * turn);
  }
}

Retarget::Retarget(const std::vector<Node>& source, const std::vector<Node>& model,
                   std::span<const std::uint32_t> matches, std::uint32_t root)
    : source_nodes_(source),
      model_nodes_(model),
      source_(source),
      model_(model),
      matches_(matches) {
  if (root == kNone) return;
  double low_source = HUGE_VAL;
  double low_model = HUGE_VAL;
  for (std::uint32_t n = 0; n < matches.size(); ++n) {
    if (matches[n] == kNone) continue;
    low_source = std::min(low_source, source_.world[n].t.y);
    low_model = std::min(low_model, model_.world[matches[n]].t.y);
  }
  const double height = source_.world[root].t.y - low_source;
  const double ratio = (model_.world[matches[root]].t.y - low_model) / height;
  // A skeleton that lies down has no height to compare.
  if (height > 0 && ratio > 0 && std::isfinite(ratio)) scale_ = ratio;
}

Channel Retarget::rotation(const Channel& channel, std::uint32_t node) const {
  const std::uint32_t match = matches_[node];
  const Quatd before = inverse(rotation_of(model_, model_nodes_[match].parent)) *
                       rotation_of(source_, source_nodes_[node].parent);
  const Quatd after = inverse(source_.rotation[node]) * model_.rotation[match];
  Channel result = channel;
  result.target = match;
  for (std::size_t i = 0; i + 3 < result.values.size(); i += 4) {
    float* const v = result.values.data() + i;
    const Quaternion turned = math::to_float(before * Quatd{v[0], v[1], v[2], v[3]} * after);
    v[0] = turned.x;
    v[1] = turned.y;
    v[2] = turned.z;
    v[3] = turned.w;
  }
  return result;
}

Channel Retarget::translation(const Channel& channel, std::uint32_t node) const {
  const std::uint32_t match = matches_[node];
  Channel result = channel;
  result.target = match;
  Affined to_model;
  if (!math::invert(world_of(model_, model_nodes_[match].parent), to_model)) {
    result.times.clear();
    return result;
  }
  const Affined to_world = world_of(source_, source_nodes_[node].parent);
  const Vec3d from = source_.local[node].translation;
  const Vec3d to = model_.local[match].translation;
  const bool spline = channel.interpolation == Interpolation::cubic_spline;
  for (std::size_t i = 0; i + 2 < result.values.size(); i += 3) {
    float* const v = result.values.data() + i;
    const bool tangent = spline && i / 3 % 3 != 1;
    const Vec3d value{v[0], v[1], v[2]};
    const Vec3d way = linear_part(to_world, tangent ? value : value - from);
    const Vec3d moved = scale_ * linear_part(to_model, way);
    const Vec3 key = math::to_float(tangent ? moved : to + moved);
    v[0] = key.x;
    v[1] = key.y;
    v[2] = key.z;
  }
  return result;
}

}  // namespace dermis::model
