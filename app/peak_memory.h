// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>

namespace dermis::app {

/// How much more memory this process has needed at once since then. Nothing where the system does
/// not tell.
class PeakMemory {
 public:
  PeakMemory();
  [[nodiscard]] std::optional<std::uint64_t> bytes() const;

 private:
  std::optional<std::uint64_t> before_;
};

}  // namespace dermis::app
