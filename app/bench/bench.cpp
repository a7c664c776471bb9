// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <thread>

#include "app/bench/budget.h"
#include "app/bench/csv.h"
#include "app/bench/scenarios.h"
#include "app/load.h"
#include "app/output.h"
#include "app/verbs.h"
#include "dermis/base/isa.h"
#include "dermis/base/nearest_name.h"
#include "dermis/base/version.h"

namespace dermis::app {

namespace {

struct BenchArguments {
  std::vector<std::string> scenarios, methods;
  std::string csv;  ///< a folder; empty: no CSV
  std::string isa;
  double seconds = 5;
  EngineOptions engines = {};
  bool json = false;
};

std::string cpu_name() {
  std::ifstream cpus("/proc/cpuinfo");
  for (std::string line; std::getline(cpus, line);) {
    if (!line.starts_with("model name")) continue;
    const std::size_t colon = line.find(": ");
    if (colon != std::string::npos) return line.substr(colon + 2);
  }
  return "unknown";
}

Json machine() {
  return {{"cpu", cpu_name()},
          {"cores", std::thread::hardware_concurrency()},
          {"compiler", __VERSION__},
          {"dermis", kVersion}};
}

/// A column of the table: a field of the rows under a short heading.
struct Column {
  const char *field, *heading;
};
constexpr Column kColumns[] = {{"method", "method"},
                               {"model", "model"},
                               {"bytes", "bytes"},
                               {"bake_ms", "bake ms"},
                               {"load_ms", "load ms"},
                               {"bake_over_load", "bake / load"},
                               {"skinning", "skinning"},
                               {"density", "density"},
                               {"size", "size"},
                               {"response", "response"},
                               {"vertices", "vertices"},
                               {"pose", "pose"},
                               {"sharing", "characters"},
                               {"level", "level"},
                               {"metres", "metres"},
                               {"triangles", "triangles"},
                               {"interpolated", "interpolated"},
                               {"threads", "threads"},
                               {"frames", "frames"},
                               {"keyframes", "keyframes"},
                               {"steps", "steps"},
                               {"clip_share", "of the clip"},
                               {"reference", "reference"},
                               {"linear", "linear"},
                               {"on_demand", "on demand"},
                               {"bottom_up", "bottom-up"},
                               {"on_demand_average", "centre as in the paper"},
                               {"best", "best"},
                               {"on_demand_over_best", "on demand / best"},
                               {"bottom_up_over_best", "bottom-up / best"},
                               {"paper_on_demand_over_best", "paper: on demand / best"},
                               {"paper_bottom_up_over_best", "bottom-up / best"},
                               {"frames_per_second", "frames/s"},
                               {"largest_deviation_mm", "deviation: mm"},
                               {"mean_deviation_mm", "mean"},
                               {"seen", "pairs seen"},
                               {"straight", "of straight lines"},
                               {"missed_by_straight", "missed"},
                               {"candidates", "exact motion"},
                               {"changed_percent", "% changed"},
                               {"changed", "plans"},
                               {"characters", "characters"},
                               {"ms_per_frame", "ms/frame"},
                               {"ms_per_step", "ms/step"},
                               {"frame_rate", "frame rate"},
                               {"us_per_vertex", "us/vertex"},
                               {"poses_ms", "poses"},
                               {"broad_ms", "broad"},
                               {"limbs_ms", "limbs"},
                               {"exact_ms", "triangles"},
                               {"skin_ms", "skinning"},
                               {"collide_ms", "collision"},
                               {"physics_ms", "physics"},
                               {"exponent", "exponent"},
                               {"box_pairs", "pairs"},
                               {"trimesh_over_this", "trimeshes/this"},
                               {"over_linear", "/ linear"},
                               {"paper_over_linear", "paper: / linear"},
                               {"cold_ms_per_frame", "cold"},
                               {"times_as_fast", "times as fast"},
                               {"p50_ms", "p50"},
                               {"p99_ms", "p99"},
                               {"eager_over_this", "eager/this"},
                               {"cold_eager_over_this", "cold"},
                               {"swept_over_this", "swept/this"},
                               {"best_swept_over_this", "best swept/this"},
                               {"space_time_over_this", "space-time/this"},
                               {"best_over_this", "best/this"},
                               {"contacts", "contacts"},
                               {"events", "events"},
                               {"events_per_interpolated", "per frame"},
                               {"spheres_refitted", "spheres refitted"},
                               {"refitted_share", "share"},
                               {"boxes_refitted", "boxes"},
                               {"vertices_deformed", "deformed"},
                               {"deformed_share", "share"},
                               {"ns_per_contact", "ns/contact"},
                               {"sphere_tests", "sphere tests"},
                               {"triangle_tests", "triangle tests"},
                               {"pairs_saved", "pairs saved"},
                               {"judged", "judged steps"},
                               {"missed", "missed"},
                               {"inside", "inside"},
                               {"stretch", "stretch"},
                               {"box_tests", "box tests"},
                               {"pair_tests", "pair tests"},
                               {"feature_tests", "feature tests"},
                               {"bytes_per_triangle", "bytes/triangle"},
                               {"ns_per_bound", "ns/bound"},
                               {"speed_up", "speed-up"},
                               {"paper_ms", "paper: ms"},
                               {"paper_speed_up", "speed-up"}};

std::string text(const Json& row, const char* field) {
  if (!row.contains(field)) return "";
  const Json& value = row[field];
  if (value.is_string()) return value;
  if (value.is_boolean()) return value ? "yes" : "no";
  if (value.is_number_integer()) return grouped(value);
  const double x = value;
  return x >= 1000 ? grouped(static_cast<std::uint64_t>(std::llround(x)))
                   : fmt::format("{:.3g}", x);
}

/// Prints the columns that have a value in any row, aligned.
void print_table(const Json& rows) {
  for (std::size_t line = 0; line <= rows.size(); ++line) {
    for (const Column& column : kColumns) {
      std::size_t width = 0;
      for (const Json& row : rows) width = std::max(width, text(row, column.field).size());
      if (width == 0) continue;
      width = std::max(width, std::string_view(column.heading).size());
      const std::string cell = line == 0 ? column.heading : text(rows[line - 1], column.field);
      if (column.field == std::string_view("method")) {
        fmt::print("  {:<{}}", cell, width);
      } else {
        fmt::print("  {:>{}}", cell, width);
      }
    }
    fmt::print("\n");
  }
}

/// A scenario and its files.
struct Chosen {
  const Scenario* scenario;
  std::vector<std::string> files;
};

std::vector<Chosen> chosen(const std::vector<std::string>& names) {
  std::vector<Chosen> result;
  for (const Scenario& scenario : bench_scenarios()) {
    if (names.empty() && scenario.file_count == 0) result.push_back({&scenario, {}});
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string& name = names[i];
    const auto& all = bench_scenarios();
    const auto found = std::ranges::find(all, name, &Scenario::name);
    if (found == all.end()) {
      std::vector<std::string> known;
      known.reserve(all.size());
      for (const Scenario& s : all) known.push_back(s.name);
      throw Failure{fmt::format("there is no scenario '{}'{}; there are {}", name,
                                did_you_mean(name, known), fmt::join(known, ", "))};
    }
    if (names.size() - i - 1 < found->file_count) {
      throw Failure{fmt::format("the scenario '{}' needs {} after its name", name,
                                counted(found->file_count, "file"))};
    }
    Chosen& one = result.emplace_back(&*found, std::vector<std::string>{});
    for (std::size_t n = 0; n < found->file_count; ++n) one.files.push_back(names[++i]);
  }
  return result;
}

void run_bench(const BenchArguments& options) {
  check_output_folder(options.csv, {"bench --csv", ".csv"}, {}, {});
  expect_within(options.seconds, "--seconds", 0.001, 36'000, "the time per scenario");
  const auto scenarios = chosen(options.scenarios);
  if (!options.isa.empty()) need(use_isa(need(parse<Isa>(options.isa), "--isa")));
  BenchOptions bench{{}, {}, {}, options.seconds, options.engines};
  for (const std::string& name : options.methods) {
    if (const auto way = motion_way_named(name); way) {
      bench.motion_ways.push_back(*way);
    } else {
      bench.contenders.push_back(need(contender_named(name), "--method"));
    }
  }
  if (bench.motion_ways.empty()) {
    bench.motion_ways = {{.method = ImpactMethod::space_time},
                         {.list = KineticMode::relaxed},
                         {.list = KineticMode::literal},
                         {.method = ImpactMethod::swept_static_front},
                         {.method = ImpactMethod::swept}};
  }
  if (bench.contenders.empty()) {
    bench.contenders = default_contenders();
  }
  if (!options.json) {
    fmt::print("{}, {}, queries on one thread\n", cpu_name(), to_string(current_isa()));
  }
  for (const auto& [scenario, files] : scenarios) {
    bench.files = files;
    Budget budget(options.seconds);
    Json rows;
    try {
      Progress progress(scenario->name);
      rows = scenario->rows(bench, budget, progress);
    } catch (Disagreement& disagreement) {
      throw Disagreement{scenario->name + ": " + disagreement.message};
    }
    const double took = budget.elapsed();
    if (!options.csv.empty()) {
      write_csv(options.csv, scenario->name, rows, cpu_name(), options.seconds);
    }
    if (options.json) {
      Json checks = Json::object();
      if (scenario->compares) checks["same_pairs"] = true;  // a difference would have thrown
      const Json report{{"schema", 1},
                        {"scenario", scenario->name},
                        {"rows", rows},
                        {"seconds", options.seconds},
                        {"took_seconds", rounded(took)},
                        {"sizes_left_out", budget.left_out()},
                        {"checks", checks},
                        {"machine", machine()}};
      fmt::print("{}\n", to_text(report));
    } else {
      fmt::print("\n{}: {}\n", scenario->name, scenario->about);
      print_table(rows);
      if (budget.left_out() > 0) {
        fmt::print("  --seconds {:g} is too short for all sizes: the largest {} left out\n",
                   options.seconds,
                   budget.left_out() == 1 ? "is" : fmt::format("{} are", budget.left_out()));
      }
      if (took > 2 * options.seconds) {
        fmt::print("  --seconds {:g} is too short: {} needs {:.2g} s at least on this machine\n",
                   options.seconds, scenario->name, took);
      }
    }
    std::fflush(stdout);
  }
}

}  // namespace

void add_bench(CLI::App& program) {
  auto* const verb = program.add_subcommand("bench", "measure the papers' tables on this machine");
  std::string about = "Scenarios:\n";
  for (const Scenario& s : bench_scenarios())
    about += fmt::format("  {:<16} {}\n", s.name, s.about);
  verb->footer(
      about +
      "All methods run in turn on the same frames and must find the same pairs (otherwise exit\n"
      "status 3). ms/frame is the mean over frames of the fastest round; cold is for the same\n"
      "frames with 200 characters in turn. If --seconds is too short for all frames, fewer\n"
      "frames, evenly over the scene, are measured: see the columns frames, steps and so on. A "
      "scenario that still needs more than\n"
      "twice --seconds says how much.\n"
      "Example: dermis bench men crowd --isa avx2");
  const auto options = std::make_shared<BenchArguments>();
  verb->add_option("SCENARIO", options->scenarios,
                   "scenarios, each with the files it needs; default: all that need no files");
  verb->add_option("--method", options->methods, "measure only these methods, in this order")
      ->type_name("METHOD");
  verb->add_option("--isa", options->isa,
                   fmt::format("instruction set: {}; default: the best one",
                               fmt::join(all_names<Isa>(), ", ")))
      ->type_name("ISA");
  verb->add_option("--seconds", options->seconds,
                   "approximate time per scenario, including preparation")
      ->type_name("S")
      ->capture_default_str();
  verb->add_option("--meshlet-size", options->engines.bake.meshlet_size,
                   "largest number of triangles and of vertices per meshlet, 8 to 128")
      ->type_name("N")
      ->check(non_negative())
      ->capture_default_str();
  add_center_option(*verb, options->engines.spheres.center);
  verb->add_option(
          "--csv", options->csv,
          "also write PROCESSOR-ISA/SCENARIO.csv into this folder; bench/results holds the docs'\n"
          "figures")
      ->type_name("FOLDER");
  verb->add_flag("--json", options->json, "print JSON: one object per scenario, one per line");
  verb->callback([options] { run_bench(*options); });
}

}  // namespace dermis::app
