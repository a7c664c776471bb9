// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// What a sphere costs: refitted on demand from joint matrices, one after the other, and from the
// bottom up with the vertices deformed before.
#include <benchmark/benchmark.h>

#include "dermis/dermis.h"
#include "query/character_state.h"

namespace {

using namespace dermis;

Character walking(const Model& model) {
  Character character(*bake(model));
  static_cast<void>(character.set_pose(sample(model, model.clips[0], 0.3)));
  return character;
}

/// Reports nanoseconds per sphere.
void count_spheres(benchmark::State& state, const Character& character) {
  const auto spheres = double(character.collider().sphere_count());
  state.counters["s/sphere"] = benchmark::Counter(
      spheres, benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

void on_demand(benchmark::State& state, Model (*make)()) {
  const Character character = walking(make());
  const query::SphereCache& cache = character.state().spheres();
  const bounds::Spheres& spheres = cache.spheres();
  for (auto _ : state) {
    for (std::uint32_t block = 0; block < spheres.groups.block_count; ++block) {
      benchmark::DoNotOptimize(spheres.refit.refit(block, cache.motion(), RefitCentre::mid_range));
    }
  }
  count_spheres(state, character);
}

void bottom_up(benchmark::State& state, Model (*make)()) {
  const Character character = walking(make());
  const Character::State& s = character.state();
  query::EagerMesh mesh;
  for (auto _ : state) {
    mesh.deform(s.skin, s.data->skin.vertex_count());
    mesh.refit_spheres(s.data->triangles, s.data->spheres().groups);
    benchmark::DoNotOptimize(mesh.spheres().data());
  }
  count_spheres(state, character);
}

BENCHMARK_CAPTURE(on_demand, man, &make_man)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(on_demand, creature, &make_creature)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bottom_up, man, &make_man)->Unit(benchmark::kMicrosecond);
BENCHMARK_CAPTURE(bottom_up, creature, &make_creature)->Unit(benchmark::kMicrosecond);

}  // namespace
