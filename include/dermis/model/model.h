// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/math/types.h"
#include "dermis/model/clip.h"
#include "dermis/model/influences.h"
#include "dermis/model/morph_targets.h"
#include "dermis/model/skeleton.h"

/// @defgroup model model
/// A character as the artist made it: mesh, skeleton, weights, clips, poses, limbs, procedural
/// ones.
namespace dermis {

/// The indices of a triangle's three vertices, counter-clockwise seen from outside.
using Triangle = std::array<std::uint32_t, 3>;

/// A contiguous range of triangles that came from one primitive of one node's mesh.
struct Part {
  std::string node_name;             ///< may be empty
  std::string mesh_name;             ///< may be empty
  std::uint32_t node = 0;            ///< index into Skeleton::nodes
  std::uint32_t primitive = 0;       ///< index within the mesh
  std::uint32_t first_triangle = 0;  ///< index into Model::triangles
  std::uint32_t triangle_count = 0;  ///< number of triangles
  /// Index into Model::positions. Parts of one node share either all vertices or none.
  std::uint32_t first_vertex = 0;
  std::uint32_t vertex_count = 0;  ///< number of vertices from `first_vertex` on

  /// "node/mesh/primitive": the name that lists print.
  [[nodiscard]] std::string label() const;
};

/// A character as the artist made it: plain, editable data. The triangles have a defined order (see
/// docs/guarantees.md); all triangle indices in query results refer to it.
struct Model {
  std::string name;  ///< for lists and messages; may be empty
  /// Rest positions, in metres with +Y up: the points that Joint::inverse_bind maps. A skinned
  /// vertex stands there in the bind pose. A rigid part has its positions in the space of its node.
  std::vector<Vec3> positions;
  std::vector<Triangle> triangles;  ///< indices into `positions`
  std::vector<Part> parts;          ///< cover all triangles, in order, without gaps
  Skeleton skeleton;                ///< nodes and joints
  Influences influences;            ///< one entry per vertex
  MorphTargets morph_targets;       ///< in the order of their nodes
  std::vector<Clip> clips;          ///< animations
  /// Metres per unit of the file that the model came from. The model itself is in metres. If a host
  /// has joint matrices in the units of the file, it must multiply their translations by this
  /// factor.
  float metres_per_unit = 1;
};

/// The origin of a triangle: its part, and its index in that part's primitive.
struct TriangleOrigin {
  std::uint32_t part = 0;      ///< index into Model::parts
  std::uint32_t triangle = 0;  ///< index in that part's primitive
};
/// The origin of a triangle, given by its index into Model::triangles (asserted to exist).
TriangleOrigin locate(const Model& model, std::uint32_t triangle);

/// The joint with the greatest sum of weights over the triangle's corners. Ties go to the lowest
/// index. The triangle must exist (asserted).
std::uint32_t leading_joint(const Model& model, std::uint32_t triangle);

/// A copy of the model with only the parts for which `keep` returns true. `keep` must not be empty
/// (asserted). The skeleton and the clips are kept. Vertices that no kept part uses are removed. A
/// morph target whose vertices are all removed keeps its index and has no deltas.
Model keep_parts(const Model& model, const std::function<bool(const Part&)>& keep);

}  // namespace dermis
