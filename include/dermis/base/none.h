// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace dermis {

/// The index that stands for "there is none", everywhere in the library. (A null ObjectId is no
/// index: see there.)
inline constexpr std::uint32_t kNone = 0xffffffff;

}  // namespace dermis
