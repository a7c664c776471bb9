// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/peak_memory.h"

#include <algorithm>
#include <fstream>
#include <string>

namespace dermis::app {

namespace {

/// A field of /proc/self/status, in bytes.
std::optional<std::uint64_t> status_bytes(const std::string& field) {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);) {
    if (!line.starts_with(field + ":")) continue;
    return 1024 * std::stoull(line.substr(field.size() + 1));
  }
  return {};
}

}  // namespace

PeakMemory::PeakMemory() {
  std::ofstream("/proc/self/clear_refs") << "5";  // forget earlier peaks
  before_ = status_bytes("VmRSS");
}

std::optional<std::uint64_t> PeakMemory::bytes() const {
  const auto peak = status_bytes("VmHWM");
  if (!before_ || !peak) return {};
  return *peak - std::min(*peak, *before_);
}

}  // namespace dermis::app
