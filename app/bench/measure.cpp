// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "app/bench/budget.h"
#include "app/bench/plan.h"
#include "app/report.h"
#include "app/verbs.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

using scenes::Engine;

/// More characters than the caches hold.
constexpr std::size_t kColdCharacters = 200;

std::size_t cold_casts(const scenes::Scene& scene) {
  return (kColdCharacters + scene.cast.size() - 1) / scene.cast.size();
}

/// Sets the number of frames that brute force can judge in a moment, and its time per frame: about
/// a nanosecond per pair of triangles. Only for scenes of two characters.
void add_judge(const scenes::Scene& scene, SceneCost& cost) {
  constexpr double kMostPairs = 1e9;
  constexpr double kSecondsPerPair = 1e-9;
  if (scene.cast.size() != 2) return;
  const double pairs =
      double(scene.model_of(0).triangles.size()) * double(scene.model_of(1).triangles.size());
  cost.judged = std::min(
      {scene.frames.size(), std::size_t{12}, static_cast<std::size_t>(kMostPairs / pairs)});
  cost.judge_seconds = kSecondsPerPair * pairs;
}

/// Estimates the time of all contenders for one frame.
double frame_seconds(const scenes::Scene& scene, const MeasureOptions& options, Cast& cast,
                     const Budget& budget) {
  const auto ask_all = [&](std::size_t frame) {
    const scenes::Stopwatch watch;
    for (const Contender& contender : options.contenders) {
      Answer answer;
      ask(cast, scene.frames[frame], contender, options.any, answer);
    }
    return watch.ms() / 1000;
  };
  const std::size_t count = scene.frames.size();
  if (budget.is_over()) return 1;  // no time to measure it
  // The first run also allocates memory and bakes the spheres.
  const double first = ask_all(count / 2);
  if (first > 0.2 * budget.left()) return first;
  const double second = ask_all(count / 2);
  if (count < 3 || 2 * second > 0.1 * budget.left()) return second;
  return (second + ask_all(count / 6) + ask_all(count * 5 / 6)) / 3;
}

/// The first pass: records and compares the results and counters of each method in each frame.
void compare(const scenes::Scene& scene, const MeasureOptions& options, const Plan& plan,
             Cast& cast, Measurement& result) {
  const std::size_t frames = plan.frames.size();
  std::vector<Answer> answers(result.contenders.size());
  for (std::size_t n = 0; n < frames; ++n) {
    const std::size_t f = plan.frames[n];
    const auto by = [&](const Contender& contender) {
      Answer answer;
      ask(cast, scene.frames[f], contender, options.any, answer);
      return answer;
    };
    const auto expect_same = [&](const Answer& a, const Contender& by_a, const Answer& b,
                                 const Contender& by_b) {
      // With `any`, methods may report different pairs; only their number must agree.
      const bool same = options.any ? a.contacts() == b.contacts() : a.found == b.found;
      if (same) return;
      throw Disagreement{fmt::format("frame {}: {} finds {}, {} finds {}{}", f, by_a.name,
                                     counted(a.contacts(), "contact"), by_b.name, b.contacts(),
                                     a.contacts() == b.contacts() ? " others" : "")};
    };
    const Measured* first = nullptr;
    Answer first_answer;
    for (std::size_t m = 0; m < result.contenders.size(); ++m) {
      Measured& measured = result.contenders[m];
      // Coherent contenders keep their caches from frame to frame.
      Answer& answer = answers[m];
      ask(cast, scene.frames[f], measured.contender, options.any, answer);
      if (measured.contender.kind != Contender::Kind::skin_only) {
        if (first == nullptr) {
          first = &measured;
          first_answer = answer;
        }
        expect_same(first_answer, first->contender, answer, measured.contender);
        measured.contacts += double(answer.contacts()) / double(frames);
      }
      const auto mean = [&](double& sum, std::uint64_t count) {
        sum += double(count) / double(frames);
      };
      mean(measured.spheres_refitted, answer.stats.spheres_refitted);
      mean(measured.boxes_refitted, answer.stats.boxes_refitted);
      mean(measured.vertices_deformed, answer.stats.vertices_deformed);
      mean(measured.meshlets_deformed, answer.stats.meshlets_deformed);
      mean(measured.sphere_tests, answer.stats.sphere_tests);
      mean(measured.box_tests, answer.stats.box_tests);
      mean(measured.triangle_tests, answer.stats.triangle_tests);
      mean(measured.exact_tests, answer.stats.exact_tests);
    }
    // The judged frames are spread evenly over all frames.
    if (first != nullptr && (n + 1) * plan.judged / frames > n * plan.judged / frames) {
      const Contender judge{std::string(to_string(Engine::brute_force)), Engine::brute_force};
      expect_same(first_answer, first->contender, by(judge), judge);
      ++result.judged_frames;
    }
  }
}

/// Evicts all other data from the caches by writing to each 64-byte line of 32 MiB.
void empty_caches() {
  constexpr std::size_t kBytes = std::size_t{32} << 20U;
  constexpr std::size_t kLine = 64;
  static std::vector<unsigned char> bytes(kBytes);
  for (std::size_t i = 0; i < kBytes; i += kLine) ++bytes[i];
}

/// Measures each frame with other characters than the frame before. A single frame is measured with
/// `known`, which has its memory already.
void measure_cold(const scenes::Scene& scene, const MeasureOptions& options, const Plan& plan,
                  const std::vector<Collider>& colliders, Cast& known, Measured& measured) {
  const std::size_t all_casts = cold_casts(scene);
  std::vector<Cast> casts;
  const bool by_known = plan.cold == 1;
  while (!by_known && casts.size() < std::min(plan.cold, all_casts)) {
    casts.push_back(make_cast(scene, colliders));
  }
  Answer answer;
  std::vector<double> times(plan.cold);
  for (int pass = by_known ? 1 : 0; pass < 2; ++pass) {  // the first pass allocates memory
    // Fewer characters may still be in the caches after the first pass.
    if (pass == 1 && casts.size() < all_casts) empty_caches();
    for (std::size_t i = 0; i < times.size(); ++i) {
      const std::size_t frame = plan.frames[i % plan.frames.size()];
      Cast& cast = by_known ? known : casts[i % casts.size()];
      ask(cast, scene.frames[frame], measured.contender, options.any, answer);
      times[i] = answer.ms;
    }
  }
  measured.cold_ms_per_frame =
      std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
  std::ranges::sort(times);
  measured.p50_ms = times[times.size() / 2];
  measured.p99_ms = times[times.size() * 99 / 100];
}

/// Measures the frames in rounds, contenders in turn, while there is time. The fastest round of
/// each frame counts.
void measure_warm(const scenes::Scene& scene, const MeasureOptions& options, const Plan& plan,
                  const Budget& budget, Cast& cast, Measurement& result, Progress& progress) {
  const std::size_t frames = plan.frames.size();
  std::vector<std::vector<double>> fastest(result.contenders.size(),
                                           std::vector<double>(frames, 1e300));
  std::vector<Answer> answers(result.contenders.size());
  for (int round = 0;; ++round) {
    progress.show(budget.elapsed() / budget.seconds());
    if (round >= plan.rounds && budget.is_over()) break;
    for (std::size_t m = 0; m < result.contenders.size(); ++m) {
      for (std::size_t i = 0; i < frames + plan.warm_up; ++i) {
        const std::size_t n = i % frames;
        ask(cast, scene.frames[plan.frames[n]], result.contenders[m].contender, options.any,
            answers[m]);
        fastest[m][n] = std::min(fastest[m][n], answers[m].ms);
      }
    }
  }
  for (std::size_t m = 0; m < result.contenders.size(); ++m) {
    result.contenders[m].ms_per_frame =
        std::accumulate(fastest[m].begin(), fastest[m].end(), 0.0) / double(frames);
  }
}

}  // namespace

std::vector<Collider> bake_all(const scenes::Scene& scene, const EngineOptions& options) {
  std::vector<Collider> colliders;
  colliders.reserve(scene.models.size());
  for (const Model& model : scene.models) {
    const Collider collider = need(bake(model, options.bake));
    // The default tree of spheres is baked only when a method needs it.
    const bool chosen = options.spheres.center != spheres::SphereOptions().center;
    colliders.push_back(chosen ? need(spheres::bake(collider, options.spheres)) : collider);
  }
  return colliders;
}

Measurement measure(const scenes::Scene& scene, const MeasureOptions& options, Progress& progress) {
  const Budget budget(options.seconds);
  const std::vector<Collider> colliders =
      options.baked.empty() ? bake_all(scene, options.engines) : options.baked;
  Cast cast = make_cast(scene, colliders);
  Measurement result;
  const bool by_spheres = std::ranges::any_of(options.contenders, [](const Contender& contender) {
    return contender.method != Engine::meshlets && contender.method != Engine::eager;
  });
  for (const Character& character : cast) {
    result.meshlets += character.collider().meshlet_count();
    if (by_spheres) result.spheres += spheres::sphere_count(character.collider());
    result.triangles += character.collider().triangle_count();
  }
  for (const Contender& contender : options.contenders) {
    result.contenders.push_back({.contender = contender});
  }
  result.character_bytes = cast.front().byte_count();
  static_cast<void>(deform_all(cast.front()));
  result.touched_bytes = cast.front().byte_count();

  SceneCost cost{.frames = scene.frames.size()};
  if (options.cold) cost.cold = std::max(scene.frames.size(), cold_casts(scene));
  if (options.judge) add_judge(scene, cost);
  {
    // Characters of its own: what questions touched decides what the next pose deforms at once.
    Cast tried = make_cast(scene, colliders);
    cost.frame_seconds = frame_seconds(scene, options, tried, budget);
  }
  const Plan plan = make_plan(cost, budget.left());
  result.frames = plan.frames.size();
  result.scene_frames = scene.frames.size();
  compare(scene, options, plan, cast, result);
  if (options.cold) {
    for (Measured& measured : result.contenders) {
      measure_cold(scene, options, plan, colliders, cast, measured);
    }
  }
  measure_warm(scene, options, plan, budget, cast, result, progress);
  return result;
}

double fastest_ms(double seconds, const std::function<void()>& work) {
  double fastest = 1e300;
  const scenes::Stopwatch watch;
  for (int run = 0; run < 3 || watch.ms() < 1000 * seconds; ++run) {
    const scenes::Stopwatch once;
    work();
    fastest = std::min(fastest, once.ms());
  }
  return fastest;
}

}  // namespace dermis::app
