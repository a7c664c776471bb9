// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <cstring>
#include <span>

#include "dermis/math/types.h"

namespace dermis::test {

/// FNV-1a over the bits of any type without padding.
template <class T>
std::uint64_t hash_bits(std::span<const T> values, std::uint64_t hash = 0xcbf29ce484222325) {
  for (const T& value : values) {
    unsigned char bytes[sizeof(T)];
    std::memcpy(bytes, &value, sizeof(T));
    for (const unsigned char byte : bytes) hash = (hash ^ byte) * 0x100000001b3;
  }
  return hash;
}

}  // namespace dermis::test
