// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/verbs/body_motion.h"

#include <fmt/format.h>

#include <cmath>
#include <utility>

#include "app/verbs.h"
#include "app/verbs/body_warnings.h"
#include "dermis/skinning/skin.h"

namespace dermis::app {

BodyMotion::BodyMotion(Model model, const ModelOptions& from, const Options& options)
    : model_(std::move(model)), file_(from.file), start_(options.start) {
  if (options.clip) clip_ = from.clip_files.find(model_, *options.clip, file_);
  if (!(start_ >= 0) || start_ > length()) {
    throw Failure{
        clip_ ? fmt::format("--start {:g}: the clip '{}' takes {:g} s", start_,
                            model_.clips[*clip_].name, length())
              : fmt::format("--start {:g}: there is no clip to start in; name one with --clip",
                            start_)};
  }
  constexpr double kStanding = 5;
  seconds_ = options.seconds.value_or(start_ < length() ? length() - start_ : kStanding);
}

double BodyMotion::length() const {
  return clip_ ? model_.clips[*clip_].end() - model_.clips[*clip_].start() : 0;
}

bool BodyMotion::loops() const {
  return length() > 0 && start_ + seconds_ > length() * (1 + 1e-9);
}

Pose BodyMotion::pose(double time) const {
  if (!clip_) return stored_pose(model_);
  double at = start_ + time;
  if (loops() && at >= length()) at -= std::floor(at / length()) * length();
  const Clip& clip = model_.clips[*clip_];
  return sample(model_, clip, clip.start() + at);
}

std::vector<std::string> BodyMotion::warnings(Skinning skinning) const {
  const auto posed = [&](const Pose& pose) {
    return need(posed_vertices(model_, pose, skinning), file_);
  };
  auto result = body_warnings(posed(pose(0)), model_.triangles);
  if (!loops()) return result;
  const Clip& clip = model_.clips[*clip_];
  const double jump = largest_way(posed(sample(model_, clip, clip.start())),
                                  posed(sample(model_, clip, clip.end())));
  constexpr double kNoticed = 0.02;
  if (jump > kNoticed) {
    result.push_back(
        fmt::format("the clip '{}' does not end as it begins: the body jumps by {:.2g} m every "
                    "{:.3g} s (without --seconds, the run ends before that)",
                    clip.name, jump, length()));
  }
  return result;
}

}  // namespace dermis::app
