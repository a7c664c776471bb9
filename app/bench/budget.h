// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "scenes/stopwatch.h"

namespace dermis::app {

/// The time limit of a scenario, or of a part of one, for everything: making the scene, baking and
/// measuring. It starts at construction. Work that cannot be cut short may exceed it.
class Budget {
 public:
  explicit Budget(double seconds) : seconds_(seconds) {}

  [[nodiscard]] double seconds() const { return seconds_; }
  [[nodiscard]] double elapsed() const { return watch_.ms() / 1000; }
  /// The remaining time in seconds, never below 0.
  [[nodiscard]] double left() const { return std::max(seconds_ - elapsed(), 0.0); }
  [[nodiscard]] bool is_over() const { return elapsed() >= seconds_; }
  /// An equal share of the remaining time, if `parts` parts are still to do.
  [[nodiscard]] double share(double parts) const { return left() / parts; }

 private:
  double seconds_;
  scenes::Stopwatch watch_;
};

}  // namespace dermis::app
