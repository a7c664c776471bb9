// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/result.h"

namespace dermis {

/// Writes a regular file completely or not at all: writes a temporary file in the same folder, then
/// renames it to `file`. Devices and pipes are written directly.
Result<void> write_file(const std::filesystem::path& file, std::string_view content);

/// Reads a whole regular file. `what` is the subject of the error message, such as "the file".
Result<std::vector<std::byte>> read_file(const std::filesystem::path& file,
                                         const std::string& what);

}  // namespace dermis
