// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/scenarios.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/bench/broad.h"
#include "app/bench/budget.h"
#include "app/bench/cloth.h"
#include "app/bench/measure.h"
#include "app/bench/motion.h"
#include "app/bench/replan.h"
#include "app/bench/sampling.h"
#include "app/bench/soccer.h"
#include "app/bench/threads.h"
#include "app/bench/tightness.h"
#include "app/load.h"
#include "app/verbs.h"

namespace dermis::app {

namespace {

using scenes::Density;
using scenes::DwarfPose;
using scenes::Scene;

/// Times that Kavan and Žára (2005) measured on an Athlon at 2.5 GHz; 0 if they give no figure.
struct PaperTimes {
  double on_demand_ms = 0, bottom_up_ms = 0;
  double speed_up = 0;
};

/// Rounds a mean of counts to tenths: whole numbers stay whole.
double tenths(double x) {
  return std::round(10 * x) / 10;
}

/// The rows of one scene. Each row has the fields of `identity` after its method.
Json rows_of(const Measurement& measurement, const PaperTimes& paper, const Json& identity) {
  const auto of = [&](scenes::Engine engine, double Measured::* time) {
    for (const Measured& m : measurement.contenders) {
      if (m.contender.name == to_string(engine)) return m.*time;
    }
    return 0.0;
  };
  const double baseline = of(scenes::Engine::bottom_up_spheres, &Measured::ms_per_frame);
  const double eager = of(scenes::Engine::eager, &Measured::ms_per_frame);
  const double cold_eager = of(scenes::Engine::eager, &Measured::cold_ms_per_frame);
  Json rows = Json::array();
  for (const Measured& m : measurement.contenders) {
    Json row{{"method", m.contender.name}};
    row.update(identity);
    row["isa"] = to_string(current_isa());
    row["threads"] = 1;
    row["triangles"] = measurement.triangles;
    row["frames"] = measurement.frames;
    row["scene_frames"] = measurement.scene_frames;
    row["judged_frames"] = measurement.judged_frames;
    row["spheres"] = measurement.spheres;
    row["ms_per_frame"] = rounded(m.ms_per_frame);
    if (m.cold_ms_per_frame > 0) {
      row["cold_ms_per_frame"] = rounded(m.cold_ms_per_frame);
      row["p50_ms"] = rounded(m.p50_ms);
      row["p99_ms"] = rounded(m.p99_ms);
    }
    if (m.contender.kind != Contender::Kind::skin_only) row["contacts"] = tenths(m.contacts);
    if (m.spheres_refitted > 0) {
      row["refitted_share"] = rounded(m.spheres_refitted / double(measurement.spheres));
    }
    row["character_bytes"] = measurement.character_bytes;
    row["touched_bytes"] = measurement.touched_bytes;
    row["meshlets"] = measurement.meshlets;
    row["meshlets_deformed"] = tenths(m.meshlets_deformed);
    row["deformed_share"] = rounded(m.meshlets_deformed / double(measurement.meshlets));
    if (m.contacts >= 1) row["ns_per_contact"] = rounded(1e6 * m.ms_per_frame / m.contacts);
    row["spheres_refitted"] = tenths(m.spheres_refitted);
    row["boxes_refitted"] = tenths(m.boxes_refitted);
    row["vertices_deformed"] = tenths(m.vertices_deformed);
    row["sphere_tests"] = tenths(m.sphere_tests);
    row["box_tests"] = tenths(m.box_tests);
    row["triangle_tests"] = tenths(m.triangle_tests);
    row["exact_tests"] = tenths(m.exact_tests);
    if (eager > 0) {
      row["eager_over_this"] = rounded(eager / m.ms_per_frame);
      if (m.cold_ms_per_frame > 0) {
        row["cold_eager_over_this"] = rounded(cold_eager / m.cold_ms_per_frame);
      }
    }
    if (baseline > 0) row["speed_up"] = rounded(baseline / m.ms_per_frame);
    const bool on_demand = m.contender.method == scenes::Engine::on_demand_spheres;
    const double paper_ms = on_demand ? paper.on_demand_ms
                            : m.contender.method == scenes::Engine::bottom_up_spheres
                                ? paper.bottom_up_ms
                                : 0;
    if (paper_ms > 0) row["paper_ms"] = paper_ms;
    if (on_demand && paper.speed_up > 0) {
      row["paper_speed_up"] = paper.speed_up;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Options for one of several scenes of a scenario. If there is no time left, brute force judges
/// only the first scene. All methods are compared with each other in any case.
MeasureOptions part_of(const BenchOptions& options, const Budget& budget, const Json& rows_before) {
  return {.contenders = options.contenders,
          .seconds = budget.left(),
          .engines = options.engines,
          .judge = rows_before.empty() || !budget.is_over()};
}

/// A scenario of one scene.
auto one_scene(const std::function<Scene()>& make, const PaperTimes& paper, bool any = false) {
  return [=](const BenchOptions& options, Budget& budget, Progress& progress) {
    const Scene scene = make();
    const Measurement measurement =
        measure(scene, {options.contenders, any, budget.left(), options.engines}, progress);
    return rows_of(measurement, paper, Json::object());
  };
}

/// Measures the same characters with linear skinning and with `skinning`, in turn, so that both run
/// under the same conditions of the machine.
auto two_skinnings(const std::function<Scene()>& make, Skinning skinning, const PaperTimes& paper,
                   bool any = false) {
  return [=](const BenchOptions& options, Budget& budget, Progress& progress) {
    const Scene scene = make();
    // If time is short, more frames are better than more turns.
    const int turns = options.seconds < 4 ? 1 : 2;
    Measurement best[2];
    std::vector<Collider> baked[2];
    for (int i = 0; i < 2 * turns; ++i) {
      progress.begin_part(double(i) / (2 * turns), double(i + 1) / (2 * turns));
      const Budget mine(budget.share(2 * turns - i));
      EngineOptions engines = options.engines;
      engines.bake.skinning = i % 2 == 0 ? Skinning::linear : skinning;
      const bool first_turn = i < 2;
      if (first_turn) baked[i] = bake_all(scene, engines);
      // All turns use the same frames, so brute force judges them once.
      const Measurement now = measure(scene,
                                      {.contenders = options.contenders,
                                       .any = any,
                                       .seconds = mine.left(),
                                       .cold = false,
                                       .judge = first_turn,
                                       .baked = baked[i % 2]},
                                      progress);
      Measurement& so_far = best[i % 2];
      if (first_turn) so_far = now;
      for (std::size_t c = 0; c < now.contenders.size(); ++c) {
        double& ms = so_far.contenders[c].ms_per_frame;
        ms = std::min(ms, now.contenders[c].ms_per_frame);
      }
    }
    Json rows = rows_of(best[0], {}, {{"skinning", to_string(Skinning::linear)}});
    for (Json& row : rows_of(best[1], paper, {{"skinning", to_string(skinning)}})) {
      const Json& linear = rows[rows.size() % best[1].contenders.size()];
      const double ratio = row["ms_per_frame"].get<double>() / linear["ms_per_frame"].get<double>();
      row["over_linear"] = rounded(ratio);
      rows.push_back(std::move(row));
    }
    return rows;
  };
}

/// Characters so far apart that updating vertices and spheres is the only work: measures the cost
/// of a sphere from the bottom up.
Json apart(const BenchOptions& options, Budget& budget, Progress& progress) {
  Json rows = one_scene(&scenes::apart, {})(options, budget, progress);
  for (Json& row : rows) {
    for (const char* const kind : {"spheres", "boxes"}) {
      const double refitted = row[fmt::format("{}_refitted", kind)];
      if (refitted > 0 && refitted == row["spheres"].get<double>()) {
        row["ns_per_bound"] = rounded(1e6 * row["ms_per_frame"].get<double>() / refitted);
      }
    }
  }
  return rows;
}

Json crowd(const BenchOptions& options, Budget& budget, Progress& progress) {
  Json rows = Json::array();
  for (const Density density : {Density::sparse, Density::medium, Density::dense}) {
    const auto part = static_cast<double>(density);
    progress.begin_part(part / 3, (part + 1) / 3);
    const Budget mine(budget.share(3 - part));
    const Scene scene = scenes::crowd(density);
    const PaperTimes paper =
        density == Density::dense ? PaperTimes{52.83, 779.3, 14.75} : PaperTimes{};
    const Measurement measurement = measure(scene, part_of(options, mine, rows), progress);
    for (Json& row : rows_of(measurement, paper, {{"density", to_string(density)}})) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

Json subdivision(const BenchOptions& options, Budget& budget, Progress& progress) {
  // Table 3 and Figure 7.
  constexpr PaperTimes kInterfering[] = {
      {1.33, 5.24, 3.9}, {2.17, 18.1, 8.34}, {3.8, 66.37, 17.47}, {8.04, 260, 32.34}};
  constexpr PaperTimes kApart[] = {{0, 0, 32}, {0, 0, 126}, {0, 0, 502}, {0, 0, 1995}};
  Json rows = Json::array();
  std::vector<Collider> baked[4];  // per level: the same dwarf in both poses
  for (const DwarfPose pose : {DwarfPose::apart, DwarfPose::interfering}) {
    for (int level = 0; level < 4; ++level) {
      const double part = 4 * static_cast<double>(pose) + level;
      progress.begin_part(part / 8, (part + 1) / 8);
      const Budget mine(budget.share(8 - part));
      const Scene scene = scenes::dwarves(pose, level);
      if (baked[level].empty()) baked[level] = bake_all(scene, options.engines);
      MeasureOptions how = part_of(options, mine, rows);
      how.baked = baked[level];
      const Measurement measurement = measure(scene, how, progress);
      const PaperTimes& paper = (pose == DwarfPose::apart ? kApart : kInterfering)[level];
      for (Json& row : rows_of(measurement, paper, {{"pose", to_string(pose)}, {"level", level}})) {
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

/// The cost of deep contact: eager methods are best here, and the default must not be worse.
Json merged(const BenchOptions& options, Budget& budget, Progress& progress) {
  Json rows = Json::array();
  constexpr double kMetres[] = {0.05, 0.1, 0.2, 0.3};
  for (std::size_t i = 0; i < std::size(kMetres); ++i) {
    progress.begin_part(double(i) / 4, double(i + 1) / 4);
    const Budget mine(budget.share(4 - double(i)));
    const Scene scene = scenes::merged(kMetres[i]);
    const Measurement measurement = measure(scene, part_of(options, mine, rows), progress);
    for (Json& row : rows_of(measurement, {}, {{"metres", kMetres[i]}})) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// Characters without contact, with up to 256 times as many triangles.
Json growth(const BenchOptions& options, Budget& budget, Progress& progress) {
  Json rows = Json::array();
  std::vector<Contender> contenders = options.contenders;
  constexpr int kLevels = 5;
  double last = 0;  // seconds that the last level took
  for (int level = 0; level < kLevels; ++level) {
    if (!budget.fits(4 * last)) {
      budget.leave_out(static_cast<std::size_t>(kLevels - level));
      break;
    }
    const double before = budget.elapsed();
    progress.begin_part(double(level) / kLevels, double(level + 1) / kLevels);
    // Methods that deform everything would take minutes.
    if (level > 1) {
      std::erase_if(contenders, [](const Contender& contender) {
        return contender.method != scenes::Engine::meshlets;
      });
    }
    const Budget mine(budget.share(kLevels - level));
    const Scene scene = scenes::near(level);
    const Measurement measurement =
        measure(scene, {contenders, false, mine.left(), options.engines, level < 2}, progress);
    for (Json& row : rows_of(measurement, {}, {{"level", level}})) rows.push_back(std::move(row));
    last = budget.elapsed() - before;
  }
  return rows;
}

/// Two files: plays the first clip of each. The second model gets the size of the first.
Json pair(const BenchOptions& options, Budget& budget, Progress& progress) {
  const auto load = [](const std::string& file) {
    ModelOptions model;
    model.file = file;
    model.reads = what_is_read("bench pair");
    return model.load().model;
  };
  const Scene scene = scenes::meeting(load(options.files[0]), load(options.files[1]));
  const Measurement measurement =
      measure(scene, {options.contenders, false, budget.left(), options.engines}, progress);
  return rows_of(measurement, {}, {{"a", options.files[0]}, {"b", options.files[1]}});
}

/// The time to bake each model, and to load the baked file instead.
Json baking(const BenchOptions&, Budget& budget, Progress& progress) {
  Json rows = Json::array();
  const auto names = procedural_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Model model = need(make_procedural(names[i]));
    const std::vector<std::byte> file = to_bytes(need(bake(model)));
    const double seconds = budget.share(double(2 * (names.size() - i)));
    const double bake_ms = fastest_ms(seconds, [&] { need(bake(model)); });
    const double load_ms = fastest_ms(seconds, [&] { need(parse_collider(file, "file")); });
    rows.push_back({{"model", names[i]},
                    {"triangles", model.triangles.size()},
                    {"bytes", file.size()},
                    {"bake_ms", rounded(bake_ms)},
                    {"load_ms", rounded(load_ms)},
                    {"bake_over_load", rounded(bake_ms / load_ms)}});
    progress.show(double(i + 1) / double(names.size()));
  }
  return rows;
}

/// The papers' scenarios with another skinning.
void add_blended(std::vector<Scenario>& scenarios, const std::string& suffix, Skinning skinning) {
  // Table 2 of the second paper.
  const bool paper = skinning == Skinning::spherical;
  const std::string name(to_string(skinning));
  const auto add = [&](const std::string& scene, const auto& run, bool compares = true) {
    scenarios.push_back({scene + suffix,
                         scene + " with " + name + " skinning, compared with linear", run,
                         compares});
  };
  add("men",
      two_skinnings(&scenes::men, skinning, paper ? PaperTimes{0.31, 16.70, 53.9} : PaperTimes{}));
  add("creatures", two_skinnings(&scenes::creatures, skinning,
                                 paper ? PaperTimes{7.47, 35.17, 4.71} : PaperTimes{}));
  add("creatures-any", two_skinnings(&scenes::creatures, skinning,
                                     paper ? PaperTimes{1.44, 28.67, 19.9} : PaperTimes{}, true));
  add(
      "tightness",
      [=](const BenchOptions&, Budget&, Progress&) { return tightness_beside_linear(skinning); },
      false);
}

std::vector<Scenario> make_scenarios() {
  std::vector<Scenario> scenarios{
      {"men", "two men walk towards each other until their bodies overlap by 10 cm",
       one_scene(&scenes::men, {0.36, 18.13, 50.4})},
      {"men-deep", "the same, until their trunks overlap by 10 cm",
       one_scene(&scenes::men_deep, {})},
      {"creatures", "two creatures walk through each other",
       one_scene(&scenes::creatures, {6.97, 37.1, 5.3})},
      {"creatures-any", "the same, but testing only whether they touch",
       one_scene(&scenes::creatures, {0.82, 30.18, 36.8}, true)},
      {"near", "two creatures walk side by side, a centimetre apart",
       one_scene([] { return scenes::near(); }, {})},
      {"apart", "two creatures 5 m apart", apart},
      {"merged", "two overlapping creatures, shifted by 5 to 30 cm", merged},
      {"crowd", "50 creatures walk close to each other", crowd},
      {"subdivision", "two dwarves of 1.7 k to 109 k triangles", subdivision},
      {"growth", "two creatures side by side, of 14 k to 3.5 M triangles", growth},
      {"tightness", "mean radii in mm of the creature's spheres on each level, in 8 poses",
       [](const BenchOptions&, Budget&, Progress&) { return tightness(); }, false},
      {"pair", "any two models come together: dermis bench pair A.glb B.glb", pair, true, 2},
      {"threads",
       "50 creatures queried by one thread, by all cores, and by all cores with separate copies",
       threads},
      {"bake", "baking the models on all cores, and loading the baked files instead", baking,
       false}};
  add_blended(scenarios, "-sbs", Skinning::spherical);
  add_blended(scenarios, "-dqs", Skinning::dual_quaternion);
  for (Scenario& scenario : motion_scenarios()) scenarios.push_back(std::move(scenario));
  scenarios.push_back(replan_scenario());
  scenarios.push_back(sampling_scenario());
  scenarios.push_back(broad_scenario());
  for (const char* const scene : {"skirt", "drop"}) scenarios.push_back(cloth_scenario(scene));
#if DERMIS_ODE
  scenarios.push_back(soccer_scenario());
#endif
  return scenarios;
}

}  // namespace

double rounded(double x) {
  return std::stod(fmt::format("{:.4g}", x));
}

const std::vector<Scenario>& bench_scenarios() {
  static const std::vector<Scenario> kScenarios = make_scenarios();
  return kScenarios;
}

}  // namespace dermis::app
