// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <optional>

#include "body_motion.h"
#include "cloth_run.h"
#include "dermis/io/printable.h"
#include "load.h"
#include "verbs.h"

namespace dermis::app {

namespace {

struct ClothArguments {
  ModelOptions body;
  Skinning skinning = Skinning::linear;
  std::optional<std::string> clip, at, wind, gravity, joint;
  std::string cloth, output, folder;
  std::string method = "meshlets";
  double start = 0, steps_per_second = 60;
  std::optional<double> seconds, pin_above, pin_near;
  ClothOptions options;
  bool json = false;
};

void expect(double value, const std::string& option, double least, double most,
            const std::string& what) {
  if (value >= least && value <= most) return;
  throw Failure{fmt::format("{} {:g}: {} must be {:g} to {:g}", option, value, what, least, most)};
}

Point triple(const std::optional<std::string>& text, const std::string& option, double most,
             const Point& otherwise) {
  if (!text) return otherwise;
  const Point triple = parse_triple(*text, option);
  for (const double x : triple) expect(x, option, -most, most, "each number of it");
  return triple;
}

/// The cloth's options, with nothing absurd among them.
ClothOptions checked(const ClothArguments& chosen) {
  ClothOptions options = chosen.options;
  const ClothMaterial& material = options.material;
  expect(material.density, "--density", 0.001, 100, "kilograms per square metre");
  expect(material.stretch, "--stretch", 0.1, 1e8, "newtons per metre");
  expect(material.shear, "--shear", 0, 1e8, "newtons per metre");
  expect(material.bend, "--bend", 0, 1000, "newton metres");
  expect(material.damping, "--damping", 0, 1000, "the share lost per second");
  expect(material.friction, "--friction", 0, 100, "the coefficient");
  expect(options.thickness, "--thickness", 0.0001, 0.1, "metres");
  expect(options.small_steps, "--small-steps", 0, 10'000, "small steps per step");
  if (options.floor) expect(*options.floor, "--floor", -1e5, 1e5, "a height in metres");
  options.wind = triple(chosen.wind, "--wind", 100, options.wind);
  options.gravity = triple(chosen.gravity, "--gravity", 1000, options.gravity);
  expect(chosen.steps_per_second, "--fps", 10, 1000, "steps per second");
  if (chosen.seconds) expect(*chosen.seconds, "--seconds", 0, 36'000, "seconds");
  if (chosen.pin_above) expect(*chosen.pin_above, "--pin-above", -1e5, 1e5, "a height in metres");
  if (chosen.pin_near) expect(*chosen.pin_near, "--pin-near", 0, 1, "metres");
  if (chosen.joint && !chosen.pin_above && !chosen.pin_near) {
    throw Failure{
        "--pin-joint says what goes with a joint only together with --pin-above or "
        "--pin-near"};
  }
  if (chosen.output.empty() && chosen.folder.empty() && !chosen.json) {
    throw Failure{"say where cloth goes: --output FILE.glb, --obj FOLDER or --json"};
  }
  return options;
}

std::unique_ptr<SkinSearch> search(const ClothArguments& options, const BodyMotion& motion) {
  if (options.method == "boxes") {
    if (options.skinning != Skinning::linear) {
      throw Failure{
          fmt::format("--method boxes is for linear skinning; with --skinning {} take "
                      "meshlets",
                      to_string(options.skinning))};
    }
    BodyBoxOptions boxes;
    boxes.reach = options.options.thickness + options.options.margin;
    if (motion.clip()) boxes.clips = {*motion.clip()};
    return need(search_body_boxes(motion.model(), boxes), options.body.file);
  }
  const Collider collider =
      bake_visibly(motion.model(), options.body.file, {.skinning = options.skinning});
  return options.method == "meshlets" ? search_meshlets(collider) : search_brute_force(collider);
}

std::uint32_t joint_named(const Model& model, const std::string& name) {
  std::string known;
  for (std::uint32_t j = 0; j < model.skeleton.joints.size(); ++j) {
    const std::string& joint = model.skeleton.nodes[model.skeleton.joints[j].node].name;
    if (joint == name) return j;
    if (known.size() < 400) known += (j == 0 ? "" : ", ") + joint;
  }
  throw Failure{fmt::format("--pin-joint: there is no joint '{}'; there are {}", name, known)};
}

/// How many vertices are pinned now.
std::size_t pin(const ClothArguments& options, const Model& body, const Pose& pose,
                SkinSearch& search, Cloth& cloth) {
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
    search.find(places, *options.pin_near, skin);
    choose(fmt::format("--pin-near {:g}", *options.pin_near),
           fmt::format("cloth is farther from the skin, which it keeps {:g} m away from",
                       options.options.thickness),
           [&](std::size_t v) { return skin[v].found(); });
  }
  const std::uint32_t joint = options.joint ? joint_named(body, *options.joint) : 0;
  for (std::uint32_t v = 0; v < chosen.size(); ++v) {
    if (!chosen[v]) continue;
    const auto pinned = options.joint ? cloth.pin(v, joint, pose) : cloth.pin(v, search);
    if (!pinned) {
      throw Failure{fmt::format("{}: {}{}", options.cloth, pinned.error().message,
                                options.joint ? "" : " (--pin-joint ties it to a joint)")};
    }
  }
  return static_cast<std::size_t>(std::ranges::count(chosen, true));
}

Cloth make_cloth(const ClothArguments& options, const ClothOptions& checked) {
  Mesh mesh = read_mesh(options.cloth);
  const Point at = triple(options.at, "--at", 1e5, {});
  for (Point& p : mesh.positions) p = {p[0] + at[0], p[1] + at[1], p[2] + at[2]};
  return need(Cloth::make(std::move(mesh), checked), options.cloth);
}

void warn(const std::string& file, const std::string& warning) {
  fmt::print(stderr, "dermis: {}: {}\n", printable(file), printable(warning));
}

/// What went wrong.
void warn_of(const ClothTotals& totals, const ClothArguments& options, std::size_t pinned) {
  if (totals.inside > 0) {
    warn(options.cloth, "vertices were inside the body; shorter steps may help (--fps)");
  }
  constexpr double kMuch = 0.2;
  if (totals.stretch > kMuch) {
    warn(options.cloth,
         fmt::format("stretched by {:.0f} %{}", 100 * totals.stretch,
                     pinned > 0 && !options.joint
                         ? ": what it is tied to moves apart; --pin-joint ties all to one joint"
                         : ""));
  }
}

void run_cloth_verb(const ClothArguments& options) {
  const ClothOptions cloth_options = checked(options);
  const FrameFiles files{options.output, options.folder};
  files.check();
  Cloth cloth = make_cloth(options, cloth_options);
  const BodyMotion motion(options.body.load().model, options.body.file,
                          {options.clip, options.start, options.seconds});
  if (options.joint) static_cast<void>(joint_named(motion.model(), *options.joint));
  const auto skin = search(options, motion);
  const Pose first = motion.pose(0);
  if (const auto posed = skin->set_pose(first); !posed) {
    throw Failure{options.body.file + ": " + posed.error().message};
  }
  if (const auto on = cloth.put_on(*skin); !on) {
    throw Failure{fmt::format("{}: {}; move it with --at, or begin elsewhere with --start",
                              options.cloth, on.error().message)};
  }
  const std::size_t pinned = pin(options, motion.model(), first, *skin, cloth);
  for (const std::string& warning : motion.warnings(options.skinning)) {
    warn(options.body.file, warning);
  }
  const double steps_per_second = options.steps_per_second;
  const ClothRun run{
      .body = motion.model(),
      .skinning = options.skinning,
      .search = *skin,
      .cloth = cloth,
      .pose = [&](std::size_t step) { return motion.pose(double(step) / steps_per_second); },
      .steps_per_second = steps_per_second,
      .steps = static_cast<std::size_t>(std::llround(motion.seconds() * steps_per_second))};
  ClothFrames frames(motion.model(), options.skinning, files, steps_per_second);
  const ClothTotals totals = run_cloth(run, "cloth", frames);
  warn_of(totals, options, pinned);
  const std::string title = fmt::format(
      "{} on {}{}, for {:g} s, {:g} steps a second; {} pinned; by {}, {}", printable(options.cloth),
      printable(options.body.file),
      options.clip ? ", clip " + printable(*options.clip) : std::string(), motion.seconds(),
      steps_per_second, grouped(pinned), options.method, to_string(cloth_options.solver));
  report_cloth(run, totals, frames, title,
               {{"body_file", options.body.file},
                {"clip", options.clip ? Json(*options.clip) : Json(nullptr)},
                {"cloth_file", options.cloth},
                {"pinned", pinned},
                {"self_collision", cloth_options.self_collision},
                {"method", options.method},
                {"solver", to_string(cloth_options.solver)},
                {"seconds", motion.seconds()}},
               options.json);
}

/// Of what the cloth is, and what acts on it.
void add_material(CLI::App& verb, ClothArguments& options) {
  const auto add = [&](const std::string& name, double& value, const std::string& help) {
    verb.add_option(name, value, help)->type_name("N")->capture_default_str();
  };
  ClothMaterial& material = options.options.material;
  add("--density", material.density, "kg per square metre");
  add("--stretch", material.stretch, "what resists it, N per metre");
  add("--shear", material.shear, "what resists it, N per metre");
  add("--bend", material.bend, "what resists it, N·m");
  add("--damping", material.damping, "the share of its speed that cloth loses per second");
  add("--friction", material.friction, "with skin and floor");
  add("--thickness", options.options.thickness, "how far cloth keeps from skin, metres");
  verb.add_option("--wind", options.wind, "how the air moves, m/s")->type_name("X,Y,Z");
  verb.add_option("--gravity", options.gravity, "0,-9.81,0 if not said")->type_name("X,Y,Z");
  verb.add_option("--floor", options.options.floor, "a height that cloth does not fall below")
      ->type_name("Y");
  verb.add_flag("--self-collision", options.options.self_collision,
                "cloth does not pass through itself");
}

}  // namespace

void add_cloth(CLI::App& program) {
  auto* const verb = program.add_subcommand("cloth", "move cloth on a body, and animate both");
  verb->footer(
      "Metres, kilograms and seconds; +Y is up. The cloth's file is cloth without tension, where\n"
      "it is when the clip begins; what is a little inside the body is put out of it.\n"
      "Ctrl-C stops after a step, and what was done until then is written (exit status 130).\n"
      "Example: dermis demo drop --seconds 0 --obj drop && dermis cloth --body mannequin "
      "--clip walk --cloth drop/cloth-00000.obj --seconds 3 -o fallen.glb\n"
      "Example: dermis cloth --body man --clip walk --cloth cape.obj --pin-above 1.4 -o cape.glb");
  const auto options = std::make_shared<ClothArguments>();
  options->body.add_to(*verb, "--body");
  verb->add_option("--clip", options->clip,
                   "a clip's name, or its 0-based index; none: it stands as stored")
      ->type_name("CLIP");
  verb->add_option("--start", options->start, "where in the clip to begin, seconds")
      ->type_name("T");
  verb->add_option("--seconds", options->seconds,
                   "how long; the clip begins anew when it is shorter. If not said: to its end, or "
                   "5 without one")
      ->type_name("N");
  verb->add_option("--fps", options->steps_per_second, "steps per second, 10 to 1000")
      ->type_name("N")
      ->capture_default_str();
  add_skinning_option(*verb, options->skinning);
  verb->add_option("--cloth", options->cloth, "a .obj or .ply file")->type_name("FILE")->required();
  verb->add_option("--at", options->at, "move the cloth by")->type_name("X,Y,Z");
  verb->add_option("--pin-above", options->pin_above,
                   "tie what is above this height to the skin that is nearest")
      ->type_name("Y");
  verb->add_option("--pin-near", options->pin_near, "tie what is as near to the skin, metres")
      ->type_name("N");
  verb->add_option("--pin-joint", options->joint, "what is tied goes with this joint instead")
      ->type_name("NAME");
  add_material(*verb, *options);
  verb->add_option("--small-steps", options->options.small_steps,
                   "into how many a step is cut; 0: as many as it takes")
      ->type_name("N");
  add_solver_option(*verb, options->options.solver);
  verb->add_option("--method", options->method,
                   "how skin is found: meshlets, boxes (for linear skinning) or brute-force")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"boxes", "meshlets", "brute-force"}))
      ->capture_default_str();
  verb->add_option("-o,--output", options->output, "a .glb file for the animation")
      ->type_name("FILE");
  verb->add_option("--obj", options->folder,
                   "a folder for frames: cloth-00000.obj, body-00000.obj and so on")
      ->type_name("FOLDER");
  verb->add_flag("--json", options->json, "for machines");
  verb->callback([options] { run_cloth_verb(*options); });
}

}  // namespace dermis::app
