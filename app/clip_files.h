// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/App.hpp>
#include <cstdint>
#include <string>
#include <vector>

#include "dermis/gltf/gltf.h"
#include "dermis/model/model.h"

namespace dermis::app {

/// Clips of other files: --clips FILE... --map FILE --retarget.
struct ClipFileOptions {
  std::vector<std::string> files;
  std::string map;
  bool retarget = false;

  /// Options are "--PREFIXclips SUFFIX" and so on.
  void add_to(CLI::App& verb, const std::string& prefix = "", const std::string& suffix = "");
  /// Replaces the clips of the model by those of the files, if there are any. `model_file` names
  /// the model in errors. A clip that does not fit keeps its place, and has no channels. Returns
  /// warnings, one sentence each.
  std::vector<std::string> replace_clips(Model& model, const std::string& model_file,
                                         const GltfOptions& reading) const;

  /// The index of a clip, after replace_clips(). A Failure if there is none, or if it does not fit.
  [[nodiscard]] std::uint32_t find(const Model& model, const std::string& name,
                                   const std::string& model_file) const;
};

}  // namespace dermis::app
