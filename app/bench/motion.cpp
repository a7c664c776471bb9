// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <thread>

#include "app/bench/budget.h"
#include "app/moving_bodies.h"
#include "app/verbs.h"
#include "dermis/base/isa.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

using scenes::MovingScene;

/// A method with its options, and its time and counters over all intervals.
struct Entry {
  MotionWay way;
  ImpactOptions options = {.executor = &serial_executor()};
  double ms = 0;
  Impacts found = {};  ///< in the last interval that was measured
  std::uint64_t contacts = 0;
  QueryStats stats = {};
  KineticEvents events = {};

  /// Adds the time of the fastest round. Each round sets the next keyframe and finds all its
  /// impacts.
  void measure(MovingBodies& bodies, std::size_t interval, int rounds) {
    double least = 1e18;
    for (int round = 0; round < (is_long() ? 1 : rounds); ++round) {
      const scenes::Stopwatch watch;
      bodies.fly(interval);
      found = bodies.find(way, options);
      least = std::min(least, watch.ms());
    }
    ms += least;
    contacts += found.impacts.size();
    stats += found.stats;
    if (way.list) events += bodies.search().events();
  }
  [[nodiscard]] bool is_parallel() const { return options.executor == nullptr; }
  /// Long searches are measured once.
  [[nodiscard]] bool is_long() const { return options.time_slices >= 50; }
  /// Approximate cost, in units of one swept search of the whole interval.
  [[nodiscard]] double work(int rounds) const {
    if (way.list) return (*way.list == KineticMode::literal ? 10 : 5) * rounds / 3.0;
    // A search of a shorter part of the interval is less work.
    return (is_long() ? 1 : rounds) * 0.7 * options.time_slices;
  }
};

constexpr std::uint32_t kInterpolated[] = {1, 5, 10, 50, 100};

std::vector<Entry> entries_of(const BenchOptions& options) {
  std::vector<Entry> entries;
  for (const MotionWay& way : options.motion_ways) {
    // Methods that do not depend on interpolated frames are measured once.
    if (!way.is_swept()) entries.push_back({.way = way});
    if (!way.is_swept() && !way.list) {
      entries.push_back({.way = way, .options = {}});
    }
    if (!way.is_swept()) continue;
    for (const std::uint32_t parts : kInterpolated) {
      entries.push_back(
          {.way = way, .options = {.time_slices = parts, .executor = &serial_executor()}});
    }
  }
  return entries;
}

/// The intervals to measure, evenly over the scene: as many as there is time for. There is at least
/// one; if even that takes too long, it gets one round.
struct Choice {
  std::vector<std::size_t> intervals;
  int rounds = 3;
};

Choice chosen_intervals(const MovingScene& scene, MovingBodies& bodies,
                        const std::vector<Entry>& entries, double seconds) {
  const std::size_t count = scene.interval_count();
  bodies.fly(count / 2);
  // Build the data that is built only once.
  for (const Entry& entry : entries) {
    if (!entry.way.is_swept()) static_cast<void>(bodies.find(entry.way, entry.options));
  }
  static_cast<void>(bodies.find({}, {.executor = &serial_executor()}));
  const scenes::Stopwatch watch;
  static_cast<void>(bodies.find({.method = ImpactMethod::swept}, {.executor = &serial_executor()}));
  const double unit = watch.ms() / 1000;
  Choice result;
  double work = 0;  // in multiples of `unit`
  for (const Entry& entry : entries) work += entry.work(result.rounds);
  const double each = work * unit;
  const auto wanted = static_cast<std::size_t>(std::clamp(seconds / each, 1.0, double(count)));
  if (seconds < each) result.rounds = 1;
  for (std::size_t i = 0; i < wanted; ++i) {
    result.intervals.push_back((2 * i + 1) * count / (2 * wanted));
  }
  return result;
}

Json rows_of(const MovingScene& scene, const BenchOptions& options, double seconds,
             Progress& progress) {
  MovingBodies bodies(scene);
  std::vector<Entry> entries = entries_of(options);
  const auto [intervals, rounds] = chosen_intervals(scene, bodies, entries, seconds);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    for (std::size_t e = 0; e < entries.size(); ++e) {
      entries[e].measure(bodies, intervals[i], rounds);
      if (entries[e].found.impacts != entries[0].found.impacts) {
        throw Disagreement{fmt::format("{} and {} find different contacts in interval {}",
                                       entries[e].way.name(), entries[0].way.name(), intervals[i])};
      }
      const double done = double(i * entries.size() + e + 1);
      progress.show(done / double(intervals.size() * entries.size()));
    }
  }
  const auto n = static_cast<double>(intervals.size());
  double best_swept = 0;
  for (const Entry& entry : entries) {
    if (entry.way.is_swept() && (best_swept == 0 || entry.ms < best_swept)) best_swept = entry.ms;
  }
  const auto swept_at = [&](std::uint32_t parts) {
    for (const Entry& entry : entries) {
      const bool swept = !entry.way.list && entry.way.method == ImpactMethod::swept;
      if (swept && entry.options.time_slices == parts) {
        return entry.ms;
      }
    }
    return 0.0;
  };
  Json rows = Json::array();
  const auto add = [&](const Entry& entry, std::uint32_t parts) {
    Json row{{"method", entry.way.name()},
             {"triangles", scene.triangle_count()},
             {"interpolated", parts},
             {"isa", to_string(current_isa())},
             {"threads", entry.is_parallel() ? std::thread::hardware_concurrency() : 1},
             {"intervals", intervals.size()},
             {"ms_per_frame", rounded(entry.ms / n)},
             {"contacts", rounded(double(entry.contacts) / n)},
             {"box_tests", rounded(double(entry.stats.box_tests) / n)},
             {"pair_tests", rounded(double(entry.stats.triangle_tests) / n)},
             {"feature_tests", rounded(double(entry.stats.feature_tests) / n)},
             {"bytes_per_triangle", rounded(double(bodies.search().byte_count(entry.way)) /
                                            double(scene.triangle_count()))}};
    if (entry.contacts > 0) {
      row["ns_per_contact"] = rounded(1e6 * entry.ms / double(entry.contacts));
    }
    if (entry.way.list) {
      row["events"] = rounded(double(entry.events.total()) / n);
      row["events_per_interpolated"] = rounded(double(entry.events.total()) / n / parts);
      row["box_changes"] = rounded(double(entry.events.box_changes) / n);
      row["overlaps"] = rounded(double(entry.events.overlaps) / n);
      row["fathers_parted"] = rounded(double(entry.events.parents_parted) / n);
      row["triangles_parted"] = rounded(double(entry.events.triangles_parted) / n);
    }
    if (swept_at(parts) > 0) row["swept_over_this"] = rounded(swept_at(parts) / entry.ms);
    if (!entry.way.is_swept() && best_swept > 0) {
      row["best_swept_over_this"] = rounded(best_swept / entry.ms);
    }
    rows.push_back(std::move(row));
  };
  for (const Entry& entry : entries) {
    if (entry.way.is_swept() || entry.is_parallel()) {
      add(entry, entry.options.time_slices);
    } else {
      for (const std::uint32_t parts : kInterpolated) add(entry, parts);
    }
  }
  return rows;
}

/// The rows for all sizes of a scene.
Json motion_rows(const scenes::NamedMovingScene& named, const BenchOptions& options, Budget& budget,
                 Progress& progress) {
  Json result = Json::array();
  const auto count = static_cast<double>(named.sizes.size());
  double last = 0;  // seconds that the last size took
  for (std::size_t i = 0; i < named.sizes.size(); ++i) {
    // The time grows at least like the number of triangles.
    const double growth = i == 0 ? 0 : double(named.sizes[i]) / double(named.sizes[i - 1]);
    if (!budget.fits(growth * last)) {
      budget.leave_out(named.sizes.size() - i);
      break;
    }
    const double before = budget.elapsed();
    const double first = double(i) / count;
    const double made = (double(i) + 0.2) / count;
    progress.begin_part(first, made);
    const Budget mine(budget.share(count - double(i)));
    const MovingScene scene =
        named.make(named.sizes[i], [&](double share) { progress.show(share); });
    progress.begin_part(made, double(i + 1) / count);
    // Measuring always gets some time, however long it took to make the scene.
    const double seconds = std::max(mine.left(), options.seconds / count / 2);
    for (Json& row : rows_of(scene, options, seconds, progress)) {
      result.push_back(std::move(row));
    }
    last = budget.elapsed() - before;
  }
  return result;
}

}  // namespace

std::vector<Scenario> motion_scenarios() {
  std::vector<Scenario> result;
  for (const scenes::NamedMovingScene& named : scenes::named_moving_scenes()) {
    result.push_back({named.name, named.about,
                      [&named](const BenchOptions& options, Budget& budget, Progress& progress) {
                        return motion_rows(named, options, budget, progress);
                      }});
  }
  return result;
}

}  // namespace dermis::app
