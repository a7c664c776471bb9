// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bench_scenarios.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "bench_broad.h"
#include "bench_cloth.h"
#include "bench_measure.h"
#include "bench_motion.h"
#include "bench_replan.h"
#include "bench_sampling.h"
#include "bench_soccer.h"
#include "bench_threads.h"
#include "load.h"
#include "scenes/tightness.h"
#include "verbs.h"

namespace dermis::app {

namespace {

using scenes::Density;
using scenes::DwarfPose;
using scenes::Scene;

/// What Kavan and Žára (2005) measured on an Athlon at 2.5 GHz; 0 where they give no figure.
struct PaperTimes {
  double on_demand_ms = 0, bottom_up_ms = 0;
  double speed_up = 0;
};

/// A mean of counts: whole ones stay what they are.
double tenths(double x) {
  return std::round(10 * x) / 10;
}

/// The rows of one scene, after what identifies it.
Json rows_of(const Measurement& measurement, const PaperTimes& paper, const Json& identity) {
  const auto of = [&](const char* name, double Measured::* time) {
    for (const Measured& m : measurement.contenders) {
      if (m.contender.name == name) return m.*time;
    }
    return 0.0;
  };
  const double baseline = of("bottom-up-spheres", &Measured::ms_per_frame);
  const double eager = of("eager", &Measured::ms_per_frame);
  const double cold_eager = of("eager", &Measured::p50_ms);
  Json rows = Json::array();
  for (const Measured& m : measurement.contenders) {
    Json row{{"method", m.contender.name}};
    row.update(identity);
    row["isa"] = to_string(best_isa());
    row["threads"] = 1;
    row["triangles"] = measurement.triangles;
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
      if (m.p50_ms > 0) row["cold_eager_over_this"] = rounded(cold_eager / m.p50_ms);
    }
    if (baseline > 0) row["speed_up"] = rounded(baseline / m.ms_per_frame);
    const bool on_demand = m.contender.method == Method::on_demand_spheres;
    const double paper_ms = on_demand                                         ? paper.on_demand_ms
                            : m.contender.method == Method::bottom_up_spheres ? paper.bottom_up_ms
                                                                              : 0;
    if (paper_ms > 0) row["paper_ms"] = paper_ms;
    if (on_demand && paper.speed_up > 0) {
      row["paper_speed_up"] = paper.speed_up;
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// A scenario of one scene.
auto one_scene(const std::function<Scene()>& make, const PaperTimes& paper, bool any = false) {
  return [=](const BenchOptions& options, Progress& progress) {
    const Measurement measurement =
        measure(make(), {options.contenders, any, options.seconds, options.bake}, progress);
    return rows_of(measurement, paper, Json::object());
  };
}

/// The same characters blended linearly and otherwise, one after the other, and again, so that both
/// see the machine in the same moods.
auto two_skinnings(const std::function<Scene()>& make, Skinning skinning, const PaperTimes& paper,
                   bool any = false) {
  return [=](const BenchOptions& options, Progress& progress) {
    const Scene scene = make();
    constexpr int kTurns = 2;
    Measurement best[2];
    for (int i = 0; i < 2 * kTurns; ++i) {
      progress.begin_part(double(i) / (2 * kTurns), double(i + 1) / (2 * kTurns));
      BakeOptions bake = options.bake;
      bake.skinning = i % 2 == 0 ? Skinning::linear : skinning;
      const Measurement now = measure(
          scene, {options.contenders, any, options.seconds / (2 * kTurns), bake, false}, progress);
      Measurement& so_far = best[i % 2];
      if (i < 2) so_far = now;
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

/// All vertices and spheres of characters so far from each other that nothing else is to do: what a
/// sphere costs from the bottom up.
Json apart(const BenchOptions& options, Progress& progress) {
  Json rows = one_scene(&scenes::apart, {})(options, progress);
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

Json crowd(const BenchOptions& options, Progress& progress) {
  Json rows = Json::array();
  for (const Density density : {Density::sparse, Density::medium, Density::dense}) {
    const auto part = static_cast<double>(density);
    progress.begin_part(part / 3, (part + 1) / 3);
    const PaperTimes paper =
        density == Density::dense ? PaperTimes{52.83, 779.3, 14.75} : PaperTimes{};
    const Measurement measurement =
        measure(scenes::crowd(density),
                {options.contenders, false, options.seconds / 3, options.bake}, progress);
    for (Json& row : rows_of(measurement, paper, {{"density", scenes::to_string(density)}})) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

Json subdivision(const BenchOptions& options, Progress& progress) {
  // Table 3 and Figure 7.
  constexpr PaperTimes kInterfering[] = {
      {1.33, 5.24, 3.9}, {2.17, 18.1, 8.34}, {3.8, 66.37, 17.47}, {8.04, 260, 32.34}};
  constexpr PaperTimes kApart[] = {{0, 0, 32}, {0, 0, 126}, {0, 0, 502}, {0, 0, 1995}};
  Json rows = Json::array();
  for (const DwarfPose pose : {DwarfPose::apart, DwarfPose::interfering}) {
    for (int level = 0; level < 4; ++level) {
      const double part = 4 * static_cast<double>(pose) + level;
      progress.begin_part(part / 8, (part + 1) / 8);
      const Measurement measurement =
          measure(scenes::dwarves(pose, level),
                  {options.contenders, false, options.seconds / 8, options.bake}, progress);
      const PaperTimes& paper = (pose == DwarfPose::apart ? kApart : kInterfering)[level];
      for (Json& row :
           rows_of(measurement, paper, {{"pose", scenes::to_string(pose)}, {"level", level}})) {
        rows.push_back(std::move(row));
      }
    }
  }
  return rows;
}

/// What deep contact costs: where eager methods are best, the default must not be worse.
Json merged(const BenchOptions& options, Progress& progress) {
  Json rows = Json::array();
  constexpr double kMetres[] = {0.05, 0.1, 0.2, 0.3};
  for (std::size_t i = 0; i < std::size(kMetres); ++i) {
    progress.begin_part(double(i) / 4, double(i + 1) / 4);
    const Measurement measurement =
        measure(scenes::merged(kMetres[i]),
                {options.contenders, false, options.seconds / 4, options.bake}, progress);
    for (Json& row : rows_of(measurement, {}, {{"metres", kMetres[i]}})) {
      rows.push_back(std::move(row));
    }
  }
  return rows;
}

/// Without contact, a character of 200 times the triangles.
Json growth(const BenchOptions& options, Progress& progress) {
  Json rows = Json::array();
  std::vector<Contender> contenders = options.contenders;
  constexpr int kLevels = 5;
  for (int level = 0; level < kLevels; ++level) {
    progress.begin_part(double(level) / kLevels, double(level + 1) / kLevels);
    // What deforms everything would take minutes.
    if (level > 1) {
      std::erase_if(contenders, [](const Contender& contender) {
        return contender.method != Method::meshlets;
      });
    }
    const Measurement measurement =
        measure(scenes::near(level),
                {contenders, false, options.seconds / kLevels, options.bake, level < 2}, progress);
    for (Json& row : rows_of(measurement, {}, {{"level", level}})) rows.push_back(std::move(row));
  }
  return rows;
}

/// Two files: the first clip of each, the second model as large as the first.
Json pair(const BenchOptions& options, Progress& progress) {
  const auto load = [](const std::string& file) {
    ModelOptions model;
    model.file = file;
    return model.load().model;
  };
  const Measurement measurement =
      measure(scenes::meeting(load(options.files[0]), load(options.files[1])),
              {options.contenders, false, options.seconds, options.bake}, progress);
  return rows_of(measurement, {}, {{"a", options.files[0]}, {"b", options.files[1]}});
}

/// Table 2: mean radii of the creature's spheres, in millimetres, in eight poses of its walk.
Json tightness(const BenchOptions& /*options*/, Progress& /*progress*/) {
  const std::vector<scenes::MeanRadii> levels = scenes::creature_radii(8);
  // Theirs are in units of their model; radii over the best ones compare.
  constexpr double kPaper[][4] = {
      {34.55, 43.89, 45.68, 33.33}, {18.86, 26.17, 24.63, 19.39}, {7.38, 8.05, 9.21, 7.31},
      {3.68, 3.95, 4.58, 3.70},     {1.69, 1.77, 2.27, 1.70},     {0.91, 0.94, 1.17, 0.92},
      {0.61, 0.63, 0.74, 0.61},     {0.42, 0.43, 0.49, 0.42},     {0.30, 0.30, 0.35, 0.30}};
  Json rows = Json::array();
  for (std::size_t l = 0; l < levels.size(); ++l) {
    const scenes::MeanRadii& mean = levels[l];
    Json row{{"level", l + 1},
             {"spheres", mean.spheres},
             {"reference", rounded(1000 * mean.reference)},
             {"on_demand", rounded(1000 * mean.on_demand)},
             {"on_demand_average", rounded(1000 * mean.on_demand_average)},
             {"bottom_up", rounded(1000 * mean.bottom_up)},
             {"best", rounded(1000 * mean.best)},
             {"on_demand_over_best", rounded(mean.on_demand / mean.best)},
             {"bottom_up_over_best", rounded(mean.bottom_up / mean.best)}};
    if (l < std::size(kPaper)) {
      row["paper_on_demand_over_best"] = rounded(kPaper[l][1] / kPaper[l][3]);
      row["paper_bottom_up_over_best"] = rounded(kPaper[l][2] / kPaper[l][3]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// Table 1 of Kavan, O'Sullivan and Žára (2006): the same for a skinning, beside linear blending.
Json tightness_of(Skinning skinning) {
  const std::vector<scenes::MeanRadii> linear = scenes::creature_radii(8);
  const std::vector<scenes::MeanRadii> other = scenes::creature_radii(8, skinning);
  // Linear and spherical blending, and the best for the latter.
  constexpr double kPaper[][3] = {{72.17, 79.55, 34.41}, {31.58, 33.95, 22.05}, {8.40, 8.89, 7.39},
                                  {4.03, 4.12, 3.69},    {1.80, 1.83, 1.70},    {0.97, 0.98, 0.92},
                                  {0.65, 0.66, 0.61},    {0.43, 0.43, 0.42},    {0.30, 0.30, 0.30}};
  Json rows = Json::array();
  for (std::size_t l = 0; l < linear.size(); ++l) {
    Json row{{"level", l + 1},
             {"spheres", linear[l].spheres},
             {"linear", rounded(1000 * linear[l].on_demand)},
             {"on_demand", rounded(1000 * other[l].on_demand)},
             {"best", rounded(1000 * other[l].best)},
             {"over_linear", rounded(other[l].on_demand / linear[l].on_demand)},
             {"on_demand_over_best", rounded(other[l].on_demand / other[l].best)}};
    if (skinning == Skinning::spherical && l < std::size(kPaper)) {
      row["paper_over_linear"] = rounded(kPaper[l][1] / kPaper[l][0]);
      row["paper_on_demand_over_best"] = rounded(kPaper[l][1] / kPaper[l][2]);
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

/// What it takes to bake each model, and to load the file instead.
Json baking(const BenchOptions& options, Progress& progress) {
  Json rows = Json::array();
  const auto names = procedural_names();
  for (std::size_t i = 0; i < names.size(); ++i) {
    const Model model = need(make_procedural(names[i]));
    const std::vector<std::byte> file = to_bytes(need(bake(model)));
    const double seconds = options.seconds / double(2 * names.size());
    const double bake_ms = fastest_ms(seconds, [&] { need(bake(model)); });
    const double load_ms = fastest_ms(seconds, [&] { need(from_bytes(file, "file")); });
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
                         scene + " with " + name + " skinning, and linear beside it", run,
                         compares});
  };
  add("men",
      two_skinnings(&scenes::men, skinning, paper ? PaperTimes{0.31, 16.70, 53.9} : PaperTimes{}));
  add("creatures", two_skinnings(&scenes::creatures, skinning,
                                 paper ? PaperTimes{7.47, 35.17, 4.71} : PaperTimes{}));
  add("creatures-any", two_skinnings(&scenes::creatures, skinning,
                                     paper ? PaperTimes{1.44, 28.67, 19.9} : PaperTimes{}, true));
  add("tightness", [=](const BenchOptions&, Progress&) { return tightness_of(skinning); }, false);
}

std::vector<Scenario> make_scenarios() {
  std::vector<Scenario> scenarios{
      {"men", "two men walk towards each other until their bodies overlap by 10 cm",
       one_scene(&scenes::men, {0.36, 18.13, 50.4})},
      {"men-deep", "the same, until their trunks overlap by 10 cm",
       one_scene(&scenes::men_deep, {})},
      {"creatures", "two creatures walk through each other",
       one_scene(&scenes::creatures, {6.97, 37.1, 5.3})},
      {"creatures-any", "the same, asked only whether they touch",
       one_scene(&scenes::creatures, {0.82, 30.18, 36.8}, true)},
      {"near", "two creatures walk side by side, a centimetre apart",
       one_scene([] { return scenes::near(); }, {})},
      {"apart", "two creatures 5 m apart", apart},
      {"merged", "two creatures in each other, 5 to 30 cm off", merged},
      {"crowd", "50 creatures walk close to each other", crowd},
      {"subdivision", "two dwarves of 1.7 k to 109 k triangles", subdivision},
      {"growth", "two creatures side by side, of 14 k to 3.5 M triangles", growth},
      {"tightness", "mean radii in mm of the creature's spheres on each level, in 8 poses",
       tightness, false},
      {"pair", "any two models come together: dermis bench pair A.glb B.glb", pair, true, 2},
      {"threads",
       "50 creatures asked by one thread, by all cores that share them, and with own ones each",
       threads},
      {"bake", "baking the models by all cores, and loading the baked files instead", baking,
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
