// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "dermis/base/result.h"
#include "dermis/math/types.h"
#include "dermis/model/mesh.h"
#include "dermis/model/model.h"

/// @defgroup meshes meshes
/// Reading and writing of Wavefront OBJ, reading of PLY. Link dermis::meshes.
namespace dermis {

/// A posed model as Wavefront OBJ. Coordinates have nine significant digits, enough to restore the
/// same floats. `posed` has one element per vertex of the model (asserted), as
/// posed_vertices(model, pose) returns them. There is one face per triangle, in the order of
/// Model::triangles, and one group per part.
std::string to_obj(const Model& model, std::span<const Vec3> posed);

/// A mesh as Wavefront OBJ. Coordinates have the digits needed to restore the same doubles.
std::string to_obj(const Mesh& mesh);

/// The vertices and faces of an OBJ file. Coordinates are taken as they are. Faces with more than
/// three corners become a fan of triangles around their first corner. Normals, texture coordinates,
/// groups and materials are ignored. Refuses a file without vertices. `label` names the file in
/// errors.
Result<Mesh> parse_obj(std::string_view text, const std::string& label);

}  // namespace dermis
