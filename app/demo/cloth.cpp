// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/demo/cloth.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "app/named_option.h"
#include "app/verbs.h"
#include "app/verbs/cloth_run.h"
#include "scenes/dressed.h"

namespace dermis::app {

namespace {

constexpr std::array kOptions{"--size",   "--standing", "--self-collision",
                              "--method", "--solver",   "--obj"};

}  // namespace

void ClothDemo::add_to(CLI::App& verb) {
  verb_ = &verb;
  add_named_option(verb, "--size", size, "for skirt and drop: number of cloth vertices", "SIZE");
  verb.add_flag("--standing", standing, "for skirt and drop: the body stands still");
  verb.add_flag("--self-collision", self_collision,
                "for skirt and drop: keep cloth from passing through itself");
  add_named_option(verb, "--method", method, "for skirt and drop: how to search for skin",
                   "METHOD");
  add_solver_option(verb, solver, "for skirt and drop: ");
  verb.add_option("--obj", folder, "for skirt and drop: a folder for the frames as .obj files")
      ->type_name("FOLDER");
}

bool ClothDemo::any() const {
  return std::ranges::any_of(kOptions, [&](const char* o) { return verb_->count(o) > 0; });
}

bool is_cloth_scene(const std::string& scene) {
  return scene == "skirt" || scene == "drop";
}

std::string about_cloth_scene(const std::string& scene) {
  return scene == "skirt" ? "A skirt on a body that walks."
                          : "A square of cloth falls on a body that walks.";
}

void demo_cloth(const std::string& scene, const ClothDemo& options, double seconds,
                const std::string& output, bool json) {
  if (!(seconds >= 0) || seconds > 36'000) {
    throw Failure{fmt::format("--seconds {}: cloth moves for 0 to 36000", seconds)};
  }
  constexpr double kPerSecond = scenes::Dressed::kStepsPerSecond;
  const FrameFiles files{output, options.folder};
  files.prepare("demo " + scene, {});
  const scenes::Dressed dressed({.scene = scene,
                                 .size = options.size,
                                 .walking = !options.standing,
                                 .solver = options.solver,
                                 .self_collision = options.self_collision});
  Character character = dressed.wearer(options.method);
  Cloth cloth = dressed.cloth(character, options.method);
  const ClothRun run{.body = dressed.body(),
                     .skinning = Skinning::linear,
                     .character = character,
                     .cloth = cloth,
                     .pose = [&](std::size_t step) { return dressed.pose(step); },
                     .steps_per_second = kPerSecond,
                     .steps = static_cast<std::size_t>(std::llround(seconds * kPerSecond))};
  ClothFrames frames(dressed.body(), Skinning::linear, files, kPerSecond);
  const ClothTotals totals = run_cloth(run, scene, frames);
  const std::string title = fmt::format(
      "{}, for {:g} s, {:g} steps a second; by {}, {}",
      scene == "skirt"
          ? fmt::format("A skirt on a body that {}", options.standing ? "stands" : "walks")
          : fmt::format("A square of cloth falls on a body that {}",
                        options.standing ? "stands" : "walks"),
      seconds, kPerSecond, to_string(options.method), to_string(options.solver));
  report_cloth(run, totals, frames, title,
               {{"scene", scene},
                {"size", to_string(options.size)},
                {"walking", !options.standing},
                {"self_collision", options.self_collision},
                {"method", to_string(options.method)},
                {"solver", to_string(options.solver)},
                {"seconds", seconds}},
               json);
}

}  // namespace dermis::app
