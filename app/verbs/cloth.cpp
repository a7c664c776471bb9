// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "app/load.h"
#include "app/mesh_file.h"
#include "app/named_option.h"
#include "app/verbs.h"
#include "app/verbs/body_motion.h"
#include "app/verbs/cloth_run.h"
#include "dermis/base/nearest_name.h"
#include "dermis/base/printable.h"
#include "dermis/query/body_boxes.h"

namespace dermis::app {

namespace {

struct ClothArguments {
  ModelOptions body;
  Skinning skinning = Skinning::linear;
  std::optional<std::string> clip, at, wind, gravity, joint;
  std::string cloth, output, folder;
  double start = 0, steps_per_second = 60;
  std::optional<double> seconds, pin_above, pin_near;
  ClothOptions options;
  bool json = false;
};

Point triple(const std::optional<std::string>& text, const std::string& option, double most,
             const Point& otherwise) {
  if (!text) return otherwise;
  const Point triple = parse_triple(*text, option);
  for (const double x : triple) expect_within(x, option, -most, most, "each number of it");
  return triple;
}

/// Returns the options of the cloth. Throws Failure if a value is out of range.
ClothOptions checked(const ClothArguments& chosen) {
  ClothOptions options = chosen.options;
  const ClothMaterial& material = options.material;
  expect_within(material.density, "--density", 0.001, 100, "kilograms per square metre");
  expect_within(material.stretch, "--stretch", 0.1, 1e8, "newtons per metre");
  expect_within(material.shear, "--shear", 0, 1e8, "newtons per metre");
  expect_within(material.bend, "--bend", 0, 1000, "newton metres");
  expect_within(material.damping, "--damping", 0, 1000, "the share lost per second");
  expect_within(material.friction, "--friction", 0, 100, "the coefficient");
  expect_within(options.thickness, "--thickness", 0.0001, 0.1, "metres");
  expect_within(options.small_steps, "--small-steps", 0, 10'000, "small steps per step");
  if (options.floor) expect_within(*options.floor, "--floor", -1e5, 1e5, "a height in metres");
  options.wind = triple(chosen.wind, "--wind", 100, options.wind);
  options.gravity = triple(chosen.gravity, "--gravity", 1000, options.gravity);
  expect_within(chosen.steps_per_second, "--fps", 10, 1000, "steps per second");
  if (chosen.seconds) expect_within(*chosen.seconds, "--seconds", 0, 36'000, "seconds");
  if (chosen.pin_above)
    expect_within(*chosen.pin_above, "--pin-above", -1e5, 1e5, "a height in metres");
  if (chosen.pin_near) expect_within(*chosen.pin_near, "--pin-near", 0, 1, "metres");
  if (chosen.joint && !chosen.pin_above && !chosen.pin_near) {
    throw Failure{"--pin-joint needs --pin-above or --pin-near, which choose the vertices to pin"};
  }
  if (chosen.output.empty() && chosen.folder.empty() && !chosen.json) {
    throw Failure{"no output is chosen: give --output FILE.glb, --obj FOLDER or --json"};
  }
  return options;
}

Character make_body(const ClothArguments& options, const BodyMotion& motion, NearestMethod search) {
  const bool boxes = search == NearestMethod::boxes;
  if (boxes && options.skinning != Skinning::linear) {
    throw Failure{
        fmt::format("--method boxes is for linear skinning; with --skinning {} take meshlets",
                    to_string(options.skinning))};
  }
  Collider collider =
      bake_visibly(motion.model(), options.body.file, {.skinning = options.skinning});
  if (boxes) {
    BodyBoxOptions box_options;
    box_options.reach = options.options.thickness + options.options.margin;
    if (motion.clip()) box_options.clips = {{*motion.clip()}};
    collider = need(bake_body_boxes(collider, motion.model(), box_options), options.body.file);
  }
  Character body = need(Character::make(collider), options.body.file);
  need(body.set_pose(motion.pose(0)), options.body.file);
  return body;
}

std::uint32_t joint_named(const Model& model, const std::string& name) {
  std::string known;
  std::vector<std::string> names;
  for (std::uint32_t j = 0; j < model.skeleton.joints.size(); ++j) {
    const std::string& joint = model.skeleton.nodes[model.skeleton.joints[j].node].name;
    if (joint == name) return j;
    names.push_back(joint);
    if (known.size() < 400) known += (j == 0 ? "" : ", ") + joint;
  }
  throw Failure{fmt::format("--pin-joint: there is no joint '{}'{}; there are {}", name,
                            did_you_mean(name, names), known)};
}

/// Pins the chosen vertices and returns their number.
std::size_t pin(const ClothArguments& options, const Model& model, const Character& body,
                Cloth& cloth) {
  const std::vector<Point>& places = cloth.positions();
  std::vector<bool> chosen(places.size());
  const auto choose = [&](const std::string& option, const std::string& why, const auto& is_it) {
    bool any = false;
    for (std::size_t v = 0; v < places.size(); ++v) {
      const bool it = is_it(v);
      any = any || it;
      chosen[v] = chosen[v] || it;
    }
    if (!any) throw Failure{fmt::format("{}: {}: no vertex is pinned", option, why)};
  };
  if (options.pin_above) {
    const double top = std::ranges::max(places, {}, [](const Point& p) { return p[1]; })[1];
    choose(fmt::format("--pin-above {:g}", *options.pin_above),
           fmt::format("the cloth is {:.3g} m high", top),
           [&](std::size_t v) { return places[v][1] > *options.pin_above; });
  }
  if (options.pin_near) {
    std::vector<NearestSkin> skin(places.size());
    static_cast<void>(find_nearest(body, places, skin, {.reach = *options.pin_near}));
    choose(fmt::format("--pin-near {:g}", *options.pin_near),
           fmt::format("all vertices are farther from the skin; cloth keeps {:g} m away from it",
                       options.options.thickness),
           [&](std::size_t v) { return skin[v].found(); });
  }
  const std::uint32_t joint = options.joint ? joint_named(model, *options.joint) : 0;
  for (std::uint32_t v = 0; v < chosen.size(); ++v) {
    if (!chosen[v]) continue;
    const auto pinned = options.joint ? cloth.pin(v, joint, body) : cloth.pin(v, body);
    if (!pinned) {
      throw Failure{fmt::format("{}: {}{}", options.cloth, pinned.error().message,
                                options.joint ? "" : " (--pin-joint pins it to a joint)")};
    }
  }
  return static_cast<std::size_t>(std::ranges::count(chosen, true));
}

Cloth make_cloth(const ClothArguments& options, const ClothOptions& checked) {
  Mesh mesh = read_mesh(options.cloth, "cloth --cloth");
  const Point at = triple(options.at, "--at", 1e5, {});
  for (Point& p : mesh.positions) p = {p[0] + at[0], p[1] + at[1], p[2] + at[2]};
  return need(Cloth::make(std::move(mesh), checked), options.cloth);
}

void warn(const std::string& file, const std::string& warning) {
  fmt::print(stderr, "dermis: {}: {}\n", printable(file), printable(warning));
}

/// Prints warnings about the run.
void warn_of(const ClothTotals& totals, const ClothArguments& options, std::size_t pinned) {
  if (totals.inside > 0) {
    warn(options.cloth, "vertices were inside the body; shorter steps may help (--fps)");
  }
  constexpr double kMuch = 0.2;
  if (totals.stretch > kMuch) {
    warn(options.cloth,
         fmt::format(
             "stretched by {:.0f} %{}", 100 * totals.stretch,
             pinned > 0 && !options.joint
                 ? ": the skin it is pinned to moves apart; --pin-joint pins all to one joint"
                 : ""));
  }
}

void run_cloth_verb(const ClothArguments& options) {
  const ClothOptions cloth_options = checked(options);
  const FrameFiles files{options.output, options.folder};
  files.prepare("cloth", {options.body.file, options.cloth});
  Cloth cloth = make_cloth(options, cloth_options);
  const BodyMotion motion(options.body.load().model, options.body,
                          {options.clip, options.start, options.seconds});
  if (options.joint) static_cast<void>(joint_named(motion.model(), *options.joint));
  Character body = make_body(options, motion, cloth_options.search);
  if (const auto on = cloth.put_on(body); !on) {
    throw Failure{fmt::format("{}: {}; move it with --at, or begin elsewhere with --start",
                              options.cloth, on.error().message)};
  }
  const std::size_t pinned = pin(options, motion.model(), body, cloth);
  for (const std::string& warning : motion.warnings(options.skinning)) {
    warn(options.body.file, warning);
  }
  const double steps_per_second = options.steps_per_second;
  const ClothRun run{
      .body = motion.model(),
      .skinning = options.skinning,
      .character = body,
      .cloth = cloth,
      .pose = [&](std::size_t step) { return motion.pose(double(step) / steps_per_second); },
      .steps_per_second = steps_per_second,
      .steps = static_cast<std::size_t>(std::llround(motion.seconds() * steps_per_second))};
  ClothFrames frames(motion.model(), options.skinning, files, steps_per_second);
  const ClothTotals totals = run_cloth(run, "cloth", frames);
  warn_of(totals, options, pinned);
  const std::string title =
      fmt::format("{} on {}{}, for {:g} s, {:g} steps a second; {} pinned; by {}, {}",
                  printable(options.cloth), printable(options.body.file),
                  options.clip ? ", clip " + printable(*options.clip) : std::string(),
                  motion.seconds(), steps_per_second, counted(pinned, "vertex"),
                  to_string(cloth_options.search), to_string(cloth_options.solver));
  report_cloth(run, totals, frames, title,
               {{"body_file", options.body.file},
                {"clip", options.clip ? Json(*options.clip) : Json(nullptr)},
                {"cloth_file", options.cloth},
                {"pinned", pinned},
                {"self_collision", cloth_options.self_collision},
                {"method", to_string(cloth_options.search)},
                {"solver", to_string(cloth_options.solver)},
                {"seconds", motion.seconds()}},
               options.json);
}

/// Adds the options for the material of the cloth and for the forces on it.
void add_material(CLI::App& verb, ClothArguments& options) {
  const auto add = [&](const std::string& name, double& value, const std::string& help) {
    verb.add_option(name, value, help)->type_name("N")->capture_default_str();
  };
  ClothMaterial& material = options.options.material;
  add("--density", material.density, "mass in kg per square metre");
  add("--stretch", material.stretch, "resistance to stretching, N per metre");
  add("--shear", material.shear, "resistance to shearing, N per metre");
  add("--bend", material.bend, "resistance to bending, N·m");
  add("--damping", material.damping, "share of the speed lost per second");
  add("--friction", material.friction, "coefficient of friction with skin and floor");
  add("--thickness", options.options.thickness, "distance that cloth keeps from skin, metres");
  verb.add_option("--wind", options.wind, "velocity of the air, m/s")->type_name("X,Y,Z");
  verb.add_option("--gravity", options.gravity, "acceleration, m/s²; default: 0,-9.81,0")
      ->type_name("X,Y,Z");
  verb.add_option("--floor", options.options.floor,
                  "height of the floor, metres; only with --solver position-based")
      ->type_name("Y");
  verb.add_flag("--self-collision", options.options.self_collision,
                "keep cloth from passing through itself");
}

}  // namespace

void add_cloth(CLI::App& program) {
  auto* const verb =
      program.add_subcommand("cloth", "simulate cloth on a moving body, and write the animation");
  verb->footer(
      "Units are metres, kilograms and seconds; +Y is up. The cloth's file holds the cloth\n"
      "without tension, at its position when the clip begins. Vertices slightly inside the body\n"
      "are pushed out. Ctrl-C stops after the current step; the steps so far are written (exit\n"
      "status 130).\n"
      "Example: dermis demo drop --seconds 0 --obj drop && dermis cloth --body mannequin "
      "--clip walk --cloth drop/cloth-00000.obj --seconds 3 -o fallen.glb");
  const auto options = std::make_shared<ClothArguments>();
  options->body.add_to(*verb, "--body");
  verb->add_option("--clip", options->clip,
                   "clip name or 0-based index; default: the stored pose, without motion")
      ->type_name("CLIP");
  verb->add_option("--start", options->start, "time in the clip at which to begin, seconds")
      ->type_name("T");
  verb->add_option("--seconds", options->seconds,
                   "duration; a shorter clip is repeated. Default: to the end of the clip, or 5 "
                   "without a clip")
      ->type_name("N");
  verb->add_option("--fps", options->steps_per_second, "steps per second, 10 to 1000")
      ->type_name("N")
      ->capture_default_str();
  add_skinning_option(*verb, options->skinning);
  verb->add_option("--cloth", options->cloth, "a .obj or .ply file")->type_name("FILE")->required();
  verb->add_option("--at", options->at, "move the cloth by this vector")->type_name("X,Y,Z");
  verb->add_option("--pin-above", options->pin_above,
                   "pin vertices above this height, metres, to the nearest skin")
      ->type_name("Y");
  verb->add_option("--pin-near", options->pin_near,
                   "pin vertices that are at most this far from the skin, metres, to it")
      ->type_name("N");
  verb->add_option("--pin-joint", options->joint, "pin the vertices to this joint instead")
      ->type_name("NAME");
  add_material(*verb, *options);
  verb->add_option("--small-steps", options->options.small_steps,
                   "number of small steps per step; 0: as many as needed")
      ->type_name("N")
      ->check(non_negative());
  add_solver_option(*verb, options->options.solver);
  add_named_option(*verb, "--method", options->options.search,
                   "how to search for skin; boxes need linear skinning", "METHOD");
  verb->add_option("-o,--output", options->output, "the .glb file to write the animation to")
      ->type_name("FILE");
  verb->add_option("--obj", options->folder,
                   "a folder to write frames to: cloth-00000.obj, body-00000.obj and so on")
      ->type_name("FOLDER");
  verb->add_flag("--json", options->json, "print JSON");
  verb->callback([options] {
    options->body.outputs = {options->output};
    run_cloth_verb(*options);
  });
}

}  // namespace dermis::app
