// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The cost of a sphere: refitted on demand from joint matrices, one after the other, and refitted
// from the bottom up, with the vertices deformed before.
#include <benchmark/benchmark.h>

#include "dermis/dermis.h"
#include "query/character_state.h"
#include "spheres/eager_mesh.h"
#include "spheres/sphere_cache.h"

namespace {

using namespace dermis;

Character walking(const Model& model) {
  Character character = *Character::make(*bake(model));
  static_cast<void>(character.set_pose(sample(model, model.clips[0], 0.3)));
  return character;
}

/// Reports the time per sphere, in seconds.
void count_spheres(benchmark::State& state, const Character& character) {
  const auto spheres = double(spheres::sphere_count(character.collider()));
  state.counters["s/sphere"] = benchmark::Counter(
      spheres, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void on_demand(benchmark::State& state, Model (*make)()) {
  const Character character = walking(make());
  const spheres::SphereCache& cache = spheres::cache_of(character);
  const spheres::SphereData& spheres = cache.spheres();
  for (auto _ : state) {
    for (std::uint32_t block = 0; block < spheres.groups.block_count; ++block) {
      benchmark::DoNotOptimize(
          spheres.refit.refit(block, cache.motion(), spheres::RefitCenter::mid_range));
    }
  }
  count_spheres(state, character);
}

void bottom_up(benchmark::State& state, Model (*make)()) {
  const Character character = walking(make());
  const Character::State& s = state_of(character);
  const spheres::SphereData& spheres = spheres::cache_of(character).spheres();
  spheres::EagerMesh mesh;
  for (auto _ : state) {
    mesh.deform(s.skin, s.data->skin.vertex_count());
    mesh.refit_spheres(s.data->triangles, spheres.groups);
    benchmark::DoNotOptimize(mesh.spheres().data());
  }
  count_spheres(state, character);
}

BENCHMARK_CAPTURE(on_demand, man, &make_man)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(on_demand, creature, &make_creature)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bottom_up, man, &make_man)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bottom_up, creature, &make_creature)->Unit(benchmark::kMicrosecond);

}  // namespace
