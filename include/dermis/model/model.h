// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "dermis/math/types.h"
#include "dermis/model/clip.h"
#include "dermis/model/influences.h"
#include "dermis/model/morph_targets.h"
#include "dermis/model/skeleton.h"
#include "dermis/result.h"

namespace dermis {

using Triangle = std::array<std::uint32_t, 3>;

/// A run of triangles that came from one primitive of one node's mesh.
struct Part {
  std::string node_name;
  std::string mesh_name;
  std::uint32_t node = 0;       ///< index into Skeleton::nodes
  std::uint32_t primitive = 0;  ///< index within the mesh
  std::uint32_t first_triangle = 0;
  std::uint32_t triangle_count = 0;
  std::uint32_t first_vertex = 0;  ///< parts of one node may share their vertices
  std::uint32_t vertex_count = 0;

  /// "node/mesh/primitive": what lists print and `--only` accepts, beside node and mesh names.
  [[nodiscard]] std::string label() const;
};

/// A character as the artist made it: plain data, editable. Triangles stand in a defined order
/// (see docs/guarantees.md), and every index that queries report counts in it.
struct Model {
  std::string name;
  std::vector<Vec3> positions;  ///< rest positions, in the space the joints' bind matrices map from
  std::vector<Triangle> triangles;
  std::vector<Part> parts;  ///< cover all triangles, in order, without gaps
  Skeleton skeleton;
  Influences influences;  ///< one entry per vertex
  MorphTargets morph_targets;
  std::vector<Clip> clips;
};

/// Where a triangle came from: its part, and its index in that part's primitive.
struct TriangleOrigin {
  std::uint32_t part = 0;
  std::uint32_t triangle = 0;
};
TriangleOrigin locate(const Model& model, std::uint32_t triangle);

/// The joint that a triangle follows most: the one with the greatest weight over its corners
/// together, and of several the first.
std::uint32_t leading_joint(const Model& model, std::uint32_t triangle);

/// The index of the clip with this name; else `name` read as a 0-based index. The error lists the
/// clips there are.
Result<std::uint32_t> find_clip(const Model& model, const std::string& name);

/// The model with only those parts for which `keep` is true; skeleton and clips stay whole.
Model keep_parts(const Model& model, const std::function<bool(const Part&)>& keep);

}  // namespace dermis
