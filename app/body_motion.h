// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/skinning/skinning.h"

namespace dermis::app {

/// A body that moves by one of its clips for some time, or stands as stored. A clip that is shorter
/// begins anew.
class BodyMotion {
 public:
  struct Options {
    std::optional<std::string> clip;
    double start = 0;               ///< where in the clip
    std::optional<double> seconds;  ///< not said: to its end, or 5 without one
  };
  /// `file` names the model in errors.
  BodyMotion(Model model, std::string file, const Options& options);

  [[nodiscard]] const Model& model() const { return model_; }
  [[nodiscard]] std::optional<std::uint32_t> clip() const { return clip_; }
  [[nodiscard]] double seconds() const { return seconds_; }

  [[nodiscard]] Pose pose(double time) const;

  /// What may go wrong with cloth on it, one sentence each.
  [[nodiscard]] std::vector<std::string> warnings(Skinning skinning) const;

 private:
  [[nodiscard]] double length() const;  ///< of the clip; 0 without one
  [[nodiscard]] bool loops() const;

  Model model_;
  std::string file_;
  std::optional<std::uint32_t> clip_;
  double start_, seconds_ = 0;
};

}  // namespace dermis::app
