// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace dermis::gltf {

/// The bytes behind buffers[index].uri: a data URI, or a regular file in `folder` or below it.
/// Absolute paths, other schemes, paths and links that leave the folder are refused.
std::vector<std::byte> load_uri(const std::string& uri, std::size_t index,
                                const std::optional<std::filesystem::path>& folder);

/// A whole regular file.
std::vector<std::byte> read_regular_file(const std::filesystem::path& path,
                                         const std::string& what);

}  // namespace dermis::gltf
