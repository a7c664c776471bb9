// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "demo_cloth.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "cloth_run.h"
#include "scenes/dressed.h"
#include "verbs.h"

namespace dermis::app {

namespace {

constexpr std::array kOptions{"--size",   "--standing", "--self-collision",
                              "--method", "--solver",   "--obj"};

scenes::ClothSize size_named(const std::string& name) {
  return name == "paper" ? scenes::ClothSize::paper
         : name == "10k" ? scenes::ClothSize::ten_thousand
                         : scenes::ClothSize::fifty_thousand;
}

scenes::SkinMethod method_named(const std::string& name) {
  return name == "boxes"      ? scenes::SkinMethod::boxes
         : name == "meshlets" ? scenes::SkinMethod::meshlets
                              : scenes::SkinMethod::brute_force;
}

}  // namespace

void ClothDemo::add_to(CLI::App& verb) {
  verb_ = &verb;
  verb.add_option("--size", size, "of skirt and drop: paper, 10k or 50k vertices of cloth")
      ->type_name("SIZE")
      ->check(CLI::IsMember({"paper", "10k", "50k"}))
      ->capture_default_str();
  verb.add_flag("--standing", standing, "of skirt and drop: the body does not walk");
  verb.add_flag("--self-collision", self_collision,
                "of skirt and drop: cloth does not pass through itself");
  verb.add_option("--method", method,
                  "of skirt and drop: how skin is found: meshlets, boxes or brute-force")
      ->type_name("METHOD")
      ->check(CLI::IsMember({"boxes", "meshlets", "brute-force"}))
      ->capture_default_str();
  add_solver_option(verb, solver, "of skirt and drop: ");
  verb.add_option("--obj", folder, "of skirt and drop: a folder for the frames as .obj files")
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
  files.check();
  const scenes::Dressed dressed({.scene = scene,
                                 .size = size_named(options.size),
                                 .walking = !options.standing,
                                 .solver = options.solver,
                                 .self_collision = options.self_collision});
  const auto search = dressed.search(method_named(options.method));
  Cloth cloth = dressed.cloth(*search);
  const ClothRun run{.body = dressed.body(),
                     .skinning = Skinning::linear,
                     .search = *search,
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
      seconds, kPerSecond, options.method, to_string(options.solver));
  report_cloth(run, totals, frames, title,
               {{"scene", scene},
                {"size", options.size},
                {"walking", !options.standing},
                {"self_collision", options.self_collision},
                {"method", options.method},
                {"solver", to_string(options.solver)},
                {"seconds", seconds}},
               json);
}

}  // namespace dermis::app
