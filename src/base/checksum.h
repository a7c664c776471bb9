// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace dermis::base {

/// A 64-bit checksum. Every step is a bijection of its input, so the checksum certainly changes
/// with any change within eight bytes from a multiple of eight on. It almost certainly changes with
/// any other change.
std::uint64_t checksum(std::span<const std::byte> bytes);

}  // namespace dermis::base
