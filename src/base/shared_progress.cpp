// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "base/shared_progress.h"

namespace dermis::base {

void SharedProgress::add(std::size_t done) {
  done_ += done;
  if (!tell_) return;
  const std::lock_guard lock(telling_);
  const std::size_t all = done_;
  const double share = double(all) / double(total_);
  constexpr double kWorthTelling = 0.005;
  if (share <= told_ || (share < told_ + kWorthTelling && all < total_)) return;
  told_ = share;
  tell_(share);
}

}  // namespace dermis::base
