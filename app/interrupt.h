// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

namespace dermis::app {

/// While it lives, the first Ctrl-C (SIGINT) is noted instead of ending the program, so that long
/// work can stop in good order; the second one ends it as usual. Where SIGINT is ignored, it stays
/// so. One at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  [[nodiscard]] static bool requested();

 private:
  struct sigaction before_ = {};
};

}  // namespace dermis::app
