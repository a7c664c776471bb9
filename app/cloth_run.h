// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "cloth_frames.h"
#include "dermis/cloth/cloth.h"
#include "report.h"

namespace dermis::app {

/// Cloth on a body that moves, for some time. Refers to all of them.
struct ClothRun {
  const Model& body;
  Skinning skinning;
  SkinSearch& search;                     ///< with the body in the first pose
  Cloth& cloth;                           ///< put on
  std::function<Pose(std::size_t)> pose;  ///< after so many steps
  double steps_per_second = 60;
  std::size_t steps = 0;
};

/// What became of it.
struct ClothTotals {
  std::size_t steps = 0;              ///< fewer than asked for after Ctrl-C
  double ms = 0;                      ///< of all steps
  double pose_ms = 0, search_ms = 0;  ///< of these, what the body and looking for skin took
  std::uint32_t small_steps = 0;      ///< of a step, at most
  double stretch = 0;                 ///< at most
  // Of all steps.
  std::uint64_t contacts = 0, pushed = 0, inside = 0, self_contacts = 0;
  SkinSearchStats search;
  std::uint64_t hash = 0xcbf29ce484222325U;  ///< of the bits of all places after each step: FNV-1a
};

/// Goes through all steps, with a progress bar, and adds frames. Ctrl-C ends it after a step. Then
/// writes the animation, whose clip has this name.
ClothTotals run_cloth(const ClothRun& run, const std::string& name, ClothFrames& frames);

/// How a run is told: after `title`, or in JSON after what is in `head`. Interrupted if it did not
/// come to its end.
void report_cloth(const ClothRun& run, const ClothTotals& totals, const ClothFrames& frames,
                  const std::string& title, const Json& head, bool json);

/// --solver position-based|mass-spring
void add_solver_option(CLI::App& verb, ClothSolver& solver, const std::string& of = "");
std::string to_string(ClothSolver solver);

}  // namespace dermis::app
