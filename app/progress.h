// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace dermis::app {

/// A line on stderr that says how far long work has come; silent where nobody watches (a pipe, a
/// file). Gone when it ends.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// What show() is told about from now on is the part of the work from `first` to `last`.
  void begin_part(double first, double last);
  /// `share` of the work, 0…1, is done.
  void show(double share);

 private:
  std::string what_;
  bool watched_;
  double first_ = 0, last_ = 1;
  int shown_ = -1;  ///< per cent
};

}  // namespace dermis::app
