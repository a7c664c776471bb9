// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dermis/bounds/collider.h"
#include "dermis/result.h"

namespace dermis {

/// Baked colliders as .dermis files: docs/file-format.md. Reading one is much faster than baking.

/// Writes the file wholly or not at all.
Result<void> save(const Collider& collider, const std::filesystem::path& file);

/// Refuses what is no such file, of another version of the format, or damaged anywhere.
Result<Collider> load_collider(const std::filesystem::path& file);

/// The same in memory, for hosts with a file system of their own; `label` names it in errors.
std::vector<std::byte> to_bytes(const Collider& collider);
Result<Collider> from_bytes(std::span<const std::byte> bytes, const std::string& label);

}  // namespace dermis
