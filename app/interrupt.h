// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <csignal>

namespace dermis::app {

/// During its lifetime, the first Ctrl-C (SIGINT) sets a flag instead of ending the program, so
/// that long work can stop cleanly. The second Ctrl-C ends the program as usual. If SIGINT was
/// ignored before, it stays ignored. At most one instance may exist at a time.
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
