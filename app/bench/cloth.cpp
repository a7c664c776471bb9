// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/cloth.h"

#include <algorithm>
#include <limits>
#include <optional>

#include "app/bench/budget.h"
#include "app/verbs.h"
#include "dermis/cloth/cloth.h"
#include "scenes/count_inside.h"
#include "scenes/dressed.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

using scenes::ClothSize;
using scenes::Dressed;
using scenes::SkinMethod;

constexpr double kStep = 1 / Dressed::kStepsPerSecond;

/// A way to move cloth that takes part in the comparison.
struct Runner {
  std::optional<SkinMethod> method;  ///< none: cloth without a body
  bool response = false;
  std::size_t steps = 0;        ///< fewer for brute force
  std::size_t scene_steps = 0;  ///< steps that are measured if there is time

  std::vector<double> step_ms = {};  ///< time of each step, the fastest of all rounds
  double search_ms = 0;              ///< sum over the steps of a round
  std::uint64_t triangle_tests = 0, points = 0;
  std::uint64_t judged = 0, missed = 0, inside = 0;
  double stretch = 0;

  [[nodiscard]] double mean_ms(std::size_t count) const {
    double sum = 0;
    for (std::size_t i = 0; i < count; ++i) sum += step_ms[i];
    return sum / double(count);
  }
};

/// The cost of one size of cloth, in seconds.
struct ClothCost {
  double step = 0;    ///< one step by meshlets, with response
  double search = 0;  ///< brute force for all vertices
  double judge = 0;   ///< the same, and which vertices are inside
};

/// The amount of work that is measured.
struct ClothPlan {
  std::size_t steps = 0;
  int rounds = 0;
  std::size_t brute_steps = 0;  ///< number of steps of brute force
  std::size_t judged = 0;       ///< steps that brute force judges
  std::size_t vertices = 0;     ///< judged per step, evenly over the cloth
};

/// Returns `wanted` if there is time for it. Otherwise, about a third of the time is for brute
/// force, a third for judging, and a third for the rest; each gets at least one step.
ClothPlan fitting(const ClothPlan& wanted, const ClothCost& cost, double seconds) {
  constexpr double kRunners = 6;  // runners that are judged, or measured in all rounds
  const auto in_range = [](double x, std::size_t least, std::size_t most) {
    return static_cast<std::size_t>(std::clamp(x, double(least), double(most)));
  };
  const double brute_step = cost.search + cost.step;
  const double runs = double(wanted.steps) * wanted.rounds;
  const double all = 2 * double(wanted.brute_steps) * brute_step +
                     kRunners * double(wanted.judged) * cost.judge + kRunners * runs * cost.step;
  constexpr double kLonger = 1.4;  // exceeds the time rather than omit work
  if (all <= kLonger * seconds) return wanted;
  ClothPlan plan = wanted;
  const double third = seconds / 3;
  plan.brute_steps = in_range(third / (2 * brute_step), 1, wanted.brute_steps);
  const double judged = third / (kRunners * cost.judge);
  plan.judged = in_range(judged, 1, wanted.judged);
  constexpr std::size_t kLeastVertices = 200;
  plan.vertices = in_range(judged * double(wanted.vertices),
                           std::min(kLeastVertices, wanted.vertices), wanted.vertices);
  const double affordable = kLonger * third / (kRunners * cost.step);
  plan.rounds = static_cast<int>(
      in_range(affordable / double(wanted.steps), 1, static_cast<std::size_t>(wanted.rounds)));
  plan.steps = in_range(affordable / plan.rounds, 1, wanted.steps);
  plan.brute_steps = std::min(plan.brute_steps, plan.steps);
  plan.judged = std::min(plan.judged, plan.steps);
  return plan;
}

class Comparison {
 public:
  Comparison(const std::string& scene, ClothSize size, std::size_t steps)
      : dressed_({.scene = scene, .size = size}),
        judge_(dressed_.wearer(SkinMethod::brute_force)),
        posed_(dressed_.body().positions.size()),
        skin_(dressed_.body()) {
    for (std::size_t i = 0; i <= steps; ++i) poses_.push_back(dressed_.pose(i));
  }

  [[nodiscard]] std::size_t vertex_count() const { return dressed_.vertex_count(); }
  /// Pairs of a vertex of cloth and a triangle of the body.
  [[nodiscard]] double pair_count() const {
    return double(dressed_.vertex_count()) * double(dressed_.body().triangles.size());
  }

  /// Estimates the cost from one step, and from a few vertices that brute force judges.
  ClothCost cost() {
    Character body = dressed_.wearer(SkinMethod::meshlets);
    Cloth cloth = dressed_.cloth(body, SkinMethod::meshlets);
    ClothCost cost;
    const scenes::Stopwatch watch;
    need(body.set_pose(poses_[1]));
    need(cloth.step(kStep, body));
    cost.step = watch.ms() / 1000;
    const std::size_t few = std::min<std::size_t>(vertex_count(), 128);
    const double times = double(vertex_count()) / double(few);
    choose_judged(few);
    const scenes::Stopwatch searching;
    find_judged(cloth, poses_[1]);
    cost.search = times * searching.ms() / 1000;
    static_cast<void>(count_judged_inside(cloth, poses_[1]));
    cost.judge = times * searching.ms() / 1000;
    return cost;
  }

  /// Chooses `count` vertices, evenly over the cloth, to be judged from now on.
  void choose_judged(std::size_t count) {
    judged_vertices_.clear();
    for (std::size_t i = 0; i < count; ++i) {
      judged_vertices_.push_back(static_cast<std::uint32_t>(i * vertex_count() / count));
    }
  }

  /// Runs all steps once. In the first run of a runner, brute force judges `judged_steps` of them,
  /// including the last one.
  void run(Runner& runner, std::size_t judged_steps) {
    const bool first = runner.step_ms.empty();
    if (first) runner.step_ms.resize(runner.steps, std::numeric_limits<double>::infinity());
    const SkinMethod method = runner.method.value_or(SkinMethod::meshlets);
    Character body = dressed_.wearer(method);
    // Brute force would put the cloth on in the same way, but take minutes.
    const bool slow = method == SkinMethod::brute_force || method == SkinMethod::naive;
    Cloth cloth = dressed_.cloth(body, slow ? SkinMethod::meshlets : method);
    cloth.set_search(scenes::search_of(method));
    runner.triangle_tests = 0;
    runner.points = 0;
    runner.search_ms = 0;
    for (std::size_t i = 0; i < runner.steps; ++i) {
      const Pose& pose = poses_[i + 1];
      const scenes::Stopwatch watch;
      double pose_ms = 0;
      if (!runner.method) {
        need(cloth.step(kStep));
      } else {
        need(body.set_pose(pose));
        pose_ms = watch.ms();
        need(runner.response ? cloth.step(kStep, body) : cloth.step_without_response(kStep, body));
      }
      runner.step_ms[i] = std::min(runner.step_ms[i], watch.ms());
      runner.triangle_tests += cloth.stats().search.triangle_tests;
      runner.points += cloth.stats().search.points;
      runner.search_ms += pose_ms + cloth.stats().follow_ms + cloth.stats().search_ms;
      runner.stretch = std::max(runner.stretch, cloth.stats().stretch);
      const bool judged = (i + 1) * judged_steps / runner.steps > i * judged_steps / runner.steps;
      if (first && runner.method && judged) judge(runner, cloth, pose);
    }
  }

  Json row(const Runner& runner, const Runner& none) const {
    const std::size_t vertices = dressed_.vertex_count();
    const double ms = runner.mean_ms(runner.steps);
    Json row{{"method", runner.method ? to_string(*runner.method) : "none"},
             {"size", to_string(dressed_.options().size)},
             {"vertices", vertices},
             {"triangles", dressed_.body().triangles.size()},
             {"response", runner.response},
             {"steps", runner.steps},
             {"scene_steps", runner.scene_steps},
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
                {"judged_vertices", judged_vertices_.size()},
                {"missed", runner.missed},
                {"inside", runner.inside},
                {"stretch", rounded(runner.stretch)}});
    return row;
  }

 private:
  /// Counts vertices whose skin differs from the one that brute force finds, and vertices inside
  /// the body.
  void judge(Runner& runner, const Cloth& cloth, const Pose& pose) {
    find_judged(cloth, pose);
    for (const std::uint32_t v : judged_vertices_) {
      const NearestSkin& found = cloth.nearest_skin()[v];
      if (found.triangle != judged_[v].triangle || found.distance != judged_[v].distance) {
        ++runner.missed;
      }
    }
    ++runner.judged;
    runner.inside += count_judged_inside(cloth, pose);
  }

  void find_judged(const Cloth& cloth, const Pose& pose) {
    const double reach = cloth.options().thickness + cloth.options().margin;
    judged_.assign(cloth.positions().size(), {});
    need(judge_.set_pose(pose));
    static_cast<void>(find_nearest(judge_, cloth.positions(), judged_vertices_, judged_,
                                   {.reach = reach, .method = NearestMethod::brute_force}));
  }

  std::size_t count_judged_inside(const Cloth& cloth, const Pose& pose) {
    std::vector<Point> places;
    places.reserve(judged_vertices_.size());
    for (const std::uint32_t v : judged_vertices_) places.push_back(cloth.positions()[v]);
    need(skin_.deform(pose, posed_));
    return scenes::count_inside({posed_, dressed_.body().triangles}, places);
  }

  Dressed dressed_;
  Character judge_;
  std::vector<std::uint32_t> judged_vertices_;
  std::vector<NearestSkin> judged_;  ///< for all vertices; empty for those not judged
  std::vector<Vec3> posed_;
  Skin skin_;
  std::vector<Pose> poses_;
};

Json cloth_rows(const std::string& scene, const BenchOptions& options, Budget& budget,
                Progress& progress) {
  struct Size {
    ClothSize size;
    std::size_t steps;
    int rounds;
    std::size_t brute_steps;
    double from, to;  ///< shares of the time
  };
  const auto scaled = [&](double per_second, double least, double most) {
    return static_cast<std::size_t>(std::clamp(per_second * options.seconds, least, most));
  };
  const Size sizes[] = {{ClothSize::paper, 600, 5, 60, 0, 0.3},
                        {ClothSize::ten_thousand, scaled(10, 40, 600), 2, 5, 0.3, 0.55},
                        {ClothSize::fifty_thousand, scaled(3, 12, 600), 2, 2, 0.55, 1}};
  Json all = Json::array();
  bool agree = true;
  bool outside = true;
  double last = 0;  // seconds that the last size took
  for (const auto& [size, most_steps, most_rounds, most_brute, from, to] : sizes) {
    // A step of the next size takes about five times as long, and fewer are measured.
    if (!budget.fits(2 * last)) {
      budget.leave_out(static_cast<std::size_t>(to < 1 ? 2 : 1));
      break;
    }
    const double before = budget.elapsed();
    progress.begin_part(from, to);
    const Budget mine(budget.left() * (to - from) / (1 - from));
    Comparison comparison(scene, size, most_steps);
    // Every how many steps brute force judges, so that judging takes a few seconds.
    const auto every =
        static_cast<std::size_t>(1 + double(most_steps) * comparison.pair_count() / 1e9);
    const ClothPlan wanted{most_steps, most_rounds, most_brute, (most_steps + every - 1) / every,
                           comparison.vertex_count()};
    const ClothCost cost = comparison.cost();
    const auto [steps, rounds, brute_steps, judged, judged_vertices] =
        fitting(wanted, cost, mine.left());
    comparison.choose_judged(judged_vertices);
    std::vector<Runner> runners{{std::nullopt, false, steps, most_steps}};
    for (const SkinMethod method : {SkinMethod::boxes, SkinMethod::meshlets}) {
      for (const bool response : {false, true})
        runners.push_back({method, response, steps, most_steps});
    }
    for (const bool response : {false, true}) {
      runners.push_back({SkinMethod::brute_force, response, brute_steps, most_brute});
    }
    // Two methods are the paper's own: boxes sized by a tolerance, which miss skin when joints
    // bend, and brute force without boxes.
    if (size == ClothSize::paper) {
      runners.push_back({SkinMethod::boxes_by_tolerance, false, steps, most_steps});
      runners.push_back({SkinMethod::naive, false, (brute_steps + 5) / 6, (most_brute + 5) / 6});
    }
    for (int round = 0; round < rounds; ++round) {
      for (std::size_t i = 0; i < runners.size(); ++i) {
        if (runners[i].steps < steps && round > 0) continue;
        comparison.run(runners[i], std::min(judged, runners[i].steps));
        progress.show((round + double(i + 1) / double(runners.size())) / rounds);
      }
    }
    for (const Runner& runner : runners) {
      all.push_back(comparison.row(runner, runners.front()));
      agree = agree && (runner.missed == 0 || runner.method == SkinMethod::boxes_by_tolerance);
      outside = outside && (runner.inside == 0 || !runner.response);
    }
    last = budget.elapsed() - before;
  }
  if (!agree) throw Disagreement{"a search missed skin that brute force finds"};
  if (!outside) throw Disagreement{"vertices of cloth were left inside the body"};
  return all;
}

}  // namespace

Scenario cloth_scenario(const std::string& scene) {
  return {scene,
          scene == "skirt" ? "A skirt on a walking body, and the cost of the search for skin."
                           : "A square of cloth that falls on a walking body.",
          [scene](const BenchOptions& options, Budget& budget, Progress& progress) {
            return cloth_rows(scene, options, budget, progress);
          },
          false};
}

}  // namespace dermis::app
