// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "app/load.h"
#include "app/mesh_file.h"
#include "app/motion_search.h"
#include "app/progress.h"
#include "app/region_tally.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/motion/keyframes.h"

namespace dermis::app {

namespace {

/// The range of --fps. A second of the man at the highest rate takes 1 GB.
constexpr double kLeastFps = 0.001;
constexpr double kMostFps = 10'000;

struct MotionArguments {
  std::vector<std::string> files, others;
  std::optional<std::string> clip, other_clip;
  ModelOptions model, other_model;  ///< without their files
  double frames_per_second = 30;
  std::string method{to_string(ImpactMethod::space_time)};
  double tolerance = ImpactOptions().tolerance;
  bool no_self = false, exact_motion = false, json = false, verify = false, all = false;
};

struct Body {
  Keyframes keyframes;
  RegionNames regions;
};

/// Loads a sequence of meshes, or a model with a clip. `clip_option` names the option of the clip
/// in errors.
Body load(const std::vector<std::string>& files, ModelOptions options,
          const std::optional<std::string>& clip, const std::string& clip_option,
          double frames_per_second, bool exact_motion) {
  if (std::ranges::all_of(files, is_mesh)) {
    if (!options.clip_files.files.empty()) {
      throw Failure{fmt::format("{}s {}: {} is a mesh; clips are for models", clip_option,
                                options.clip_files.files.front(), files.front())};
    }
    if (clip) {
      throw Failure{fmt::format("{} {}: {} is a mesh, and has no clips; clips are for models",
                                clip_option, *clip, files.front())};
    }
    std::vector<Mesh> frames;
    frames.reserve(files.size());
    for (const std::string& file : files) frames.push_back(read_mesh(file, "motion"));
    return {need(to_keyframes(std::move(frames), frames_per_second), files.front()),
            RegionNames(files.front())};
  }
  if (files.size() > 1) {
    throw Failure{"give several .ply or .obj files, or one model; not " + files.front() + " and " +
                  files[1]};
  }
  options.file = files.front();
  options.reads = what_is_read("motion", ".obj and .ply meshes");
  const Model model = options.load().model;
  const std::uint32_t index = clip ? options.clip_files.find(model, *clip, files.front()) : 0;
  if (model.clips.empty()) {
    return {need(to_keyframes(model, Clip{}, frames_per_second), files.front()),
            RegionNames(model)};
  }
  return {need(exact_motion ? to_bounded_keyframes(model, model.clips[index], frames_per_second)
                            : to_keyframes(model, model.clips[index], frames_per_second),
               files.front()),
          RegionNames(model)};
}

/// A body that moves through its keyframes, and rests after the last one.
class Flight {
 public:
  Flight(Body body, const std::string& name)
      : keyframes_(std::move(body.keyframes)),
        regions_(std::move(body.regions)),
        mesh_(need(MovingMesh::make({keyframes_.positions[0], keyframes_.triangles}), name)) {}

  void fly(std::size_t interval) {
    const auto at = [&](std::size_t i) {
      return std::span<const Point>(
          keyframes_.positions[std::min(i, keyframes_.positions.size() - 1)]);
    };
    need(mesh_.fly(at(interval), at(interval + 1)));
    if (!keyframes_.deviations.empty()) {
      need(mesh_.set_radii(
          keyframes_.deviations[std::min(interval, keyframes_.deviations.size() - 1)]));
    }
  }
  [[nodiscard]] MovingMesh& mesh() { return mesh_; }
  [[nodiscard]] const Keyframes& keyframes() const { return keyframes_; }
  [[nodiscard]] const RegionNames& regions() const { return regions_; }

 private:
  Keyframes keyframes_;
  RegionNames regions_;
  MovingMesh mesh_;
};

/// The largest and the mean distance of vertices from their straight lines.
struct Deviation {
  double largest = 0, mean = 0;

  explicit Deviation(const Keyframes& keyframes) {
    double count = 0;
    for (const auto& interval : keyframes.deviations) {
      for (const float x : interval) {
        largest = std::max(largest, double{x});
        mean += x;
      }
      count += double(interval.size());
    }
    if (count > 0) mean /= count;
  }
  static Deviation larger(const Deviation& a, const Deviation& b) {
    return a.largest >= b.largest ? a : b;
  }
};

/// An impact, and its time in the whole animation.
struct Timed {
  double seconds;
  std::string_view kind;  ///< "self" or "pair"
  Impact impact;
  friend auto operator<=>(const Timed&, const Timed&) = default;
};

void run_motion(const MotionArguments& options) {
  expect_within(options.frames_per_second, "--fps", kLeastFps, kMostFps, "frames per second");
  check_tolerance(options.tolerance);
  const MotionWay way = need(motion_way_named(options.method), "--method");
  Flight body(load(options.files, options.model, options.clip, "--clip", options.frames_per_second,
                   options.exact_motion),
              options.files.front());
  std::optional<Flight> other;
  if (!options.others.empty()) {
    other.emplace(load(options.others, options.other_model, options.other_clip, "--other-clip",
                       options.frames_per_second, options.exact_motion),
                  options.others.front());
  }
  if (options.exact_motion && std::ranges::all_of(options.files, is_mesh) &&
      std::ranges::all_of(options.others, is_mesh)) {
    throw Failure{
        "--exact-motion needs a model with a clip: nothing is known of meshes between their "
        "frames"};
  }
  const std::vector<double>& times = body.keyframes().times;
  if (other && other->keyframes().times.size() > 1 && other->keyframes().times != times) {
    throw Failure{"the two animations have different keyframes; one of them may stand still"};
  }
  if (options.no_self && !other) throw Failure{"--no-self needs --other: there is nothing to find"};
  const std::size_t intervals = std::max<std::size_t>(times.size() - 1, 1);

  std::vector<MovingMesh*> bodies{&body.mesh()};
  std::vector<WatchedPair> watched;
  std::vector<std::string_view> kinds;
  if (!options.no_self) {
    watched.push_back({0, 0});
    kinds.emplace_back("self");
  }
  if (other) {
    bodies.push_back(&other->mesh());
    watched.push_back({0, 1});
    kinds.emplace_back("pair");
  }
  MotionSearch search(bodies, watched);

  std::vector<Timed> found;
  QueryStats stats;
  Progress progress("motion");
  for (std::size_t i = 0; i < intervals; ++i) {
    body.fly(i);
    if (other) other->fly(i);
    const double start = times[i];
    const double length = i + 1 < times.size() ? times[i + 1] - times[i] : 0;
    const auto some = search.find(way, {.tolerance = options.tolerance});
    if (options.verify) {
      const auto judged =
          search.find({.method = ImpactMethod::brute_force}, {.tolerance = options.tolerance});
      for (std::size_t k = 0; k < kinds.size(); ++k) {
        if (judged[k].impacts != some[k].impacts) {
          throw Disagreement{fmt::format("brute force finds other contacts in interval {}", i)};
        }
      }
    }
    const std::size_t before = found.size();
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      stats += some[k].stats;
      for (const Impact& impact : some[k].impacts) {
        found.push_back({start + impact.time * length, kinds[k], impact});
      }
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    progress.show(double(i + 1) / double(intervals));
  }

  Deviation deviation(body.keyframes());
  if (other) deviation = Deviation::larger(deviation, Deviation(other->keyframes()));
  if (options.json) {
    Json contacts = Json::array();
    for (const auto& [seconds, kind, impact] : found) {
      contacts.push_back({{"time", seconds}, {"kind", kind}, {"a", impact.a}, {"b", impact.b}});
    }
    fmt::print("{}\n", to_text({{"schema", 1},
                                {"intervals", intervals},
                                {"contacts", contacts},
                                {"stats",
                                 {{"box_tests", stats.box_tests},
                                  {"pair_tests", stats.triangle_tests},
                                  {"feature_tests", stats.feature_tests}}},
                                {"exact_motion", options.exact_motion},
                                {"largest_deviation", deviation.largest},
                                {"mean_deviation", deviation.mean},
                                {"verified", options.verify}}));
    return;
  }
  if (options.exact_motion) {
    fmt::print(
        "between frames, vertices are at most {:.3g} from straight lines, {:.3g} on average\n",
        deviation.largest, deviation.mean);
  }
  const std::string noun = options.exact_motion ? "possible contact" : "contact";
  fmt::print("{} in {}\n", counted(found.size(), noun), counted(intervals, "interval"));
  RegionTally tally;
  for (const auto& [seconds, kind, impact] : found) {
    if (kind == "self") {
      tally.add_self("self", body.regions(), impact.a, impact.b);
    } else {
      tally.add_pair("pair", body.regions(), impact.a, other->regions(), impact.b);
    }
  }
  tally.print(noun, options.all);
  const std::size_t shown = options.all ? found.size() : std::min(found.size(), kFewRows);
  for (const auto& [seconds, kind, impact] : std::span(found).first(shown)) {
    fmt::print("{:>12.6f} s  {}  {:>8} {:>8}\n", seconds, kind, impact.a, impact.b);
  }
  print_rows_left_out(found.size() - shown);
}

}  // namespace

void add_motion(CLI::App& program) {
  auto* const verb = program.add_subcommand(
      "motion", "find the triangles that touch while meshes move, in the order of time");
  verb->footer(
      "FILE... are the frames of a mesh (.ply or .obj, all with the same triangles), or one model\n"
      "(.gltf, .glb, or a built-in one) with a clip. Between frames, vertices move in straight\n"
      "lines. A pair that does not intersect at the start of an interval and touches in it is\n"
      "found. Each pair counts once per interval, at its first touch.\n"
      "The output counts the pairs by parts (by limbs, if the model is one part), most first,\n"
      "and lists the first ones in time (--all lists all).\n"
      "Example: dermis motion man --clip walk --exact-motion\n"
      "Example: dermis demo tablecloth -o frames && dermis motion frames/cloth_*.obj "
      "--other frames/table_00.obj");
  const auto options = std::make_shared<MotionArguments>();
  verb->add_option("FILE", options->files, "the frames, or the model")->required();
  auto* const other = verb->add_option(
      "--other", options->others, "frames or model of a second body; a single frame stands still");
  verb->add_option("--clip", options->clip, "clip of the model; default: the first one");
  verb->add_option("--other-clip", options->other_clip,
                   "clip of the other model; default: the first one")
      ->needs(other);
  options->model.add_choices_to(*verb, "", "");
  options->other_model.add_choices_to(*verb, "other-", "");
  verb->add_option("--fps", options->frames_per_second, "frames per second, 0.001 to 10000")
      ->type_name("N")
      ->capture_default_str();
  add_tolerance_option(*verb, options->tolerance);
  verb->add_option("--method", options->method,
                   fmt::format("how to search: {}", fmt::join(motion_way_names(), ", ")))
      ->capture_default_str();
  verb->add_flag("--exact-motion", options->exact_motion,
                 "for a character's clip: find everything that its true motion touches between\n"
                 "frames, except triangles with a common corner; also reports pairs that only may\n"
                 "touch, fewer of them with more frames");
  verb->add_flag("--no-self", options->no_self, "find only contacts with the other body");
  verb->add_flag("--verify", options->verify,
                 "repeat by brute force; exit status 3 if the results differ");
  verb->add_flag(
      "--all", options->all,
      fmt::format("print all contacts, not only the first {}; --json always does", kFewRows));
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] { run_motion(*options); });
}

}  // namespace dermis::app
