// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dermis/math/types.h"
#include "dermis/model/mesh.h"
#include "dermis/model/model.h"
#include "dermis/result.h"

namespace dermis {

/// A posed mesh as Wavefront OBJ: nine significant digits, which give back the same floats, and one
/// face per triangle of the model, in its order.
std::string to_obj(const Model& model, std::span<const Vec3> posed);

/// A mesh as Wavefront OBJ, with as many digits as give back the same doubles.
std::string to_obj(const Mesh& mesh);

/// The mesh in an OBJ file's text: its vertices, and its faces, cut into triangles from their first
/// corner. Normals, texture coordinates, groups and materials are passed over.
Result<Mesh> parse_obj(std::string_view text);

}  // namespace dermis
