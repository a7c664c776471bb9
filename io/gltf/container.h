// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string_view>

namespace dermis::gltf {

/// The reason to refuse a file of the first version.
inline constexpr const char* kOldVersion =
    "it is glTF 1.0, which dermis does not read; convert it to glTF 2.0, for example by "
    "'npx gltf-pipeline -i old.gltf -o new.glb'";

/// The two parts of a file. Both refer to the bytes passed to open_container().
struct Container {
  std::string_view json;
  std::span<const std::byte> binary;  ///< the GLB's BIN chunk, or empty
};

/// Splits a GLB into its parts. Bytes without the GLB magic number are treated as JSON.
Container open_container(std::span<const std::byte> bytes);

}  // namespace dermis::gltf
