// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/demo/motion.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/moving_bodies.h"
#include "app/progress.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/meshes/obj.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

using scenes::MovingScene;

void write_keyframes(const MovingScene& scene, const std::filesystem::path& folder) {
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Failure{folder.string() + ": cannot be made: " + error.message()};
  for (const auto& body : scene.bodies) {
    for (std::size_t k = 0; k < body.keyframes.size(); ++k) {
      const std::string name = fmt::format("{}_{:02}.obj", body.name, k);
      need(write_file(folder / name, to_obj(Mesh{body.keyframes[k], body.triangles})));
    }
  }
}

/// The impacts from one keyframe to the next.
struct Interval {
  std::size_t contacts = 0;
  double first = 1;  ///< time of the first impact, as a share of the interval
  double ms = 0;
};

}  // namespace

void demo_motion(const scenes::NamedMovingScene& named, std::size_t triangles,
                 const std::string& folder, bool json) {
  Progress progress(named.name);
  progress.begin_part(0, 0.5);
  const MovingScene scene = named.make(triangles, [&](double share) { progress.show(share); });
  if (!folder.empty()) write_keyframes(scene, folder);

  progress.begin_part(0.5, 1);
  MovingBodies bodies(scene);
  static_cast<void>(bodies.find({}, {}));  // builds the data that is built only once
  std::vector<Interval> intervals;
  QueryStats stats;
  for (std::size_t i = 0; i < scene.interval_count(); ++i) {
    const scenes::Stopwatch watch;
    bodies.fly(i);
    const Impacts found = bodies.find({}, {});
    Interval& interval = intervals.emplace_back();
    interval.ms = watch.ms();
    interval.contacts = found.impacts.size();
    for (const Impact& contact : found.impacts) {
      interval.first = std::min(interval.first, contact.time);
    }
    stats += found.stats;
    progress.show(double(i + 1) / double(scene.interval_count()));
  }
  std::size_t contacts = 0;
  double ms = 0;
  for (const Interval& interval : intervals) {
    contacts += interval.contacts;
    ms += interval.ms / double(intervals.size());
  }
  if (json) {
    Json rows = Json::array();
    for (const Interval& interval : intervals) {
      rows.push_back({{"contacts", interval.contacts}, {"ms", interval.ms}});
      if (interval.contacts > 0) rows.back()["first"] = interval.first;
    }
    fmt::print("{}\n", to_text({{"schema", 1},
                                {"scene", named.name},
                                {"triangles", scene.triangle_count()},
                                {"contacts", contacts},
                                {"intervals", rows}}));
    return;
  }
  fmt::print("{}\n\n", named.about);
  for (const auto& body : scene.bodies) {
    fmt::print("  {:<10}  {}, {}\n", body.name, counted(body.triangles.size(), "triangle"),
               body.keyframes.size() > 1 ? counted(body.keyframes.size(), "keyframe")
                                         : std::string("at rest"));
  }
  const auto with =
      std::ranges::count_if(intervals, [](const Interval& i) { return i.contacts > 0; });
  fmt::print("  touched     {} of triangles, in {} of {}\n", counted(contacts, "pair"), with,
             counted(intervals.size(), "interval"));
  const auto first =
      std::ranges::find_if(intervals, [](const Interval& i) { return i.contacts > 0; });
  if (first != intervals.end()) {
    fmt::print("              for the first time {:.4f} keyframes after the start\n",
               double(first - intervals.begin()) + first->first);
  }
  fmt::print("  found       in {:.3g} ms from one keyframe to the next, with {} looked at\n", ms,
             counted(stats.triangle_tests / std::max<std::size_t>(intervals.size(), 1), "pair"));
}

}  // namespace dermis::app
