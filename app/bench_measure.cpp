// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bench_measure.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

#include "scenes/stopwatch.h"
#include "verbs.h"

namespace dermis::app {

namespace {

/// What every two characters of a scene have in common. Kept from frame to frame, as a caller would
/// keep its vectors.
struct Answer {
  std::vector<std::vector<TrianglePair>> found;
  std::vector<PairCache> caches;
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

void ask(Cast& cast, const std::vector<Pose>& poses, const Contender& contender, bool any,
         Answer& answer) {
  const std::size_t pair_count = cast.size() * (cast.size() - 1) / 2;
  answer.found.resize(pair_count);
  answer.caches.resize(pair_count);
  answer.stats = {};
  std::size_t pair = 0;
  const scenes::Stopwatch watch;
  need(set_poses(cast, poses));
  if (contender.kind == Contender::Kind::skin_only) {
    for (const Character& character : cast) answer.stats += deform_all(character);
    answer.ms = watch.ms();
    return;
  }
  for (std::size_t i = 0; i < cast.size(); ++i) {
    for (std::size_t j = i + 1; j < cast.size(); ++j, ++pair) {
      QueryOptions options{contender.method};
      if (contender.kind == Contender::Kind::coherent) options.cache = &answer.caches[pair];
      answer.stats += any ? find_any(cast[i], cast[j], answer.found[pair], options)
                          : find_all(cast[i], cast[j], answer.found[pair], options);
    }
  }
  answer.ms = watch.ms();
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
  std::vector<Answer> answers(result.contenders.size());
  for (std::size_t f = 0; f < frames; ++f) {
    const auto by = [&](const Contender& contender) {
      Answer answer;
      ask(cast, scene.frames[f], contender, options.any, answer);
      return answer;
    };
    const auto expect_same = [&](const Answer& a, const Contender& by_a, const Answer& b,
                                 const Contender& by_b) {
      // Yes or no: which pair stands for yes is up to the method.
      const bool same = options.any ? a.contacts() == b.contacts() : a.found == b.found;
      if (same) return;
      throw Disagreement{fmt::format("frame {}: {} finds {} contacts, {} finds {}{}", f, by_a.name,
                                     a.contacts(), by_b.name, b.contacts(),
                                     a.contacts() == b.contacts() ? " others" : "")};
    };
    const Measured* first = nullptr;
    Answer first_answer;
    for (std::size_t m = 0; m < result.contenders.size(); ++m) {
      Measured& measured = result.contenders[m];
      // Coherent ones keep their caches.
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
    // Spread over the frames.
    if (first != nullptr && (f + 1) * judged / frames > f * judged / frames) {
      const Contender judge{"brute-force", Method::brute_force};
      expect_same(first_answer, first->contender, by(judge), judge);
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
      ask(casts[i % casts.size()], scene.frames[i % scene.frames.size()], measured.contender,
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

Result<Contender> contender_named(const std::string& name) {
  if (name == "meshlets-coherent") {
    return Contender{name, Method::meshlets, Contender::Kind::coherent};
  }
  if (name == "skin-only") return Contender{name, Method::eager, Contender::Kind::skin_only};
  const auto method = method_named(name);
  if (!method) return Error{method.error().message + ", meshlets-coherent, skin-only"};
  return Contender{name, *method};
}

Measurement measure(const scenes::Scene& scene, const MeasureOptions& options, Progress& progress) {
  std::vector<Collider> colliders;
  colliders.reserve(scene.models.size());
  for (const Model& model : scene.models) {
    colliders.push_back(need(bake(model, options.bake)));
  }
  Cast cast = make_cast(scene, colliders);
  Measurement result;
  const bool by_spheres = std::ranges::any_of(options.contenders, [](const Contender& contender) {
    return contender.method != Method::meshlets && contender.method != Method::eager;
  });
  for (const Character& character : cast) {
    result.meshlets += character.collider().meshlet_count();
    if (by_spheres) result.spheres += character.collider().sphere_count();
    result.triangles += character.collider().triangle_count();
  }
  for (const Contender& contender : options.contenders) {
    result.contenders.push_back({.contender = contender});
  }
  result.character_bytes = cast.front().byte_count();
  static_cast<void>(deform_all(cast.front()));
  result.touched_bytes = cast.front().byte_count();

  const scenes::Stopwatch watch;
  compare(scene, options, cast, result);
  for (Measured& measured : result.contenders) {
    if (options.cold) measure_cold(scene, options, colliders, measured);
  }

  // After so many more frames of a method, what others left in the caches is gone.
  constexpr std::size_t kWarmUp = 32;
  std::vector<std::vector<double>> fastest(result.contenders.size(),
                                           std::vector<double>(scene.frames.size(), 1e300));
  std::vector<Answer> answers(result.contenders.size());
  for (int round = 0;; ++round) {
    const double share = watch.ms() / (1000 * options.seconds);
    progress.show(share);
    if (round >= 3 && share >= 1) break;
    for (std::size_t m = 0; m < result.contenders.size(); ++m) {
      for (std::size_t i = 0; i < scene.frames.size() + kWarmUp; ++i) {
        const std::size_t f = i % scene.frames.size();
        ask(cast, scene.frames[f], result.contenders[m].contender, options.any, answers[m]);
        fastest[m][f] = std::min(fastest[m][f], answers[m].ms);
      }
    }
  }
  for (std::size_t m = 0; m < result.contenders.size(); ++m) {
    result.contenders[m].ms_per_frame =
        std::accumulate(fastest[m].begin(), fastest[m].end(), 0.0) / double(scene.frames.size());
  }
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
