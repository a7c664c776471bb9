// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/load.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"

namespace dermis::app {

/// A body that plays one of its clips for some time, or stands in its stored pose. A shorter clip
/// is repeated.
class BodyMotion {
 public:
  struct Options {
    std::optional<std::string> clip;
    double start = 0;               ///< seconds after the start of the clip
    std::optional<double> seconds;  ///< default: to the end of the clip, or 5 without a clip
  };
  /// `model` was loaded by `from`, which names it in errors.
  BodyMotion(Model model, const ModelOptions& from, const Options& options);

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] std::optional<std::uint32_t> clip() const { return clip_; }
  [[nodiscard]] double seconds() const { return seconds_; }

  [[nodiscard]] Pose pose(double time) const;

  /// Reasons why cloth on this body may go wrong, one sentence each.
  [[nodiscard]] std::vector<std::string> warnings(Skinning skinning) const;

 private:
  [[nodiscard]] double length() const;  ///< clip length in seconds; 0 without a clip
  [[nodiscard]] bool loops() const;

  Model model_;
  std::string file_;
  std::optional<std::uint32_t> clip_;
  double start_, seconds_ = 0;
};

}  // namespace dermis::app
