// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bench_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <numeric>

#include "verbs.h"

namespace dermis::app {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds(Clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

/// What every two characters of a scene have in common. Kept from frame to frame, as a caller would
/// keep its vectors.
struct Answer {
  std::vector<std::vector<TrianglePair>> found;
  QueryStats stats;
  double ms = 0;

  [[nodiscard]] std::size_t contacts() const {
    return std::accumulate(found.begin(), found.end(), std::size_t{0},
                           [](std::size_t n, const auto& pairs) { return n + pairs.size(); });
  }
};

using Cast = std::vector<Character>;

Cast make_cast(const scenes::Scene& scene, const std::vector<Collider>& colliders) {
  Cast cast;
  cast.reserve(scene.cast.size());
  for (const std::uint32_t model : scene.cast) cast.emplace_back(colliders[model]);
  return cast;
}

void ask(Cast& cast, const std::vector<Pose>& poses, Method method, bool any, Answer& answer) {
  answer.found.resize(cast.size() * (cast.size() - 1) / 2);
  answer.stats = {};
  auto* pairs = answer.found.data();
  const auto start = Clock::now();
  for (std::size_t i = 0; i < cast.size(); ++i) need(cast[i].set_pose(poses[i]));
  for (std::size_t i = 0; i < cast.size(); ++i) {
    for (std::size_t j = i + 1; j < cast.size(); ++j) {
      answer.stats += any ? find_any(cast[i], cast[j], *pairs, {method})
                          : find_all(cast[i], cast[j], *pairs, {method});
      ++pairs;
    }
  }
  answer.ms = milliseconds(Clock::now() - start);
}

/// Frames of two characters that brute force can judge in a moment.
std::size_t judged_frames(const scenes::Scene& scene) {
  constexpr double kMostPairs = 1e9;
  if (scene.cast.size() != 2) return 0;
  const double pairs =
      double(scene.model_of(0).triangles.size()) * double(scene.model_of(1).triangles.size());
  return std::min(
      {scene.frames.size(), std::size_t{12}, static_cast<std::size_t>(kMostPairs / pairs)});
}

/// The first pass: what each method finds and does in each frame.
void compare(const scenes::Scene& scene, const MeasureOptions& options, Cast& cast,
             Measurement& result) {
  const std::size_t frames = scene.frames.size();
  const std::size_t judged = judged_frames(scene);
  for (std::size_t f = 0; f < frames; ++f) {
    const auto by = [&](Method method) {
      Answer answer;
      ask(cast, scene.frames[f], method, options.any, answer);
      return answer;
    };
    const auto expect_same = [&](const Answer& a, Method by_a, const Answer& b, Method by_b) {
      // Yes or no: which pair stands for yes is up to the method.
      const bool same = options.any ? a.contacts() == b.contacts() : a.found == b.found;
      if (same) return;
      throw Disagreement{fmt::format("frame {}: {} finds {} contacts, {} finds {}{}", f,
                                     to_string(by_a), a.contacts(), to_string(by_b), b.contacts(),
                                     a.contacts() == b.contacts() ? " others" : "")};
    };
    std::vector<Answer> answers;
    for (Measured& measured : result.methods) {
      answers.push_back(by(measured.method));
      const Answer& answer = answers.back();
      expect_same(answers.front(), result.methods.front().method, answer, measured.method);
      const auto mean = [&](double& sum, std::uint64_t count) {
        sum += double(count) / double(frames);
      };
      mean(measured.contacts, answer.contacts());
      mean(measured.spheres_refitted, answer.stats.spheres_refitted);
      mean(measured.boxes_refitted, answer.stats.boxes_refitted);
      mean(measured.vertices_deformed, answer.stats.vertices_deformed);
      mean(measured.meshlets_deformed, answer.stats.meshlets_deformed);
      mean(measured.sphere_tests, answer.stats.sphere_tests);
      mean(measured.box_tests, answer.stats.box_tests);
      mean(measured.triangle_tests, answer.stats.triangle_tests);
      mean(measured.exact_tests, answer.stats.exact_tests);
    }
    // Spread over the frames.
    if ((f + 1) * judged / frames > f * judged / frames) {
      expect_same(answers.front(), result.methods.front().method, by(Method::brute_force),
                  Method::brute_force);
      ++result.judged_frames;
    }
  }
}

/// Each frame once, with other characters each time.
void measure_cold(const scenes::Scene& scene, const MeasureOptions& options,
                  const std::vector<Collider>& colliders, Measured& measured) {
  constexpr std::size_t kCharacters = 200;
  std::vector<Cast> casts;
  casts.reserve(kCharacters);
  for (std::size_t n = 0; n < kCharacters; n += scene.cast.size()) {
    casts.push_back(make_cast(scene, colliders));
  }
  Answer answer;
  std::vector<double> times(std::max(scene.frames.size(), casts.size()));
  for (int pass = 0; pass < 2; ++pass) {  // the first one gets the memory
    for (std::size_t i = 0; i < times.size(); ++i) {
      ask(casts[i % casts.size()], scene.frames[i % scene.frames.size()], measured.method,
          options.any, answer);
      times[i] = answer.ms;
    }
  }
  measured.cold_ms_per_frame =
      std::accumulate(times.begin(), times.end(), 0.0) / double(times.size());
  std::ranges::sort(times);
  measured.p50_ms = times[times.size() / 2];
  measured.p99_ms = times[times.size() * 99 / 100];
}

}  // namespace

Measurement measure(const scenes::Scene& scene, const MeasureOptions& options, Progress& progress) {
  std::vector<Collider> colliders;
  colliders.reserve(scene.models.size());
  for (const Model& model : scene.models) {
    colliders.push_back(need(bake(model, {.centre = options.centre})));
  }
  Cast cast = make_cast(scene, colliders);
  Measurement result;
  const bool by_spheres = std::ranges::any_of(options.methods, [](Method method) {
    return method != Method::meshlets && method != Method::eager;
  });
  for (const Character& character : cast) {
    result.meshlets += character.collider().meshlet_count();
    if (by_spheres) result.spheres += character.collider().sphere_count();
    result.triangles += character.collider().triangle_count();
  }
  for (const Method method : options.methods) result.methods.push_back({.method = method});

  const auto start = Clock::now();
  compare(scene, options, cast, result);
  for (Measured& measured : result.methods) measure_cold(scene, options, colliders, measured);

  // A method goes on for as many frames, or another one would have emptied the caches.
  constexpr std::size_t kFramesInARow = 32;
  std::vector<std::vector<double>> fastest(result.methods.size(),
                                           std::vector<double>(scene.frames.size(), 1e300));
  Answer answer;
  for (int round = 0;; ++round) {
    const double share = milliseconds(Clock::now() - start) / (1000 * options.seconds);
    progress.show(share);
    if (round >= 3 && share >= 1) break;
    for (std::size_t m = 0; m < result.methods.size(); ++m) {
      for (std::size_t i = 0; i < std::max(scene.frames.size(), kFramesInARow); ++i) {
        const std::size_t f = i % scene.frames.size();
        ask(cast, scene.frames[f], result.methods[m].method, options.any, answer);
        fastest[m][f] = std::min(fastest[m][f], answer.ms);
      }
    }
  }
  for (std::size_t m = 0; m < result.methods.size(); ++m) {
    result.methods[m].ms_per_frame =
        std::accumulate(fastest[m].begin(), fastest[m].end(), 0.0) / double(scene.frames.size());
  }
  return result;
}

double fastest_ms(double seconds, const std::function<void()>& work) {
  double fastest = 1e300;
  const auto start = Clock::now();
  for (int run = 0; run < 3 || milliseconds(Clock::now() - start) < 1000 * seconds; ++run) {
    const auto begin = Clock::now();
    work();
    fastest = std::min(fastest, milliseconds(Clock::now() - begin));
  }
  return fastest;
}

}  // namespace dermis::app
