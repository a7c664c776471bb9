// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "dermis/model/mesh.h"

namespace dermis::app {

/// True for the name of a mesh: it ends in .obj or .ply.
bool is_mesh(const std::string& file);

/// Reads a .obj or .ply file. `reader` names the verb in errors.
Mesh read_mesh(const std::string& file, const std::string& reader);

}  // namespace dermis::app
