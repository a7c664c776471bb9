// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "app/report.h"
#include "app/verbs/cloth_frames.h"
#include "dermis/cloth/cloth.h"

namespace dermis::app {

/// A simulation of cloth on a moving body. Refers to the body, the character and the cloth.
struct ClothRun {
  const Model& body;
  Skinning skinning;
  Character& character;                   ///< the body in the first pose
  Cloth& cloth;                           ///< already put on the character
  std::function<Pose(std::size_t)> pose;  ///< after this number of steps
  double steps_per_second = 60;
  std::size_t steps = 0;
};

/// The results of a run.
struct ClothTotals {
  std::size_t steps = 0;              ///< fewer than ClothRun::steps after Ctrl-C
  double ms = 0;                      ///< time of all steps
  double pose_ms = 0, search_ms = 0;  ///< included: moving the body, searching for skin
  std::uint32_t small_steps = 0;      ///< largest number in a step
  double stretch = 0;                 ///< largest value
  // Sums over all steps.
  std::uint64_t contacts = 0, pushed = 0, inside = 0, self_contacts = 0;
  QueryStats search;
  std::uint64_t hash = 0xcbf29ce484222325U;  ///< FNV-1a of all positions after each step
};

/// Runs all steps with a progress bar, and adds the frames. Ctrl-C ends the run after the current
/// step. Then writes the animation; `name` is the name of its clip.
ClothTotals run_cloth(const ClothRun& run, const std::string& name, ClothFrames& frames);

/// Prints the results of a run: as text after `title`, or as JSON after the fields of `head`.
/// Throws Interrupted if the run was stopped before its end.
void report_cloth(const ClothRun& run, const ClothTotals& totals, const ClothFrames& frames,
                  const std::string& title, const Json& head, bool json);

/// --solver position-based|mass-spring
void add_solver_option(CLI::App& verb, ClothSolver& solver, const std::string& of = "");

}  // namespace dermis::app
