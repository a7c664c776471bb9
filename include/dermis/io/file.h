// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string_view>

#include "dermis/result.h"

namespace dermis {

/// Writes a file wholly or not at all: into a temporary file beside it, then renamed. Devices and
/// pipes are written directly.
Result<void> write_file(const std::filesystem::path& file, std::string_view content);

}  // namespace dermis
