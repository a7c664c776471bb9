// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

#include "dermis/ccd/keyframes.h"
#include "load.h"
#include "motion_search.h"
#include "progress.h"
#include "report.h"
#include "verbs.h"

namespace dermis::app {

namespace {

struct MotionArguments {
  std::vector<std::string> files, others;
  std::optional<std::string> clip, other_clip;
  double frames_per_second = 30;
  std::string method = "space-time";
  ContactOptions contact;
  bool no_self = false, exact_motion = false, json = false, verify = false;
};

bool is_mesh(const std::string& file) {
  return file.ends_with(".ply") || file.ends_with(".obj");
}

/// A sequence of meshes, or a model with a clip.
Keyframes load(const std::vector<std::string>& files, const std::optional<std::string>& clip,
               double frames_per_second, bool exact_motion) {
  if (std::ranges::all_of(files, is_mesh)) {
    std::vector<Mesh> frames;
    frames.reserve(files.size());
    for (const std::string& file : files) frames.push_back(read_mesh(file));
    return need(to_keyframes(std::move(frames), frames_per_second), files.front());
  }
  if (files.size() > 1) {
    throw Failure{"give several .ply or .obj files, or one model; not " + files.front() + " and " +
                  files[1]};
  }
  ModelOptions options;
  options.file = files.front();
  const Model model = options.load().model;
  if (model.clips.empty()) {
    return need(to_keyframes(model, Clip{}, frames_per_second), files.front());
  }
  const std::uint32_t index = clip ? need(find_clip(model, *clip), files.front()) : 0;
  return need(exact_motion ? to_bounded_keyframes(model, model.clips[index], frames_per_second)
                           : to_keyframes(model, model.clips[index], frames_per_second),
              files.front());
}

/// A body on its way through its keyframes; after the last one it rests.
class Flight {
 public:
  Flight(Keyframes keyframes, const std::string& name)
      : keyframes_(std::move(keyframes)),
        mesh_(need(MovingMesh::make({keyframes_.places[0], keyframes_.triangles}), name)) {}

  void fly(std::size_t interval) {
    const auto at = [&](std::size_t i) {
      return std::span<const Point>(keyframes_.places[std::min(i, keyframes_.places.size() - 1)]);
    };
    need(mesh_.fly(at(interval), at(interval + 1)));
    if (!keyframes_.deviations.empty()) {
      need(mesh_.set_radii(
          keyframes_.deviations[std::min(interval, keyframes_.deviations.size() - 1)]));
    }
  }
  [[nodiscard]] MovingMesh& mesh() { return mesh_; }
  [[nodiscard]] const Keyframes& keyframes() const { return keyframes_; }

 private:
  Keyframes keyframes_;
  MovingMesh mesh_;
};

/// How far vertices are from their straight lines, at most and on average.
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

/// A contact, and when in the whole animation.
struct Timed {
  double seconds;
  std::string_view kind;  ///< "self" or "pair"
  MotionContact contact;
  friend auto operator<=>(const Timed&, const Timed&) = default;
};

void run_motion(const MotionArguments& options) {
  const MotionWay way = need(motion_way_named(options.method), "--method");
  Flight body(load(options.files, options.clip, options.frames_per_second, options.exact_motion),
              options.files.front());
  std::optional<Flight> other;
  if (!options.others.empty()) {
    other.emplace(
        load(options.others, options.other_clip, options.frames_per_second, options.exact_motion),
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
  MotionStats stats;
  Progress progress("motion");
  for (std::size_t i = 0; i < intervals; ++i) {
    body.fly(i);
    if (other) other->fly(i);
    const double start = times[i];
    const double length = i + 1 < times.size() ? times[i + 1] - times[i] : 0;
    const auto some = search.find(way, {.contact = options.contact});
    if (options.verify) {
      const auto judged =
          search.find({.method = MotionMethod::brute_force}, {.contact = options.contact});
      for (std::size_t k = 0; k < kinds.size(); ++k) {
        if (judged[k].contacts != some[k].contacts) {
          throw Disagreement{fmt::format("brute force finds other contacts in interval {}", i)};
        }
      }
    }
    const std::size_t before = found.size();
    for (std::size_t k = 0; k < kinds.size(); ++k) {
      stats += some[k].stats;
      for (const MotionContact& contact : some[k].contacts) {
        found.push_back({start + contact.time * length, kinds[k], contact});
      }
    }
    std::sort(found.begin() + static_cast<std::ptrdiff_t>(before), found.end());
    progress.show(double(i + 1) / double(intervals));
  }

  Deviation deviation(body.keyframes());
  if (other) deviation = Deviation::larger(deviation, Deviation(other->keyframes()));
  if (options.json) {
    Json contacts = Json::array();
    for (const auto& [seconds, kind, contact] : found) {
      contacts.push_back({{"time", seconds}, {"kind", kind}, {"a", contact.a}, {"b", contact.b}});
    }
    fmt::print("{}\n", to_text({{"schema", 1},
                                {"intervals", intervals},
                                {"contacts", contacts},
                                {"stats",
                                 {{"box_tests", stats.box_tests},
                                  {"pair_tests", stats.pair_tests},
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
  fmt::print("{} in {}\n",
             counted(found.size(), options.exact_motion ? "possible contact" : "contact"),
             counted(intervals, "interval"));
  for (const auto& [seconds, kind, contact] : found) {
    fmt::print("{:>12.6f} s  {}  {:>8} {:>8}\n", seconds, kind, contact.a, contact.b);
  }
}

}  // namespace

void add_motion(CLI::App& program) {
  auto* const verb = program.add_subcommand(
      "motion", "which triangles touch while meshes move, in the order of time");
  verb->footer(
      "FILE... are the frames of a mesh (.ply or .obj, all with the same triangles), or one model\n"
      "(.gltf, .glb, or a built-in one) with a clip. Between frames, vertices move in straight\n"
      "lines; nothing that touches in between is missed. Contacts are counted once per interval.\n"
      "Example: dermis motion cloth_*.ply --other table.obj");
  const auto options = std::make_shared<MotionArguments>();
  verb->add_option("FILE", options->files, "the frames, or the model")->required();
  verb->add_option("--other", options->others, "a second body; one frame stands still");
  verb->add_option("--clip", options->clip, "of the model; the first one without");
  verb->add_option("--other-clip", options->other_clip, "of the other model");
  verb->add_option("--fps", options->frames_per_second, "frames a second")
      ->capture_default_str()
      ->check(CLI::PositiveNumber);
  add_tolerance_option(*verb, options->contact);
  verb->add_option("--method", options->method,
                   "space-time, kinetic-list, kinetic-list-literal, swept, swept-static-front or\n"
                   "brute-force")
      ->capture_default_str();
  verb->add_flag("--exact-motion", options->exact_motion,
                 "of a character's clip: nothing that its true motion touches between frames is\n"
                 "missed, but for triangles with a common corner; pairs that only may touch are\n"
                 "reported, too, fewer with more frames");
  verb->add_flag("--no-self", options->no_self, "only contacts with the other body");
  verb->add_flag("--verify", options->verify, "again by brute force; exit status 3 if it differs");
  verb->add_flag("--json", options->json, "for machines");
  verb->callback([options] { run_motion(*options); });
}

}  // namespace dermis::app
