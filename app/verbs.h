// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <string>
#include <utility>

#include "dermis/base/result.h"

/// Each function adds one subcommand to the program. Each file <verb>.cpp defines one of them.
namespace dermis::app {

void add_bake(CLI::App& program);
void add_bench(CLI::App& program);
void add_ccd_queries(CLI::App& program);
void add_cloth(CLI::App& program);
void add_collide(CLI::App& program);
void add_demo(CLI::App& program);
void add_info(CLI::App& program);
void add_limbs(CLI::App& program);
void add_make(CLI::App& program);
void add_motion(CLI::App& program);
void add_pose(CLI::App& program);
void add_self(CLI::App& program);

/// Ends the program with a sentence on stderr and exit status 2.
struct Failure {
  std::string message;
};

/// Ends the program with a sentence on stderr and exit status 3: --verify found a difference.
struct Disagreement {
  std::string message;
};

/// Ends the program with exit status 130 after Ctrl-C, once the results so far are written.
struct Interrupted {};

/// Returns the value, or throws Failure with the reason. Pass `file` if the reason does not name
/// the file itself: it is put in front.
template <class T>
T need(Result<T> result, const std::string& file = "") {
  if (!result) throw Failure{(file.empty() ? "" : file + ": ") + result.error().message};
  return std::move(*result);
}
inline void need(const Result<void>& result, const std::string& file = "") {
  if (!result) throw Failure{(file.empty() ? "" : file + ": ") + result.error().message};
}

}  // namespace dermis::app
