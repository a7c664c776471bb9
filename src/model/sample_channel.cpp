// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/sample_channel.h"

#include <algorithm>

#include "math/doubles.h"
#include "math/elementary.h"

namespace dermis::model {

namespace {

/// Hermite form of glTF 2.0, appendix C: tangents are scaled by the length of the interval.
void sample_cubic(const Channel& channel, std::size_t key, double s, double interval,
                  std::vector<double>& value) {
  const std::size_t w = channel.width;
  const float* const out_tangent = channel.values.data() + (3 * key + 2) * w;
  const float* const from = channel.values.data() + (3 * key + 1) * w;
  const float* const in_tangent = channel.values.data() + 3 * (key + 1) * w;
  const float* const to = channel.values.data() + (3 * (key + 1) + 1) * w;
  const double s2 = s * s;
  const double s3 = s2 * s;
  for (std::size_t i = 0; i < w; ++i) {
    value[i] = (2 * s3 - 3 * s2 + 1) * from[i] + interval * (s3 - 2 * s2 + s) * out_tangent[i] +
               (-2 * s3 + 3 * s2) * to[i] + interval * (s3 - s2) * in_tangent[i];
  }
}

math::Quatd to_quaternion(const auto* v) {
  return {v[0], v[1], v[2], v[3]};
}

void set(std::vector<double>& value, const math::Quatd& q) {
  value = {q.x, q.y, q.z, q.w};
}

}  // namespace

void sample_channel(const Channel& channel, double time, std::vector<double>& value) {
  const std::size_t w = channel.width;
  const bool cubic = channel.interpolation == Interpolation::cubic_spline;
  const auto key_value = [&](std::size_t key) {
    return channel.values.data() + (cubic ? 3 * key + 1 : key) * w;
  };
  const bool rotation = channel.path == ChannelPath::rotation;
  const auto hold = [&](std::size_t key) {
    value.assign(key_value(key), key_value(key) + w);
    if (rotation) set(value, math::normalized(to_quaternion(value.data())));
  };

  // The key at or before `time`. Among keys of equal time, the last one counts.
  const auto& times = channel.times;
  const auto after = std::upper_bound(times.begin(), times.end(), time);
  if (after == times.begin()) return hold(0);
  const auto key = static_cast<std::size_t>(after - times.begin() - 1);
  if (after == times.end() || channel.interpolation == Interpolation::step) return hold(key);

  const double interval = double{times[key + 1]} - double{times[key]};
  const double s = (time - times[key]) / interval;
  value.resize(w);
  if (cubic) {
    sample_cubic(channel, key, s, interval, value);
    if (rotation) set(value, math::normalized(to_quaternion(value.data())));
  } else if (rotation) {
    set(value, math::slerp(to_quaternion(key_value(key)), to_quaternion(key_value(key + 1)), s));
  } else {
    const float* const from = key_value(key);
    const float* const to = key_value(key + 1);
    for (std::size_t i = 0; i < w; ++i) value[i] = (1 - s) * from[i] + s * to[i];
  }
}

}  // namespace dermis::model
