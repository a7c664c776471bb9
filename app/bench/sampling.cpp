// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/sampling.h"

#include <algorithm>
#include <set>

#include "app/bench/budget.h"
#include "app/verbs.h"
#include "dermis/collider/collider.h"
#include "dermis/model/pose.h"
#include "dermis/model/procedural.h"
#include "dermis/motion/keyframes.h"
#include "dermis/query/character.h"
#include "dermis/query/find_pairs.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Two creatures walk close enough to touch: the second one is shifted by this vector.
constexpr Vec3 kShift{0.35F, 0, 0.1F};

Keyframes shifted(Keyframes keyframes) {
  for (auto& places : keyframes.positions) {
    for (Point& p : places) {
      p = {p[0] + kShift.x, p[1] + kShift.y, p[2] + kShift.z};
    }
  }
  return keyframes;
}

/// All pairs that touch, or may touch, at some time of the clip.
struct Found {
  Pairs pairs;
  double ms = 0;  ///< per interval
};

/// Searches the first `intervals` intervals.
Found search(const Keyframes& a, const Keyframes& b, bool with_deviations, std::size_t intervals) {
  Found found;
  MovingMesh first = need(MovingMesh::make({a.positions[0], a.triangles}));
  MovingMesh second = need(MovingMesh::make({b.positions[0], b.triangles}));
  for (std::size_t i = 0; i < intervals; ++i) {
    need(first.fly(a.positions[i], a.positions[i + 1]));
    need(second.fly(b.positions[i], b.positions[i + 1]));
    if (with_deviations) {
      need(first.set_radii(a.deviations[i]));
      need(second.set_radii(b.deviations[i]));
    }
    const scenes::Stopwatch watch;
    for (const Impact& contact :
         find_impacts(first, second, {.executor = &serial_executor()}).impacts) {
      found.pairs.emplace(contact.a, contact.b);
    }
    found.ms += watch.ms();
  }
  found.ms /= double(intervals);
  return found;
}

/// The pairs that touch at many sampled times of the first part of a clip.
Pairs seen(const Model& model, const Clip& clip, double part) {
  const auto collider = need(bake(model));
  Character a = need(Character::make(collider));
  Character b = need(Character::make(collider));
  Pairs pairs;
  constexpr int kTimes = 2000;  // over the whole clip
  for (int i = 0; i < part * kTimes; ++i) {
    const double time = clip.start() + (clip.end() - clip.start()) * i / kTimes;
    const Pose pose = sample(model, clip, time);
    need(a.set_pose(pose));
    need(b.set_pose(placed(pose, placement(kShift, 0))));
    for (const auto& [p, q] : find_pairs(a, b).pairs) pairs.emplace(p, q);
  }
  return pairs;
}

/// The number of intervals that cover the first part of a clip.
std::size_t intervals_in(const Keyframes& keyframes, double part) {
  const std::size_t count = keyframes.times.size() - 1;
  const double end = keyframes.times[0] + part * (keyframes.times[count] - keyframes.times[0]);
  std::size_t intervals = 1;
  while (intervals < count && keyframes.times[intervals] < end) ++intervals;
  return intervals;
}

/// The part of the clip that fits into the budget, estimated from a few intervals at the highest
/// rate: all rates together take three times as long as the highest.
double fitting_part(const Model& model, const Clip& clip, double rate, const Budget& budget) {
  constexpr double kLeast = 0.02;
  const Keyframes a = need(to_bounded_keyframes(model, clip, rate));
  const Keyframes b = shifted(a);
  const double intervals = double(a.times.size() - 1);
  constexpr std::size_t kTried = 4;
  const double ms = search(a, b, false, kTried).ms + search(a, b, true, kTried).ms;
  const double seconds = 3 * intervals * ms / 1000;
  constexpr double kLonger = 1.5;  // exceeds the time rather than omit a part
  return seconds < kLonger * budget.left() ? 1 : std::max(budget.left() / seconds, kLeast);
}

Json sampling_rows(const BenchOptions&, Budget& budget, Progress& progress) {
  const Model model = make_creature();
  const Clip& clip = model.clips.front();
  const double rates[] = {7.5, 15, 30, 60, 120, 240};
  const double part = fitting_part(model, clip, rates[5], budget);
  const Pairs touching = seen(model, clip, part);
  Json result = Json::array();
  for (const double rate : rates) {
    const Keyframes a = need(to_bounded_keyframes(model, clip, rate));
    const Keyframes b = shifted(a);
    double largest = 0;
    double mean = 0;
    for (const auto& interval : a.deviations) {
      for (const float x : interval) {
        largest = std::max(largest, double{x});
        mean += x / double(interval.size() * a.deviations.size());
      }
    }
    const std::size_t intervals = intervals_in(a, part);
    const Found straight = search(a, b, false, intervals);
    const Found bounded = search(a, b, true, intervals);
    if (!std::ranges::includes(bounded.pairs, touching)) {
      throw Disagreement{"exact motion has missed a pair that touches"};
    }
    std::size_t missed = 0;
    for (const auto& pair : touching) missed += straight.pairs.contains(pair) ? 0 : 1;
    result.push_back({{"method", "exact-motion"},
                      {"frames_per_second", rate},
                      {"clip_share", rounded(part)},
                      {"triangles", 2 * model.triangles.size()},
                      {"largest_deviation_mm", rounded(1000 * largest)},
                      {"mean_deviation_mm", rounded(1000 * mean)},
                      {"seen", touching.size()},
                      {"straight", straight.pairs.size()},
                      {"missed_by_straight", missed},
                      {"candidates", bounded.pairs.size()},
                      {"ms_per_frame", rounded(bounded.ms)}});
    progress.show(double(result.size()) / double(std::size(rates)));
  }
  return result;
}

}  // namespace

Scenario sampling_scenario() {
  return {"sampling", "Clips of two creatures, sampled as straight lines at several frame rates.",
          sampling_rows};
}

}  // namespace dermis::app
