// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/plan.h"

#include <algorithm>

namespace dermis::app {

namespace {

constexpr int kRounds = 3;
constexpr std::size_t kWarmUp = 32;

/// `x` as a count between `least` and `most`.
std::size_t count(double x, std::size_t least, std::size_t most) {
  return static_cast<std::size_t>(std::clamp(x, double(least), double(std::max(least, most))));
}

/// As many frames as fit into a fifth of the time. At least one if it takes only a moment, or
/// hardly more time than everything else.
std::size_t judged_frames(const SceneCost& cost, double seconds) {
  constexpr double kMoment = 0.2;
  if (cost.judged == 0) return 0;
  const bool one = cost.judge_seconds <= std::max(kMoment, 1.2 * seconds);
  return count(0.2 * seconds / cost.judge_seconds, one ? 1 : 0, cost.judged);
}

/// Chooses `count` frames of `all`, in runs of three if there are enough of them: a query is faster
/// if the previous frame was queried, too.
std::vector<std::size_t> evenly(std::size_t count, std::size_t all) {
  constexpr std::size_t kRun = 3;
  const std::size_t run = count == all ? count : count < 2 * kRun ? 1 : kRun;
  const std::size_t runs = count / run;
  std::vector<std::size_t> frames;
  for (std::size_t i = 0; i < runs; ++i) {
    // Each run is in the middle of its part of the scene.
    const std::size_t first = i * all / runs;
    const std::size_t begin = first + ((i + 1) * all / runs - first - run) / 2;
    for (std::size_t k = 0; k < run; ++k) frames.push_back(begin + k);
  }
  return frames;
}

}  // namespace

Plan make_plan(const SceneCost& cost, double seconds) {
  Plan plan;
  plan.judged = judged_frames(cost, seconds);
  // `time` and `all` are in units of a frame.
  const double frame = std::max(cost.frame_seconds, 1e-9);
  const double time = std::max(seconds - double(plan.judged) * cost.judge_seconds, 0.0) / frame;
  const double all = double(cost.frames + 2 * cost.cold + kRounds * (cost.frames + kWarmUp));
  std::size_t frames = cost.frames;
  plan.cold = cost.cold;
  plan.warm_up = kWarmUp;
  plan.rounds = kRounds;
  constexpr double kLonger = 1.4;  // exceeds the time rather than omit frames
  if (all > kLonger * time) {
    plan.rounds = 1;
    if (cost.cold > 0) plan.cold = count(0.15 * time, 1, cost.cold);
    plan.warm_up = count(0.05 * time, 1, kWarmUp);
    // Each frame is run once to compare and once to measure.
    const double rest = time - 2 * double(plan.cold) - double(plan.warm_up);
    frames = count(kLonger * rest / 2, 1, cost.frames);
  }
  plan.judged = std::min(plan.judged, frames);
  plan.frames = evenly(frames, cost.frames);
  return plan;
}

}  // namespace dermis::app
