// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace dermis {

enum class Interpolation { step, linear, cubic_spline };
enum class ChannelPath { translation, rotation, scale, morph_weights };

/// Numbers per key that a path has: 3 or 4; morph weights have one per target of the node.
constexpr std::uint32_t key_width(ChannelPath path) {
  return path == ChannelPath::rotation ? 4 : path == ChannelPath::morph_weights ? 0 : 3;
}

/// Keys of one animated property. A time before the first key gives the first value, a time after
/// the last key the last.
struct Channel {
  ChannelPath path = ChannelPath::translation;
  Interpolation interpolation = Interpolation::linear;
  std::uint32_t target = 0;  ///< node; for morph weights the first morph target
  std::uint32_t width = 3;   ///< numbers per value
  std::vector<float> times;  ///< seconds, not decreasing, at least one
  /// times.size() · width numbers; cubic splines have in-tangent, value and out-tangent per key.
  std::vector<float> values;
};

struct Clip {
  std::string name;
  std::vector<Channel> channels;

  /// The first and the last key time over all channels, in seconds; 0 without channels.
  [[nodiscard]] double start() const;
  [[nodiscard]] double end() const;
};

}  // namespace dermis
