// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <optional>
#include <string>
#include <vector>

#include "dermis/io/gltf.h"
#include "dermis/model/pose.h"

namespace dermis::app {

/// Which model, and which of its parts: FILE --only NAME --without NAME.
struct ModelOptions {
  std::string file;
  std::vector<std::string> only, without;

  void add_to(CLI::App& verb);
  [[nodiscard]] Imported load() const;
};

/// How it stands: --clip C --time T | --bind, then --turn DEG, then --at x,y,z.
struct PoseOptions {
  std::optional<std::string> clip, time, at, turn;
  bool bind = false;

  void add_to(CLI::App& verb);
  /// `file` names the model in errors.
  [[nodiscard]] Pose pose(const Model& model, const std::string& file) const;
};

}  // namespace dermis::app
