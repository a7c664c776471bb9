// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis::math {

/// Eight floats in memory, a lane each, where every instruction set can load them at once.
struct alignas(32) Float8 {
  float lane[8];
};

}  // namespace dermis::math
