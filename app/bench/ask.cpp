// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/ask.h"

#include <numeric>

#include "app/verbs.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

using scenes::Engine;

namespace {

Contender by(Engine engine) {
  return {std::string(to_string(engine)), engine};
}

Contender coherent() {
  return {"meshlets-coherent", Engine::meshlets, Contender::Kind::coherent};
}

Contender skin_only() {
  return {"skin-only", Engine::eager, Contender::Kind::skin_only};
}

}  // namespace

Result<Contender> contender_named(const std::string& name) {
  std::vector<std::string> names = all_names<Engine>();
  for (Contender& variant : std::vector{coherent(), skin_only()}) {
    if (variant.name == name) return std::move(variant);
    names.push_back(variant.name);
  }
  if (const auto engine = parse<Engine>(name)) return by(*engine);
  return unknown_name("method", name, names);
}

std::vector<Contender> default_contenders() {
  return {by(Engine::meshlets),
          coherent(),
          by(Engine::eager),
          skin_only(),
          by(Engine::on_demand_spheres),
          by(Engine::bottom_up_spheres),
          by(Engine::bottom_up_boxes)};
}

std::size_t Answer::contacts() const {
  return std::accumulate(found.begin(), found.end(), std::size_t{0},
                         [](std::size_t n, const auto& pairs) { return n + pairs.size(); });
}

Cast make_cast(const scenes::Scene& scene, const std::vector<Collider>& colliders) {
  Cast cast;
  cast.reserve(scene.cast.size());
  for (const std::uint32_t model : scene.cast) {
    cast.push_back(need(Character::make(colliders[model])));
  }
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
      PairOptions options;
      if (contender.kind == Contender::Kind::coherent) options.cache = &answer.caches[pair];
      std::vector<TrianglePair>& found = answer.found[pair];
      answer.stats +=
          any ? scenes::find_any_pair(cast[i], cast[j], found, contender.method, options)
              : scenes::find_pairs(cast[i], cast[j], found, contender.method, options);
    }
  }
  answer.ms = watch.ms();
}

}  // namespace dermis::app
