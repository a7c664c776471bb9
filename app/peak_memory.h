// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace dermis::app {

/// Measures how far the memory of this process has risen, at its peak, above its use at
/// construction. bytes() is empty if the system does not report it.
class PeakMemory {
 public:
  PeakMemory();
  [[nodiscard]] std::optional<std::uint64_t> bytes() const;

 private:
  std::optional<std::uint64_t> before_;
};

}  // namespace dermis::app
