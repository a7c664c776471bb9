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
  /// Replaces the clips of the model by those of the files that fit it, if there are files.
  /// `model_file` names the model in errors. Returns warnings, one sentence each.
  std::vector<std::string> replace_clips(Model& model, const std::string& model_file,
                                         const GltfOptions& reading) const;

  /// The index of a clip by its name, or by its place in the files, after replace_clips(). A
  /// Failure if there is none, or if it does not fit.
  [[nodiscard]] std::uint32_t find(const Model& model, const std::string& name,
                                   const std::string& model_file) const;

  /// All files that replace_clips() reads.
  [[nodiscard]] std::vector<std::string> inputs() const;

 private:
  std::string prefix_, suffix_;
  // Set by replace_clips(): the other files that it read; and by the place of a clip in the files,
  // its index in the model, or kNone, and its name.
  mutable std::vector<std::string> buffers_;
  mutable std::vector<std::uint32_t> places_;
  mutable std::vector<std::string> names_;
};

}  // namespace dermis::app
