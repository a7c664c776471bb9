// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "dermis/base/result.h"
#include "dermis/model/mesh.h"

namespace dermis {

/// The vertices and faces of a PLY file (text, or binary in either byte order). Coordinates are
/// taken as they are. Faces with more than three corners become a fan of triangles around their
/// first corner. All other data, such as colors, are ignored. A file without vertices is an empty
/// mesh. `label` names the file in errors.
Result<Mesh> parse_ply(std::span<const std::byte> bytes, const std::string& label);

}  // namespace dermis
