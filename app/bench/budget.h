// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstddef>

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

  /// For scenarios that measure several sizes: whether to go on with a size that takes so many
  /// seconds. All of it may take twice the time. The first size is always measured.
  [[nodiscard]] bool fits(double seconds) const { return elapsed() + seconds <= 2 * seconds_; }
  /// Says that sizes are left out.
  void leave_out(std::size_t sizes) { left_out_ = sizes; }
  [[nodiscard]] std::size_t left_out() const { return left_out_; }

 private:
  double seconds_;
  std::size_t left_out_ = 0;
  scenes::Stopwatch watch_;
};

}  // namespace dermis::app
