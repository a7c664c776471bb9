// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace dermis::gltf {

/// The two parts of a file; both point into the bytes they were found in.
struct Container {
  std::string_view json;
  std::span<const std::byte> binary;  ///< the GLB's BIN chunk, or empty
};

/// Takes a GLB apart; anything that does not start with GLB's magic is taken for JSON.
Container open_container(std::span<const std::byte> bytes);

}  // namespace dermis::gltf
