// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bench_sampling.h"

#include <algorithm>
#include <set>

#include "dermis/bounds/collider.h"
#include "dermis/ccd/keyframes.h"
#include "dermis/model/pose.h"
#include "dermis/model/procedural.h"
#include "dermis/query/character.h"
#include "dermis/query/collide.h"
#include "scenes/stopwatch.h"
#include "verbs.h"

namespace dermis::app {

namespace {

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

/// Two creatures that walk into each other's way: the other one is shifted by this.
constexpr Vec3 kShift{0.35F, 0, 0.1F};

Keyframes shifted(Keyframes keyframes) {
  for (auto& places : keyframes.places) {
    for (Point& p : places) {
      p = {p[0] + kShift.x, p[1] + kShift.y, p[2] + kShift.z};
    }
  }
  return keyframes;
}

/// All pairs that touch, or may, at some time of the clip.
struct Found {
  Pairs pairs;
  double ms = 0;  ///< for an interval
};

Found search(const Keyframes& a, const Keyframes& b, bool with_deviations) {
  Found found;
  MovingMesh first = need(MovingMesh::make({a.places[0], a.triangles}));
  MovingMesh second = need(MovingMesh::make({b.places[0], b.triangles}));
  for (std::size_t i = 0; i + 1 < a.times.size(); ++i) {
    need(first.fly(a.places[i], a.places[i + 1]));
    need(second.fly(b.places[i], b.places[i + 1]));
    if (with_deviations) {
      need(first.set_radii(a.deviations[i]));
      need(second.set_radii(b.deviations[i]));
    }
    const scenes::Stopwatch watch;
    for (const MotionContact& contact :
         find_contacts(first, second, {.all_cores = false}).contacts) {
      found.pairs.emplace(contact.a, contact.b);
    }
    found.ms += watch.ms();
  }
  found.ms /= double(a.times.size() - 1);
  return found;
}

/// What is seen to touch at many times.
Pairs seen(const Model& model, const Clip& clip) {
  const auto collider = need(bake(model));
  Character a(collider);
  Character b(collider);
  Pairs pairs;
  constexpr int kTimes = 2000;
  for (int i = 0; i < kTimes; ++i) {
    const double time = clip.start() + (clip.end() - clip.start()) * i / kTimes;
    const Pose pose = sample(model, clip, time);
    need(a.set_pose(pose));
    need(b.set_pose(placed(pose, placement(kShift, 0))));
    for (const auto& [p, q] : find_all(a, b).pairs) pairs.emplace(p, q);
  }
  return pairs;
}

Json sampling_rows(const BenchOptions&, Progress& progress) {
  const Model model = make_creature();
  const Clip& clip = model.clips.front();
  const Pairs touching = seen(model, clip);
  Json result = Json::array();
  const double rates[] = {7.5, 15, 30, 60, 120, 240};
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
    const Found straight = search(a, b, false);
    const Found bounded = search(a, b, true);
    if (!std::ranges::includes(bounded.pairs, touching)) {
      throw Disagreement{"a pair touches that exact motion has missed"};
    }
    std::size_t missed = 0;
    for (const auto& pair : touching) missed += straight.pairs.contains(pair) ? 0 : 1;
    result.push_back({{"method", "exact-motion"},
                      {"frames_per_second", rate},
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
  return {"sampling", "Clips of two creatures as straight lines, so many frames a second.",
          sampling_rows};
}

}  // namespace dermis::app
