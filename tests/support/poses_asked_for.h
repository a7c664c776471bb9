// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>

namespace dermis::test {

/// The number of poses that a long test tries: DERMIS_POSES, or 400.
inline int poses_asked_for() {
  const char* const asked = std::getenv("DERMIS_POSES");
  return asked == nullptr ? 400 : std::atoi(asked);
}

}  // namespace dermis::test
