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

  /// `share` of the work, 0…1, is done.
  void show(double share);

 private:
  std::string what_;
  bool watched_;
  int shown_ = -1;  ///< per cent
};

}  // namespace dermis::app
