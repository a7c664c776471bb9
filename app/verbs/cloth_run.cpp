// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/verbs/cloth_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>

#include "app/interrupt.h"
#include "app/named_option.h"
#include "app/progress.h"
#include "app/verbs.h"
#include "dermis/base/printable.h"
#include "scenes/stopwatch.h"

namespace dermis::app {

namespace {

void mix(std::uint64_t& hash, const std::vector<Point>& places) {
  for (const Point& place : places) {
    for (const double x : place) {
      const auto bits = std::bit_cast<std::uint64_t>(x);
      for (int shift = 0; shift < 64; shift += 8) {
        hash = (hash ^ (bits >> shift & 0xff)) * 0x100000001b3U;
      }
    }
  }
}

/// Throws Failure if a position is not finite. Springs that are too stiff for the length of a step
/// cause this.
void expect_somewhere(const std::vector<Point>& places, std::size_t step) {
  for (const Point& place : places) {
    for (const double x : place) {
      if (std::isfinite(x)) continue;
      throw Failure{fmt::format(
          "the cloth flew apart in step {}: its positions are not finite; more --small-steps, "
          "a higher --fps or --solver position-based may help",
          step)};
    }
  }
}

double share(double part, double whole) {
  return whole > 0 ? part / whole : 0;
}

double tests_per_vertex(const ClothTotals& totals) {
  return share(double(totals.search.triangle_tests), double(totals.search.points));
}

/// The share of all pairs of a vertex and a triangle that the search did not test.
double pairs_saved(const ClothRun& run, const ClothTotals& totals) {
  if (totals.search.points == 0) return 0;
  return 1 - tests_per_vertex(totals) / double(run.body.triangles.size());
}

Json describe(const ClothRun& run, const ClothTotals& totals, const ClothFrames& frames,
              const Json& head) {
  const double steps = double(totals.steps);
  Json out{{"schema", 1}};
  out.update(head);
  out.update(
      {{"steps_per_second", run.steps_per_second},
       {"steps", run.steps},
       {"steps_done", totals.steps},
       {"stopped", totals.steps < run.steps},
       {"body",
        {{"vertices", run.body.positions.size()},
         {"triangles", run.body.triangles.size()},
         {"joints", run.body.skeleton.joints.size()}}},
       {"cloth",
        {{"vertices", run.cloth.positions().size()}, {"triangles", run.cloth.triangles().size()}}},
       {"ms_per_step",
        {{"all", share(totals.ms, steps)},
         {"body", share(totals.pose_ms, steps)},
         {"search", share(totals.search_ms, steps)},
         {"cloth", share(totals.ms - totals.pose_ms - totals.search_ms, steps)}}},
       {"small_steps", totals.small_steps},
       {"stretch", totals.stretch},
       {"contacts_per_step", share(double(totals.contacts), steps)},
       {"pushed", totals.pushed},
       {"inside", totals.inside},
       {"self_contacts", totals.self_contacts},
       {"triangle_tests_per_vertex", tests_per_vertex(totals)},
       {"pairs_saved", pairs_saved(run, totals)},
       {"outgrown_boxes", totals.search.outgrown_boxes},
       {"frames", frames.count()},
       {"frames_per_second", frames.per_second()},
       {"hash", fmt::format("{:016x}", totals.hash)}});
  return out;
}

void print(const ClothRun& run, const ClothTotals& totals, const ClothFrames& frames) {
  const double steps = double(totals.steps);
  if (totals.steps < run.steps) {
    fmt::print("  stopped after {} of {}\n", grouped(totals.steps), counted(run.steps, "step"));
  }
  fmt::print("  body        {}, {}, {}\n", counted(run.body.positions.size(), "vertex"),
             counted(run.body.triangles.size(), "triangle"),
             counted(run.body.skeleton.joints.size(), "joint"));
  fmt::print("  cloth       {}, {}\n", counted(run.cloth.positions().size(), "vertex"),
             counted(run.cloth.triangles().size(), "triangle"));
  fmt::print("  a step      {:.3g} ms: body {:.3g}, search {:.3g}, cloth {:.3g}; {}\n",
             share(totals.ms, steps), share(totals.pose_ms, steps), share(totals.search_ms, steps),
             share(totals.ms - totals.pose_ms - totals.search_ms, steps),
             counted(totals.small_steps, "small step"));
  fmt::print("  stretched   by {:.1f} % at most\n", 100 * totals.stretch);
  fmt::print("  touched     by {} on average; {} put out of the skin, {} inside\n",
             counted(std::llround(share(double(totals.contacts), steps)), "vertex"),
             grouped(totals.pushed), grouped(totals.inside));
  if (run.cloth.options().self_collision) {
    fmt::print("  itself      {} stopped\n", counted(totals.self_contacts, "contact"));
  }
  fmt::print("  looked at   {:.1f} triangles per vertex, {:.2f} % of all pairs saved\n",
             tests_per_vertex(totals), 100 * pairs_saved(run, totals));
  if (totals.search.outgrown_boxes > 0) {
    fmt::print("              boxes were too small {} (detected; nothing was missed)\n",
               counted(totals.search.outgrown_boxes, "time"));
  }
  if (!frames.files().glb.empty()) {
    fmt::print("  recorded    {}, {:.3g} per second{}\n", counted(frames.count(), "frame"),
               frames.per_second(),
               frames.is_thinned() ? ": a file has 600 at most, and about 150 MB" : "");
  }
  fmt::print("  hash        {:016x}\n", totals.hash);
  if (!frames.files().glb.empty()) {
    fmt::print("\nto look at: {}\n", printable(frames.files().glb));
  }
  if (!frames.files().folder.empty()) {
    fmt::print("\nwritten to {}\n", printable(frames.files().folder));
  }
}

}  // namespace

ClothTotals run_cloth(const ClothRun& run, const std::string& name, ClothFrames& frames) {
  ClothTotals totals;
  Progress progress(name);
  const Interrupt interrupt;
  frames.add(0, run.pose(0), run.cloth);
  while (totals.steps < run.steps && !Interrupt::requested()) {
    const Pose pose = run.pose(totals.steps + 1);
    const scenes::Stopwatch watch;
    need(run.character.set_pose(pose));
    totals.pose_ms += watch.ms();
    need(run.cloth.step(1 / run.steps_per_second, run.character));
    totals.ms += watch.ms();
    ++totals.steps;
    expect_somewhere(run.cloth.positions(), totals.steps);
    const ClothStats& stats = run.cloth.stats();
    totals.small_steps = std::max(totals.small_steps, stats.small_steps);
    totals.stretch = std::max(totals.stretch, stats.stretch);
    totals.contacts += stats.near_skin;
    totals.pushed += stats.pushed;
    totals.inside += stats.inside;
    totals.self_contacts += stats.stopped_pairs;
    totals.pose_ms += stats.follow_ms;
    totals.search_ms += stats.search_ms;
    totals.search += stats.search;
    mix(totals.hash, run.cloth.positions());
    frames.add(totals.steps, pose, run.cloth);
    progress.show(double(totals.steps) / double(run.steps));
  }
  frames.write_glb(name, run.cloth);
  return totals;
}

void report_cloth(const ClothRun& run, const ClothTotals& totals, const ClothFrames& frames,
                  const std::string& title, const Json& head, bool json) {
  if (json) {
    fmt::print("{}\n", to_text(describe(run, totals, frames, head)));
  } else {
    fmt::print("{}\n\n", title);
    print(run, totals, frames);
  }
  if (totals.steps < run.steps) throw Interrupted{};
}

void add_solver_option(CLI::App& verb, ClothSolver& solver, const std::string& of) {
  add_named_option(verb, "--solver", solver, of + "solver (mass-spring as in the paper)", "SOLVER");
}

}  // namespace dermis::app
