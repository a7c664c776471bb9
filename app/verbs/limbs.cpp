// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/file_ending.h"
#include "app/load.h"
#include "app/named_option.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/base/printable.h"
#include "dermis/gltf/gltf.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/shapes/shape_file.h"
#include "dermis/shapes/shape_glb.h"
#include "dermis/shapes/simplify.h"

namespace dermis::app {

namespace {

struct LimbsArguments {
  ModelOptions model;
  std::string overrides, shape, output, glb;
  ShapeLevel level = ShapeLevel::bounds;
  std::vector<std::string> clips;
  double min_share = LimbGroupOptions{}.min_share;
  std::uint32_t max_volumes = LimbOptions{}.max_volumes;
  std::optional<double> simplify;
  Skinning skinning = Skinning::linear;
  bool json = false;
};

double size_of(const Capsule& c) {
  const double x = double{c.b.x} - c.a.x;
  const double y = double{c.b.y} - c.a.y;
  const double z = double{c.b.z} - c.a.z;
  return std::sqrt(x * x + y * y + z * z);
}

/// The content of a file with limbs. A file with another ending may be the wrong one.
template <class T>
T limbs_in(Result<T> read, const std::string& file, const char* option) {
  if (!read && !has_ending(file, ".json")) {
    throw Failure{fmt::format("{}; {} reads .json files", read.error().message, option)};
  }
  return need(std::move(read));
}

CollideShape shape_of(const LimbsArguments& options, const Model& model) {
  std::vector<std::uint32_t> clips;
  clips.reserve(options.clips.size());
  for (const std::string& clip : options.clips) {
    const std::uint32_t chosen = options.model.clip_files.find(model, clip, options.model.file);
    if (std::ranges::find(clips, chosen) == clips.end()) clips.push_back(chosen);
  }
  if (!options.shape.empty()) {
    return limbs_in(load_shape(options.shape, model), options.shape, "--shape");
  }
  LimbOptions made;
  if (!clips.empty()) made.clips = clips;
  made.groups.min_share = options.min_share;
  made.max_volumes = options.max_volumes;
  made.skinning = options.skinning;
  if (!options.overrides.empty()) {
    made.groups.overrides =
        limbs_in(load_overrides(options.overrides), options.overrides, "--overrides");
  }
  Progress progress("limbs");
  made.progress = [&](double share) { progress.show(share); };
  return need(make_limbs(model, made), options.model.file);
}

/// The number of triangles of each limb.
std::vector<std::size_t> triangle_counts(const CollideShape& shape) {
  std::vector<std::size_t> counts(shape.limbs.size());
  for (const std::uint32_t limb : shape.triangle_limbs) ++counts[limb];
  return counts;
}

std::string name_of_joint(const Model& model, std::uint32_t joint) {
  const std::string& name = model.skeleton.nodes[model.skeleton.joints[joint].node].name;
  return name.empty() ? fmt::format("#{}", joint) : printable(name);
}

void print(const LimbsArguments& options, const Model& model, const CollideShape& shape,
           const Result<LimbFit>& fit) {
  std::size_t width = 4;
  std::size_t parent_width = 4;
  for (const Limb& limb : shape.limbs) {
    width = std::max(width, printable(limb.name).size());
    if (limb.parent != kNone) {
      parent_width = std::max(parent_width, printable(shape.limbs[limb.parent].name).size());
    }
  }
  fmt::print(
      "{}: {} of {}, bounds for {}\n\n", printable(options.model.file),
      counted(shape.limbs.size(), "limb"), counted(model.skeleton.joints.size(), "joint"),
      shape.clips.empty() ? std::string("the bind pose") : counted(shape.clips.size(), "clip"));
  fmt::print("  {:<{}}  {:<{}}  joints  triangles  length  radius  volumes  follows\n", "limb",
             width, "on", parent_width);
  const auto counts = triangle_counts(shape);
  for (std::size_t l = 0; l < shape.limbs.size(); ++l) {
    const Limb& limb = shape.limbs[l];
    fmt::print("  {:<{}}  {:<{}}  {:>6}  {:>9}  {:>6.3f}  {:>6.3f}  {:>7}  {}\n",
               printable(limb.name), width,
               limb.parent == kNone ? std::string("-") : printable(shape.limbs[limb.parent].name),
               parent_width, limb.joints.size(), grouped(counts[l]), size_of(limb.bound),
               limb.bound.radius, limb.volumes.size(), name_of_joint(model, limb.joint));
  }
  if (fit) {
    fmt::print("\n  bounds hold {:.4g} cubic units, the limbs' convex hulls {:.4g}: {:.2f} times\n",
               fit->bounds_volume, fit->hulls_volume, fit->bounds_volume / fit->hulls_volume);
    fmt::print("  volumes are {:.3g} from the surface (root of the mean square)\n",
               fit->surface_error);
  }
}

Json describe(const Capsule& c) {
  return {{"a", {c.a.x, c.a.y, c.a.z}}, {"b", {c.b.x, c.b.y, c.b.z}}, {"radius", c.radius}};
}

void check_outputs(const LimbsArguments& options) {
  std::vector<std::string> inputs{options.model.file};
  for (const std::string* const file : {&options.shape, &options.overrides}) {
    if (!file->empty()) inputs.push_back(*file);
  }
  check_output(options.output, {"limbs --output", ".json"}, inputs);
  check_output(options.glb, {"limbs --glb", ".glb"}, inputs);
}

void run_limbs(const LimbsArguments& options) {
  check_outputs(options);
  Model model = options.model.load().model;
  std::optional<Simplified> simplified;
  if (options.simplify) {
    simplified = need(simplify(model, {.share = *options.simplify}), options.model.file);
    model = simplified->model;
  }
  const CollideShape shape = shape_of(options, model);
  const Pose pose = bind_pose(model);
  const auto fit = measure_fit(model, shape, pose, {.skinning = options.skinning});
  if (!options.output.empty()) need(save_shape(shape, model, options.output));
  if (!options.glb.empty()) {
    need(export_glb(need(with_shape(model, shape, options.level)), options.glb));
  }
  if (options.json) {
    Json limbs = Json::array();
    const auto counts = triangle_counts(shape);
    for (std::size_t l = 0; l < shape.limbs.size(); ++l) {
      const Limb& limb = shape.limbs[l];
      Json joints = Json::array();
      for (const std::uint32_t j : limb.joints) joints.push_back(name_of_joint(model, j));
      limbs.push_back(
          {{"name", limb.name},
           {"parent", limb.parent == kNone ? Json(nullptr) : Json(shape.limbs[limb.parent].name)},
           {"follows", name_of_joint(model, limb.joint)},
           {"joints", joints},
           {"triangles", counts[l]},
           {"bound", describe(limb.bound)},
           {"volumes", limb.volumes.size()}});
    }
    Json out{{"schema", 1}, {"limbs", limbs}, {"clips", shape.clips}};
    if (fit) {
      out["bounds_volume"] = fit->bounds_volume;
      out["hulls_volume"] = fit->hulls_volume;
      out["surface_error"] = fit->surface_error;
    }
    if (simplified) {
      out["triangles"] = model.triangles.size();
      out["largest_distance"] = simplified->largest_distance;
    }
    fmt::print("{}\n", to_text(out));
    return;
  }
  print(options, model, shape, fit);
  if (simplified) {
    fmt::print("  simplified to {}, {:.3g} from the surface at most\n",
               counted(model.triangles.size(), "triangle"), simplified->largest_distance);
  }
  if (!options.output.empty()) fmt::print("\nwritten to {}\n", printable(options.output));
  if (!options.glb.empty()) fmt::print("\nto look at: {}\n", printable(options.glb));
}

}  // namespace

void add_limbs(CLI::App& program) {
  auto* const verb = program.add_subcommand(
      "limbs", "group the joints of a model into limbs, and fit capsules around them");
  verb->footer("Example: dermis limbs man -o man.limbs.json --glb man_limbs.glb");
  const auto options = std::make_shared<LimbsArguments>();
  options->model.add_to(*verb);
  verb->add_option("--clip", options->clips, "make the bounds hold in these clips; default: in all")
      ->type_name("CLIP");
  verb->add_option("--overrides", options->overrides,
                   "a JSON file that assigns joints to limbs: "
                   R"({"limbs": [{"name": "arm", "joints": ["upper_arm", "forearm"]}]})")
      ->type_name("FILE");
  verb->add_option("--smallest", options->min_share,
                   "merge joints that lead less than this share of the surface into another limb")
      ->type_name("SHARE")
      ->capture_default_str();
  verb->add_option("--volumes", options->max_volumes, "largest number of volumes per limb")
      ->type_name("N")
      ->check(non_negative())
      ->capture_default_str();
  verb->add_option("--simplify", options->simplify,
                   "first simplify the mesh to this share of its triangles")
      ->type_name("SHARE");
  add_skinning_option(*verb, options->skinning);
  verb->add_option("--shape", options->shape,
                   "read the limbs from this file instead of making them")
      ->type_name("FILE");
  verb->add_option("-o,--output", options->output, "the JSON file to write the limbs to")
      ->type_name("FILE");
  verb->add_option("--glb", options->glb,
                   "a .glb file to write the model with its capsules to, for any viewer")
      ->type_name("FILE");
  add_named_option(*verb, "--level", options->level, "capsules in the .glb file", "LEVEL");
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] {
    options->model.outputs = {options->output, options->glb};
    run_limbs(*options);
  });
}

}  // namespace dermis::app
