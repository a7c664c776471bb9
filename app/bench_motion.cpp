// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bench_motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <thread>

#include "dermis/math/isa.h"
#include "scenes/stopwatch.h"
#include "stage.h"
#include "verbs.h"

namespace dermis::app {

namespace {

using scenes::MovingScene;

/// A method, how it is asked, and what it took, in all intervals together.
struct Entry {
  MotionWay way;
  MotionOptions options = {.all_cores = false};
  double ms = 0;
  MotionContacts found = {};  ///< in the last interval that was measured
  std::uint64_t contacts = 0;
  MotionStats stats = {};
  KineticEvents events = {};

  /// The fastest of some rounds: the next keyframe is set, and all its contacts are found.
  void measure(Stage& stage, std::size_t interval) {
    constexpr std::uint32_t kLong = 50;  // those are measured once
    double least = 1e18;
    for (int round = 0; round < (options.interpolated < kLong ? 3 : 1); ++round) {
      const scenes::Stopwatch watch;
      stage.fly(interval);
      found = stage.find(way, options);
      least = std::min(least, watch.ms());
    }
    ms += least;
    contacts += found.contacts.size();
    stats += found.stats;
    if (way.list) events += stage.search().events();
  }
  /// About, in units of one swept search of the whole time.
  [[nodiscard]] double work() const {
    if (way.list) return *way.list == ListMode::literal ? 10 : 5;
    // Shorter parts of the time are less work each.
    return (options.interpolated < 50 ? 3 : 1) * 0.7 * options.interpolated;
  }
};

constexpr std::uint32_t kInterpolated[] = {1, 5, 10, 50, 100};

std::vector<Entry> entries_of(const BenchOptions& options) {
  std::vector<Entry> entries;
  for (const MotionWay& way : options.motion_ways) {
    // What does not depend on interpolated frames is measured once.
    if (!way.is_swept()) entries.push_back({.way = way});
    if (!way.is_swept() && !way.list) {
      entries.push_back({.way = way, .options = {.all_cores = true}});
    }
    if (!way.is_swept()) continue;
    for (const std::uint32_t parts : kInterpolated) {
      entries.push_back({.way = way, .options = {.interpolated = parts, .all_cores = false}});
    }
  }
  return entries;
}

/// As many intervals, evenly over the scene, as there is time for.
std::vector<std::size_t> chosen_intervals(const MovingScene& scene, Stage& stage,
                                          const std::vector<Entry>& entries, double seconds) {
  const std::size_t count = scene.interval_count();
  stage.fly(count / 2);
  // What is made once.
  for (const Entry& entry : entries) {
    if (!entry.way.is_swept()) static_cast<void>(stage.find(entry.way, entry.options));
  }
  static_cast<void>(stage.find({}, {.all_cores = false}));
  const scenes::Stopwatch watch;
  static_cast<void>(stage.find({.method = MotionMethod::swept}, {.all_cores = false}));
  double work = 0;  // in units of that
  for (const Entry& entry : entries) work += entry.work();
  const double each = work * watch.ms() / 1000;
  const auto wanted = static_cast<std::size_t>(std::clamp(seconds / each, 2.0, double(count)));
  std::vector<std::size_t> result(wanted);
  for (std::size_t i = 0; i < wanted; ++i) result[i] = (2 * i + 1) * count / (2 * wanted);
  return result;
}

Json rows_of(const MovingScene& scene, const BenchOptions& options, double seconds,
             Progress& progress) {
  Stage stage(scene);
  std::vector<Entry> entries = entries_of(options);
  const auto intervals = chosen_intervals(scene, stage, entries, seconds);
  for (std::size_t i = 0; i < intervals.size(); ++i) {
    for (std::size_t e = 0; e < entries.size(); ++e) {
      entries[e].measure(stage, intervals[i]);
      if (entries[e].found.contacts != entries[0].found.contacts) {
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
      if (entry.way.name() == "swept" && entry.options.interpolated == parts) {
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
             {"isa", to_string(best_isa())},
             {"threads", entry.options.all_cores ? std::thread::hardware_concurrency() : 1},
             {"intervals", intervals.size()},
             {"ms_per_frame", rounded(entry.ms / n)},
             {"contacts", rounded(double(entry.contacts) / n)},
             {"box_tests", rounded(double(entry.stats.box_tests) / n)},
             {"pair_tests", rounded(double(entry.stats.pair_tests) / n)},
             {"feature_tests", rounded(double(entry.stats.feature_tests) / n)},
             {"bytes_per_triangle", rounded(double(stage.search().byte_count(entry.way)) /
                                            double(scene.triangle_count()))}};
    if (entry.contacts > 0) {
      row["ns_per_contact"] = rounded(1e6 * entry.ms / double(entry.contacts));
    }
    if (entry.way.list) {
      row["events"] = rounded(double(entry.events.all()) / n);
      row["events_per_interpolated"] = rounded(double(entry.events.all()) / n / parts);
      row["box_changes"] = rounded(double(entry.events.box_changes) / n);
      row["overlaps"] = rounded(double(entry.events.overlaps) / n);
      row["fathers_parted"] = rounded(double(entry.events.fathers_parted) / n);
      row["triangles_parted"] = rounded(double(entry.events.triangles_parted) / n);
    }
    if (swept_at(parts) > 0) row["swept_over_this"] = rounded(swept_at(parts) / entry.ms);
    if (!entry.way.is_swept() && best_swept > 0) {
      row["best_swept_over_this"] = rounded(best_swept / entry.ms);
    }
    rows.push_back(std::move(row));
  };
  for (const Entry& entry : entries) {
    if (entry.way.is_swept() || entry.options.all_cores) {
      add(entry, entry.options.interpolated);
    } else {
      for (const std::uint32_t parts : kInterpolated) add(entry, parts);
    }
  }
  return rows;
}

/// All sizes of a scene.
Json motion_rows(const scenes::NamedMovingScene& named, const BenchOptions& options,
                 Progress& progress) {
  Json result = Json::array();
  const auto count = static_cast<double>(named.sizes.size());
  for (std::size_t i = 0; i < named.sizes.size(); ++i) {
    const double first = double(i) / count;
    const double made = (double(i) + 0.2) / count;
    progress.begin_part(first, made);
    const MovingScene scene =
        named.make(named.sizes[i], [&](double share) { progress.show(share); });
    progress.begin_part(made, double(i + 1) / count);
    for (Json& row : rows_of(scene, options, options.seconds / count, progress)) {
      result.push_back(std::move(row));
    }
  }
  return result;
}

}  // namespace

std::vector<Scenario> motion_scenarios() {
  std::vector<Scenario> result;
  for (const scenes::NamedMovingScene& named : scenes::named_moving_scenes()) {
    result.push_back(
        {named.name, named.about, [&named](const BenchOptions& options, Progress& progress) {
           return motion_rows(named, options, progress);
         }});
  }
  return result;
}

}  // namespace dermis::app
