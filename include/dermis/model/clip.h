// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/names.h"
#include "dermis/base/result.h"

namespace dermis {

struct Model;

/// The way to interpolate between two keys. to_string() gives the names of glTF.
enum class Interpolation {
  step,          ///< the value of the earlier key
  linear,        ///< a straight line; for rotations, the shorter arc at constant speed
  cubic_spline,  ///< a cubic Hermite spline; rotations are normalised afterwards
};

template <>
struct EnumTable<Interpolation> {
  static constexpr std::string_view kNoun = "interpolation";
  static constexpr Named<Interpolation> kNames[] = {{Interpolation::step, "STEP"},
                                                    {Interpolation::linear, "LINEAR"},
                                                    {Interpolation::cubic_spline, "CUBICSPLINE"}};
};

/// The property that a channel animates. to_string() gives the names of glTF.
enum class ChannelPath {
  translation,    ///< Transform::translation of a node
  rotation,       ///< Transform::rotation of a node
  scale,          ///< Transform::scale of a node
  morph_weights,  ///< the weights of all morph targets of a node
};

template <>
struct EnumTable<ChannelPath> {
  static constexpr std::string_view kNoun = "path";
  static constexpr Named<ChannelPath> kNames[] = {{ChannelPath::translation, "translation"},
                                                  {ChannelPath::rotation, "rotation"},
                                                  {ChannelPath::scale, "scale"},
                                                  {ChannelPath::morph_weights, "weights"}};
};

/// The number of floats per value: 4 for rotations, 3 for translations and scales. 0 for morph
/// weights: their values have one float per target of the node.
constexpr std::uint32_t key_width(ChannelPath path) {
  return path == ChannelPath::rotation ? 4 : path == ChannelPath::morph_weights ? 0 : 3;
}

/// The keys of one animated property. Before the first key, the first value holds; after the last
/// key, the last value holds.
struct Channel {
  ChannelPath path = ChannelPath::translation;          ///< the animated property
  Interpolation interpolation = Interpolation::linear;  ///< between two keys
  std::uint32_t target = 0;  ///< index of the node; for morph weights, of the first target
  std::uint32_t width = 3;   ///< numbers per value
  std::vector<float> times;  ///< seconds, ascending (equal times are allowed), at least one
  /// times.size() · width numbers. Cubic splines have three times that: in-tangent, value and
  /// out-tangent of each key.
  std::vector<float> values;
};

/// An animation: a walk, a kick. sample() gives its pose at a time.
struct Clip {
  std::string name;  ///< may be empty; find_clip() takes the first clip with a given name
  std::vector<Channel> channels;  ///< properties without a channel keep their stored values

  /// The first key time over all channels, in seconds; 0 without channels.
  [[nodiscard]] double start() const;
  /// The last key time over all channels, in seconds; 0 without channels.
  [[nodiscard]] double end() const;
};

/// The index of the clip with this name. If there is none, `name` is read as a 0-based index. The
/// error names the clips with similar names, and lists the first clips of the model.
Result<std::uint32_t> find_clip(const Model& model, const std::string& name);

}  // namespace dermis
