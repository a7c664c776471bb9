// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "builder.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

std::optional<ChannelPath> to_path(const std::string& name) {
  if (name == "translation") return ChannelPath::translation;
  if (name == "rotation") return ChannelPath::rotation;
  if (name == "scale") return ChannelPath::scale;
  if (name == "weights") return ChannelPath::morph_weights;
  return std::nullopt;
}

Interpolation to_interpolation(const std::string& name, const std::string& field) {
  if (name.empty() || name == "LINEAR") return Interpolation::linear;
  if (name == "STEP") return Interpolation::step;
  if (name == "CUBICSPLINE") return Interpolation::cubic_spline;
  throw Problem(field, ".interpolation is '", name.substr(0, 40), "'");
}

/// An animated node needs a Transform. The file should not have given a matrix, but some do; like
/// viewers do, take the matrix apart (shear is lost).
Transform decompose(const Affine& a) {
  const auto length = [](const Vec3& v) {
    return std::sqrt(double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
  };
  double sx = length(a.x);
  const double sy = length(a.y);
  const double sz = length(a.z);
  const double determinant = double{a.x.x} * (double{a.y.y} * a.z.z - double{a.y.z} * a.z.y) +
                             double{a.x.y} * (double{a.y.z} * a.z.x - double{a.y.x} * a.z.z) +
                             double{a.x.z} * (double{a.y.x} * a.z.y - double{a.y.y} * a.z.x);
  if (determinant < 0) sx = -sx;
  Transform result;
  result.translation = a.t;
  result.scale = {static_cast<float>(sx), static_cast<float>(sy), static_cast<float>(sz)};
  if (sx == 0 || sy == 0 || sz == 0) return result;

  // The rotation's entries r[row][column]; the largest of the four squares below is at least 1/4,
  // so no division is ill-conditioned.
  const double r[3][3] = {{a.x.x / sx, a.y.x / sy, a.z.x / sz},
                          {a.x.y / sx, a.y.y / sy, a.z.y / sz},
                          {a.x.z / sx, a.y.z / sy, a.z.z / sz}};
  double q[4] = {1 + r[0][0] - r[1][1] - r[2][2], 1 - r[0][0] + r[1][1] - r[2][2],
                 1 - r[0][0] - r[1][1] + r[2][2], 1 + r[0][0] + r[1][1] + r[2][2]};
  const int k = static_cast<int>(std::max_element(q, q + 4) - q);
  const double largest = std::sqrt(q[k]) / 2;
  const double products[4][4] = {{0, r[0][1] + r[1][0], r[0][2] + r[2][0], r[2][1] - r[1][2]},
                                 {r[0][1] + r[1][0], 0, r[1][2] + r[2][1], r[0][2] - r[2][0]},
                                 {r[0][2] + r[2][0], r[1][2] + r[2][1], 0, r[1][0] - r[0][1]},
                                 {r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1], 0}};
  for (int i = 0; i < 4; ++i) q[i] = i == k ? largest : products[k][i] / (4 * largest);
  result.rotation = {static_cast<float>(q[0]), static_cast<float>(q[1]), static_cast<float>(q[2]),
                     static_cast<float>(q[3])};
  return result;
}

/// Reads the keys; `channel` has its path, target and width already.
void read_keys(Builder& builder, const tinygltf::AnimationSampler& sampler,
               const std::string& field, Channel& channel) {
  channel.interpolation = to_interpolation(sampler.interpolation, field);
  channel.times = builder.accessors.read_floats(sampler.input, 1, field + ".input").values;
  const bool weights = channel.path == ChannelPath::morph_weights;
  const std::size_t width = weights ? 1 : channel.width;
  channel.values = builder.accessors.read_floats(sampler.output, width, field + ".output").values;
  builder.budget.take((channel.times.size() + channel.values.size()) * sizeof(float) +
                      sizeof channel);

  if (channel.times.empty()) throw Problem(field, ".input has no keys");
  for (std::size_t k = 0; k < channel.times.size(); ++k) {
    if (!std::isfinite(channel.times[k]) || (k > 0 && channel.times[k] < channel.times[k - 1])) {
      throw Problem(field, ".input: key ", k, " has time ", channel.times[k],
                    "; times must be finite and must not decrease");
    }
  }
  const std::size_t per_key = channel.interpolation == Interpolation::cubic_spline ? 3 : 1;
  const std::size_t expected = channel.times.size() * channel.width * per_key;
  if (channel.values.size() != expected) {
    throw Problem(field, ".output has ", channel.values.size(), " numbers, expected ", expected,
                  " for ", channel.times.size(), " keys");
  }
}

/// The channel with path, target and width; nothing when it moves no part of the model.
std::optional<Channel> start_channel(Builder& builder, const tinygltf::AnimationChannel& source,
                                     const std::string& field) {
  const auto path = to_path(source.target_path);
  if (!path) {
    builder.warn(field + ".target.path is '" + source.target_path.substr(0, 40) + "': ignored");
    return std::nullopt;
  }
  const auto nodes = builder.node_index.size();
  if (source.target_node < 0 || static_cast<std::size_t>(source.target_node) >= nodes) {
    throw Problem(field, ".target.node is ", source.target_node, ", but there are ", nodes,
                  " nodes");
  }
  const std::uint32_t node = builder.node_index[source.target_node];
  if (node == kNone) return std::nullopt;
  Channel channel;
  channel.path = *path;
  channel.target = node;
  channel.width = key_width(*path);
  if (*path == ChannelPath::morph_weights) {
    const auto range = builder.targets.find(node);
    if (range == builder.targets.end()) {
      builder.warn(field + " animates weights of a node without morph targets: ignored");
      return std::nullopt;
    }
    channel.target = range->second.first;
    channel.width = range->second.count;
  }
  return channel;
}

Clip read_clip(Builder& builder, std::size_t index) {
  const tinygltf::Animation& animation = builder.document.gltf.animations[index];
  const std::string clip_field = "animations[" + std::to_string(index) + "]";
  Clip clip;
  clip.name = animation.name;
  std::set<std::tuple<ChannelPath, std::uint32_t>> seen;
  for (std::size_t c = 0; c < animation.channels.size(); ++c) {
    const std::string field = clip_field + ".channels[" + std::to_string(c) + "]";
    auto channel = start_channel(builder, animation.channels[c], field);
    if (!channel) continue;
    if (!seen.emplace(channel->path, channel->target).second) {
      builder.warn(field + " animates what another channel animates already: ignored");
      continue;
    }
    const int sampler = animation.channels[c].sampler;
    if (sampler < 0 || static_cast<std::size_t>(sampler) >= animation.samplers.size()) {
      throw Problem(field, ".sampler is ", sampler, ", but there are ", animation.samplers.size());
    }
    read_keys(builder, animation.samplers[sampler],
              clip_field + ".samplers[" + std::to_string(sampler) + "]", *channel);
    if (channel->path != ChannelPath::morph_weights) {
      Node& node = builder.result.model.skeleton.nodes[channel->target];
      if (node.rest_matrix) {
        builder.warn("node '" + node.name + "' is animated but given by a matrix: taken apart");
        node.rest = decompose(*node.rest_matrix);
        node.rest_matrix.reset();
      }
    }
    clip.channels.push_back(std::move(*channel));
  }
  return clip;
}

}  // namespace

void add_clips(Builder& builder) {
  for (std::size_t a = 0; a < builder.document.gltf.animations.size(); ++a) {
    builder.result.model.clips.push_back(read_clip(builder, a));
    builder.budget.take(builder.result.model.clips.back().name.size() + sizeof(Clip));
  }
}

}  // namespace dermis::gltf
