// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/pose.h"

#include <cassert>
#include <optional>

#include "base/float_mode.h"
#include "math/doubles.h"
#include "model/sample_channel.h"

namespace dermis {

namespace {

using math::Affined;
using math::Transformd;

/// Turns local matrices of all nodes into world matrices, in place. Parents come before children.
void to_world(const Skeleton& skeleton, std::vector<Affined>& matrices) {
  for (std::size_t n = 0; n < skeleton.nodes.size(); ++n) {
    const std::uint32_t parent = skeleton.nodes[n].parent;
    if (parent != kNone) matrices[n] = matrices[parent] * matrices[n];
  }
}

Affined stored_matrix(const Node& node) {
  return node.stored_matrix ? math::to_double(*node.stored_matrix)
                            : math::to_affine(math::to_double(node.stored));
}

std::vector<Affined> stored_locals(const Skeleton& skeleton) {
  std::vector<Affined> locals;
  locals.reserve(skeleton.nodes.size());
  for (const Node& node : skeleton.nodes) locals.push_back(stored_matrix(node));
  return locals;
}

std::vector<float> stored_weights(const Model& model) {
  std::vector<float> weights;
  weights.reserve(model.morph_targets.size());
  for (const MorphTarget& target : model.morph_targets) weights.push_back(target.stored_weight);
  return weights;
}

std::vector<Affine> joint_matrices(const Skeleton& skeleton, const std::vector<Affined>& world) {
  std::vector<Affine> joints;
  joints.reserve(skeleton.joints.size());
  for (const Joint& joint : skeleton.joints) {
    joints.push_back(math::to_float(world[joint.node] * math::to_double(joint.inverse_bind)));
  }
  return joints;
}

Pose compute_stored_pose(const Model& model) {
  std::vector<Affined> matrices = stored_locals(model.skeleton);
  to_world(model.skeleton, matrices);
  return {joint_matrices(model.skeleton, matrices), stored_weights(model)};
}

Pose compute_bind_pose(const Model& model) {
  const Skeleton& skeleton = model.skeleton;
  // In the bind pose, the world matrix of a skinned node is the inverse of its joint's inverse bind
  // matrix. If several joints use the node, the first invertible one counts.
  std::vector<std::optional<Affined>> bind(skeleton.nodes.size());
  for (const Joint& joint : skeleton.joints) {
    Affined inverse;
    if (joint.rigid || bind[joint.node]) continue;
    if (math::invert(math::to_double(joint.inverse_bind), inverse)) bind[joint.node] = inverse;
  }
  std::vector<Affined> world = stored_locals(skeleton);
  for (std::size_t n = 0; n < skeleton.nodes.size(); ++n) {
    const std::uint32_t parent = skeleton.nodes[n].parent;
    if (bind[n]) {
      world[n] = *bind[n];
    } else if (parent != kNone) {
      world[n] = world[parent] * world[n];
    }
  }

  Pose pose{joint_matrices(skeleton, world), stored_weights(model)};
  // Joints of skins get exactly the identity: the product above only rounds to nearly the identity,
  // and is wrong for singular matrices.
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    if (!skeleton.joints[j].rigid) pose.joints[j] = Affine{};
  }
  return pose;
}

Pose compute_sample(const Model& model, const Clip& clip, double time) {
  const Skeleton& skeleton = model.skeleton;
  std::vector<Transformd> locals;
  locals.reserve(skeleton.nodes.size());
  for (const Node& node : skeleton.nodes) locals.push_back(math::to_double(node.stored));

  std::vector<bool> animated(skeleton.nodes.size(), false);
  std::vector<float> weights = stored_weights(model);
  std::vector<double> value;
  for (const Channel& channel : clip.channels) {
    assert(channel.path == ChannelPath::morph_weights
               ? channel.target + channel.width <= weights.size()
               : channel.target < locals.size());
    model::sample_channel(channel, time, value);
    if (channel.path == ChannelPath::morph_weights) {
      for (std::size_t i = 0; i < value.size(); ++i) {
        weights[channel.target + i] = static_cast<float>(value[i]);
      }
      continue;
    }
    Transformd& local = locals[channel.target];
    animated[channel.target] = true;
    switch (channel.path) {
      case ChannelPath::translation:
        local.translation = {value[0], value[1], value[2]};
        break;
      case ChannelPath::scale:
        local.scale = {value[0], value[1], value[2]};
        break;
      default:
        local.rotation = {value[0], value[1], value[2], value[3]};
        break;
    }
  }

  std::vector<Affined> matrices;
  matrices.reserve(locals.size());
  for (std::size_t n = 0; n < locals.size(); ++n) {
    matrices.push_back(animated[n] ? math::to_affine(locals[n]) : stored_matrix(skeleton.nodes[n]));
  }
  to_world(skeleton, matrices);
  return {joint_matrices(skeleton, matrices), std::move(weights)};
}

}  // namespace

Pose stored_pose(const Model& model) {
  const base::DefinedFloatMode mode;
  return compute_stored_pose(model);
}

Pose bind_pose(const Model& model) {
  const base::DefinedFloatMode mode;
  return compute_bind_pose(model);
}

Pose sample(const Model& model, const Clip& clip, double time) {
  const base::DefinedFloatMode mode;
  return compute_sample(model, clip, time);
}

Pose placed(Pose pose, const Affine& placement) {
  for (Affine& joint : pose.joints) joint = compose(placement, joint);
  return pose;
}

}  // namespace dermis
