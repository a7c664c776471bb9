// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>

namespace dermis::app {

/// A progress bar on stderr. Prints nothing if stderr is not a terminal (a pipe, a file). The
/// destructor erases the line.
class Progress {
 public:
  explicit Progress(std::string what);
  ~Progress();
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;

  /// From now on, show() reports on the part of the work from `first` to `last`, both 0…1.
  void begin_part(double first, double last);
  /// Shows that `share` of the current part, 0…1, is done.
  void show(double share);

 private:
  std::string what_;
  bool watched_;
  double first_ = 0, last_ = 1;
  int shown_ = -1;  ///< per cent
};

}  // namespace dermis::app
