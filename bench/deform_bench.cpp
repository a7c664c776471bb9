// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The cost of posing: all vertices of the characters with every instruction set, and one clip
// sample.
#include <benchmark/benchmark.h>

#include <string>

#include "dermis/dermis.h"

namespace {

void deform(benchmark::State& state, const std::string& name, dermis::Isa isa) {
  const dermis::Model model = *dermis::make_procedural(name);
  const dermis::Skin skin(model);
  const dermis::Pose pose = sample(model, model.clips[0], 0.4);
  std::vector<dermis::Vec3> out(skin.vertex_count());
  for (auto _ : state) {
    if (!skin.deform(pose, out, isa)) state.SkipWithError("refused");
    benchmark::DoNotOptimize(out.data());
  }
  state.counters["per_vertex"] =
      benchmark::Counter(double(out.size()), benchmark::Counter::kIsIterationInvariantRate |
                                                 benchmark::Counter::kInvert);
}

void sample_clip(benchmark::State& state, const std::string& name) {
  const dermis::Model model = *dermis::make_procedural(name);
  double time = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(sample(model, model.clips[0], time));
    time = time > 1 ? 0 : time + 0.01;
  }
}

const int kRegistered = [] {
  for (const auto name : dermis::procedural_names()) {
    const std::string label(name);
    for (const dermis::Isa isa : dermis::available_isas()) {
      benchmark::RegisterBenchmark(("deform/" + label + "/" + std::string(to_string(isa))).c_str(),
                                   [=](benchmark::State& s) { deform(s, label, isa); });
    }
    benchmark::RegisterBenchmark(("sample/" + label).c_str(),
                                 [=](benchmark::State& s) { sample_clip(s, label); });
  }
  return 0;
}();

}  // namespace
