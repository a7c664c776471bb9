// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/collider/collider.h"

/// @file
/// Baked colliders as .dermis files: docs/files.md. Reading one is much faster than baking.
namespace dermis {

/// Writes a .dermis file, completely or not at all. It holds the names, parents and joints of the
/// limbs, from which loading computes the limb of each triangle. It holds no fitted shape
/// (with_limbs()), no body boxes and no sphere tree: attach these again after loading.
Result<void> save_collider(const Collider& collider, const std::filesystem::path& file);

/// Reads a .dermis file. Refuses a file that is not a collider, has another version of the format,
/// or is damaged anywhere.
Result<Collider> load_collider(const std::filesystem::path& file);

/// The content of a .dermis file, for hosts with their own file system.
std::vector<std::byte> to_bytes(const Collider& collider);
/// Reads the content of a .dermis file and refuses the same files as load_collider(). `label`
/// replaces the file name in errors.
Result<Collider> parse_collider(std::span<const std::byte> bytes, const std::string& label);

}  // namespace dermis
