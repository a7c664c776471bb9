// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bench_cloth.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "dermis/cloth/cloth.h"
#include "scenes/count_inside.h"
#include "scenes/dressed.h"
#include "scenes/stopwatch.h"
#include "timed_search.h"
#include "verbs.h"

namespace dermis::app {

namespace {

using scenes::ClothSize;
using scenes::Dressed;
using scenes::SkinMethod;

constexpr double kStep = 1 / Dressed::kStepsPerSecond;

/// A way to let cloth move, that takes part.
struct Runner {
  std::optional<SkinMethod> method;  ///< none: without a body
  bool response = false;
  std::size_t steps = 0;  ///< brute force takes fewer

  std::vector<double> step_ms = {};  ///< the fastest of all rounds
  double search_ms = 0;              ///< of all steps of a round
  std::uint64_t triangle_tests = 0, points = 0;
  std::uint64_t judged = 0, missed = 0, inside = 0;
  double stretch = 0;

  [[nodiscard]] double mean_ms(std::size_t count) const {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += step_ms[i];
    return sum / double(count);
  }
};

class Comparison {
 public:
  Comparison(const std::string& scene, ClothSize size, std::size_t steps)
      : dressed_({.scene = scene, .size = size}),
        judge_(dressed_.search(SkinMethod::brute_force)),
        posed_(dressed_.body().positions.size()),
        skin_(dressed_.body()) {
    for (std::size_t i = 0; i <= steps; ++i) poses_.push_back(dressed_.pose(i));
  }

  /// Once through all steps; the first time, also judges some of them.
  void run(Runner& runner) {
    const bool first = runner.step_ms.empty();
    if (first) runner.step_ms.resize(runner.steps, std::numeric_limits<double>::infinity());
    const auto search = dressed_.search(runner.method.value_or(SkinMethod::meshlets));
    TimedSearch timed(*search);
    Cloth cloth = dressed_.cloth(timed);
    const SkinSearchStats before = timed.stats();
    const double before_ms = timed.pose_ms() + timed.find_ms();
    // As many as brute force answers in some seconds, and the last.
    const double pairs =
        double(cloth.positions().size()) * double(dressed_.body().triangles.size());
    const auto every = static_cast<std::size_t>(1 + double(runner.steps) * pairs / 1e9);
    for (std::size_t i = 0; i < runner.steps; ++i) {
      const Pose& pose = poses_[i + 1];
      const scenes::Stopwatch watch;
      if (!runner.method) {
        need(cloth.step(kStep));
      } else if (runner.response) {
        need(cloth.step(kStep, timed, pose));
      } else {
        need(cloth.step_without_response(kStep, timed, pose));
      }
      runner.step_ms[i] = std::min(runner.step_ms[i], watch.ms());
      runner.stretch = std::max(runner.stretch, cloth.stats().stretch);
      const bool judged = (i + 1) % every == 0 || i + 1 == runner.steps;
      if (first && runner.method && judged) judge(runner, cloth, pose);
    }
    runner.triangle_tests = timed.stats().triangle_tests - before.triangle_tests;
    runner.points = timed.stats().points - before.points;
    runner.search_ms = timed.pose_ms() + timed.find_ms() - before_ms;
  }

  Json row(const Runner& runner, const Runner& none) const {
    const std::size_t vertices = dressed_.vertex_count();
    const double ms = runner.mean_ms(runner.steps);
    Json row{{"method", runner.method ? to_string(*runner.method) : "none"},
             {"size", to_string(dressed_.options().size)},
             {"vertices", vertices},
             {"triangles", dressed_.body().triangles.size()},
             {"response", runner.response},
             {"ms_per_step", rounded(ms)}};
    if (!runner.method) return row;
    const double points = double(std::max<std::uint64_t>(runner.points, 1));
    const double tests = double(runner.triangle_tests) / points;
    row.update({{"frame_rate", rounded(none.mean_ms(runner.steps) / ms)},
                {"us_per_vertex",
                 rounded(1e3 * runner.search_ms / double(runner.steps) / double(vertices))},
                {"triangle_tests", rounded(tests)},
                {"pairs_saved", rounded(1 - tests / double(dressed_.body().triangles.size()))},
                {"judged", runner.judged},
                {"missed", runner.missed},
                {"inside", runner.inside},
                {"stretch", rounded(runner.stretch)}});
    return row;
  }

 private:
  /// Whether skin was found as brute force finds it, and whether vertices are inside.
  void judge(Runner& runner, const Cloth& cloth, const Pose& pose) {
    const double reach = cloth.options().thickness + cloth.options().margin;
    judged_.assign(cloth.positions().size(), {});
    need(judge_->set_pose(pose));
    judge_->find(cloth.positions(), reach, judged_);
    for (std::size_t v = 0; v < judged_.size(); ++v) {
      const NearestSkin& found = cloth.nearest_skin()[v];
      if (found.triangle != judged_[v].triangle || found.distance != judged_[v].distance) {
        ++runner.missed;
      }
    }
    ++runner.judged;
    need(skin_.deform(pose, posed_));
    runner.inside += scenes::count_inside({posed_, dressed_.body().triangles}, cloth.positions());
  }

  Dressed dressed_;
  std::unique_ptr<SkinSearch> judge_;
  std::vector<NearestSkin> judged_;
  std::vector<Vec3> posed_;
  Skin skin_;
  std::vector<Pose> poses_;
};

Json cloth_rows(const std::string& scene, const BenchOptions& options, Progress& progress) {
  struct Size {
    ClothSize size;
    std::size_t steps;
    int rounds;
    double from, to;  ///< of the progress
  };
  const auto scaled = [&](double per_second, double least, double most) {
    return static_cast<std::size_t>(std::clamp(per_second * options.seconds, least, most));
  };
  const Size sizes[] = {{ClothSize::paper, 600, 5, 0, 0.1},
                        {ClothSize::ten_thousand, scaled(10, 40, 600), 2, 0.1, 0.35},
                        {ClothSize::fifty_thousand, scaled(3, 12, 600), 2, 0.35, 1}};
  Json all = Json::array();
  bool agree = true;
  bool outside = true;
  for (const auto& [size, steps, rounds, from, to] : sizes) {
    progress.begin_part(from, to);
    Comparison comparison(scene, size, steps);
    std::vector<Runner> runners{{std::nullopt, false, steps}};
    for (const SkinMethod method : {SkinMethod::boxes, SkinMethod::meshlets}) {
      for (const bool response : {false, true}) runners.push_back({method, response, steps});
    }
    const std::size_t few = size == ClothSize::paper ? 60 : size == ClothSize::ten_thousand ? 5 : 2;
    for (const bool response : {false, true}) {
      runners.push_back({SkinMethod::brute_force, response, few});
    }
    // Sizes by a tolerance are the paper's, which miss skin when joints bend, and so is brute force
    // without boxes.
    if (size == ClothSize::paper) {
      runners.push_back({SkinMethod::boxes_by_tolerance, false, steps});
      runners.push_back({SkinMethod::naive, false, 10});
    }
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t i = 0; i < runners.size(); ++i) {
        if (runners[i].steps < steps && round > 0) continue;
        comparison.run(runners[i]);
        progress.show((round + double(i + 1) / double(runners.size())) / rounds);
      }
    }
    for (const Runner& runner : runners) {
      all.push_back(comparison.row(runner, runners.front()));
      agree = agree && (runner.missed == 0 || runner.method == SkinMethod::boxes_by_tolerance);
      outside = outside && (runner.inside == 0 || !runner.response);
    }
  }
  if (!agree) throw Disagreement{"a search missed skin that brute force finds"};
  if (!outside) throw Disagreement{"vertices of cloth were left inside the body"};
  return all;
}

}  // namespace

Scenario cloth_scenario(const std::string& scene) {
  return {scene,
          scene == "skirt" ? "A skirt on a walking body, and what looking for skin costs it."
                           : "A square of cloth that falls on a walking body.",
          [scene](const BenchOptions& options, Progress& progress) {
            return cloth_rows(scene, options, progress);
          },
          false};
}

}  // namespace dermis::app
