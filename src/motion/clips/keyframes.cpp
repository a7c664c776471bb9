// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/motion/keyframes.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "base/float_mode.h"
#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
#include "model/validate_clip.h"
#include "model/weld.h"
#include "motion/clips/chord_deviation.h"
#include "skinning/skin_data.h"

namespace dermis {

namespace {

/// More frames would not fit into memory, whatever the mesh.
constexpr double kMostFrames = 1e6;
constexpr const char* kTooMany = "the clip has too many frames";

Result<void> check_rate(double rate) {
  if (rate > 0 && std::isfinite(rate)) return {};
  return Error{"the number of frames a second must be positive"};
}

bool only_blends_linearly(const Clip& clip) {
  return !clip.channels.empty() && std::ranges::all_of(clip.channels, [](const Channel& channel) {
    return channel.path == ChannelPath::morph_weights &&
           channel.interpolation == Interpolation::linear;
  });
}

/// Whether vertices move in straight lines between the keys, and never jump.
bool is_straight(const Clip& clip) {
  return only_blends_linearly(clip) &&
         std::ranges::all_of(clip.channels, [](const Channel& channel) {
           return std::ranges::adjacent_find(channel.times) == channel.times.end();
         });
}

Result<std::vector<double>> times_of(const Clip& clip, double rate) {
  std::vector<double> times;
  if (only_blends_linearly(clip)) {
    for (const Channel& channel : clip.channels) {
      times.insert(times.end(), channel.times.begin(), channel.times.end());
    }
    std::ranges::sort(times);
    times.erase(std::unique(times.begin(), times.end()), times.end());
    if (double(times.size()) > kMostFrames) return Error{kTooMany};
    return times;
  }
  const double length = clip.end() - clip.start();
  if (!(length * rate <= kMostFrames - 1)) return Error{kTooMany};
  const auto count = static_cast<std::size_t>(std::ceil(length * rate));
  for (std::size_t i = 0; i < count; ++i) times.push_back(clip.start() + double(i) / rate);
  times.push_back(clip.end());
  return times;
}

}  // namespace

Result<Keyframes> to_keyframes(std::vector<Mesh> frames, double frames_per_second) {
  if (auto ok = check_rate(frames_per_second); !ok) return ok.error();
  if (frames.empty()) return Error{"there are no frames"};
  Keyframes result;
  result.triangles = frames[0].triangles;
  const std::size_t vertex_count = frames[0].positions.size();
  for (std::size_t i = 0; i < frames.size(); ++i) {
    if (frames[i].triangles != result.triangles || frames[i].positions.size() != vertex_count) {
      return Error{"frame " + std::to_string(i) + " has other triangles or vertices than frame 0"};
    }
    result.times.push_back(double(i) / frames_per_second);
    result.positions.push_back(std::move(frames[i].positions));
  }
  return result;
}

namespace {

Result<Keyframes> sampled(const Model& model, const Clip& clip, double frames_per_second,
                          Skinning skinning, bool with_deviations) {
  if (auto ok = check_rate(frames_per_second); !ok) return ok.error();
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (const auto problems = model::validate_clip(model, clip); !problems.empty()) {
    return Error{problems.front()};
  }

  auto times = times_of(clip, frames_per_second);
  if (!times) return times.error();
  const Model welded = weld(model);
  const skinning::SkinData skin(welded, skinning);
  Keyframes result{welded.triangles, std::move(*times), {}, {}};
  std::vector<Vec3> posed(skin.vertex_count());
  for (const double time : result.times) {
    if (auto ok = skin.deform(sample(welded, clip, time), posed); !ok) return ok.error();
    std::vector<Point>& places = result.positions.emplace_back();
    places.reserve(posed.size());
    for (const Vec3& p : posed) places.push_back({p.x, p.y, p.z});
  }
  if (!with_deviations || is_straight(clip)) return result;
  const base::DefinedFloatMode mode;
  const motion::ChordDeviation deviation(welded, clip, skin);
  for (std::size_t i = 0; i + 1 < result.times.size(); ++i) {
    auto bounds = deviation.between(result.times[i], result.times[i + 1], result.positions[i],
                                    result.positions[i + 1]);
    if (!bounds) return bounds.error();
    result.deviations.push_back(std::move(*bounds));
  }
  return result;
}

}  // namespace

Result<Keyframes> to_keyframes(const Model& model, const Clip& clip, double frames_per_second,
                               Skinning skinning) {
  return sampled(model, clip, frames_per_second, skinning, false);
}

Result<Keyframes> to_bounded_keyframes(const Model& model, const Clip& clip,
                                       double frames_per_second) {
  return sampled(model, clip, frames_per_second, Skinning::linear, true);
}

}  // namespace dermis
