// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/progress.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

namespace dermis::app {

Progress::Progress(std::string what)
    : what_(std::move(what)), watched_(isatty(STDERR_FILENO) != 0) {
  show(0);
}

Progress::~Progress() {
  if (watched_) fmt::print(stderr, "\r\x1b[K");
}

void Progress::begin_part(double first, double last) {
  first_ = first;
  last_ = last;
}

void Progress::show(double share) {
  const double whole = first_ + (last_ - first_) * std::clamp(share, 0.0, 1.0);
  const int percent = static_cast<int>(100 * whole);
  if (!watched_ || percent == shown_) return;
  shown_ = percent;
  constexpr int kWidth = 30;
  const int full = kWidth * percent / 100;
  fmt::print(stderr, "\r\x1b[K{} [{:#<{}}{:.<{}}] {} %", what_, "", full, "", kWidth - full,
             percent);
  std::fflush(stderr);
}

}  // namespace dermis::app
