// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/result.h"

namespace dermis {

/// Writes a file wholly or not at all: into a temporary file beside it, then renamed. Devices and
/// pipes are written directly.
Result<void> write_file(const std::filesystem::path& file, std::string_view content);

/// A whole regular file. `what` starts the error's sentence: "the file does not exist".
Result<std::vector<std::byte>> read_file(const std::filesystem::path& file,
                                         const std::string& what);

}  // namespace dermis
