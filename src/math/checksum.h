// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dermis::math {

/// 64 bits that change for certain with any change within eight bytes from a multiple of eight on
/// (every step is a bijection of what went in), and almost certainly with any other.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace dermis::math
