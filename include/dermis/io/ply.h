// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "dermis/model/mesh.h"
#include "dermis/result.h"

namespace dermis {

/// The mesh in a PLY file's bytes (text, or binary of either byte order): x, y and z of its
/// vertices, and its faces, cut into triangles from their first corner. Whatever else is in it,
/// such as colours, is passed over.
Result<Mesh> parse_ply(std::span<const std::byte> bytes);

}  // namespace dermis
