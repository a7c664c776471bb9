// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace dermis::gltf {

/// The two parts of a file. Both refer to the bytes passed to open_container().
struct Container {
  std::string_view json;
  std::span<const std::byte> binary;  ///< the GLB's BIN chunk, or empty
};

/// Splits a GLB into its parts. Bytes without the GLB magic number are treated as JSON.
Container open_container(std::span<const std::byte> bytes);

}  // namespace dermis::gltf
