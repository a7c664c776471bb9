// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "skinning/vertex_blocks.h"
#include "triangle/packed_triangle.h"

namespace dermis::collider {

/// The range of BakeOptions::meshlet_size (dermis/collider/collider.h), which has the default: the
/// largest number of triangles, and of vertices, of a meshlet.
inline constexpr std::size_t kLeastMeshletSize = 8;
inline constexpr std::size_t kMostInMeshlet = 128;

/// A patch of the mesh that is deformed as a whole.
struct Meshlet {
  std::uint32_t first_block = 0;  ///< first block of eight vertices
  std::uint32_t first_group = 0;  ///< first group of eight triangles
  std::uint8_t block_count = 0, group_count = 0;
  std::uint8_t vertex_count = 0, triangle_count = 0;
};

/// A mesh cut into meshlets. Every triangle is in exactly one of them; vertices on seams are in
/// several.
struct Meshlets {
  std::vector<Meshlet> meshlets;
  skinning::VertexBlocks vertices;
  std::vector<triangle::PackedTriangle> triangles;  ///< eight per group

  [[nodiscard]] std::size_t byte_count() const;
};

/// The triangles of each meshlet, neighbours adjacent.
using Patches = std::vector<std::vector<std::uint32_t>>;

/// The vertices of some triangles, ascending.
std::vector<std::uint32_t> vertices_of(std::span<const Triangle> triangles,
                                       std::span<const std::uint32_t> some);

/// poses[i] are the positions of the vertices in a pose. Triangles that stay compact in all poses
/// go into one patch, with at most `most` triangles and `most` vertices. Uses all cores; the result
/// does not depend on their number. `progress` gets the completed share, from 0 to 1.
Patches cut_into_patches(std::span<const Triangle> triangles,
                         std::span<const std::vector<Vec3>> poses, std::size_t most,
                         const std::function<void(double)>& progress);

Patches patches_of(const Meshlets& meshlets);

Meshlets make_meshlets(const skinning::SkinData& skin, std::span<const Triangle> triangles,
                       const Patches& patches);

}  // namespace dermis::collider
