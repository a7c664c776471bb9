// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <optional>
#include <set>
#include <tuple>

#include "builder.h"
#include "dermis/base/counted.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

Interpolation to_interpolation(const std::string& name, const std::string& field) {
  if (name.empty()) return Interpolation::linear;
  if (const auto interpolation = parse<Interpolation>(name)) return *interpolation;
  throw Problem(field, ".interpolation is '", name.substr(0, 40), "'");
}

/// Reads the keys. `channel` must already have its path, target and width.
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
    throw Problem(field, ".output has ", counted(channel.values.size(), "number"), ", expected ",
                  expected, " for ", counted(channel.times.size(), "key"));
  }
}

/// The channel with path, target and width; empty if it moves no part of the model.
std::optional<Channel> start_channel(Builder& builder, const tinygltf::AnimationChannel& source,
                                     const std::string& field) {
  const auto path = parse<ChannelPath>(source.target_path);
  if (!path) {
    builder.warn(field + ".target.path is '" + source.target_path.substr(0, 40) + "': ignored");
    return std::nullopt;
  }
  const auto nodes = builder.node_index.size();
  if (source.target_node < 0 || static_cast<std::size_t>(source.target_node) >= nodes) {
    throw Problem(field, ".target.node is ", source.target_node, ", but ",
                  there_are(nodes, "node"));
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
      throw Problem(field, ".sampler is ", sampler, ", but ",
                    there_are(animation.samplers.size(), "sampler"));
    }
    read_keys(builder, animation.samplers[sampler],
              clip_field + ".samplers[" + std::to_string(sampler) + "]", *channel);
    if (channel->path != ChannelPath::morph_weights) {
      Node& node = builder.result.model.skeleton.nodes[channel->target];
      if (node.stored_matrix) {
        builder.warn("node '" + node.name + "' is animated but given by a matrix: taken apart");
        // Viewers do the same. The file should not have given a matrix; shear is lost.
        node.stored = decompose(*node.stored_matrix);
        node.stored_matrix.reset();
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
