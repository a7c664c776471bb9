// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "skinning/vertex_blocks.h"

namespace dermis::bounds {

/// So many triangles, and so many vertices, a meshlet has at most.
inline constexpr std::size_t kMostInMeshlet = 128;

/// A patch of the mesh that is deformed at once.
struct Meshlet {
  std::uint32_t first_block = 0;  ///< of its vertices, in blocks of eight
  std::uint32_t first_group = 0;  ///< of its triangles, in groups of eight
  std::uint8_t block_count = 0, group_count = 0;
  std::uint8_t vertex_count = 0, triangle_count = 0;
};

struct MeshletTriangle {
  std::uint8_t corner[3] = {};     ///< twice the index of a vertex in the meshlet; see row_of()
  std::uint32_t triangle = kNone;  ///< of the model; kNone where one fills up a group of eight
};

/// Where the four floats of a corner are, in the rows of a meshlet: twice the index times eight
/// bytes is an address that processors compute by themselves.
inline const float* row_of(const float* rows, std::uint8_t corner) {
  return reinterpret_cast<const float*>(reinterpret_cast<const char*>(rows) +
                                        std::size_t{8} * corner);
}

/// A mesh cut into meshlets; every triangle is in one of them, vertices on seams are in several.
struct Meshlets {
  std::vector<Meshlet> meshlets;
  skinning::VertexBlocks vertices;
  std::vector<MeshletTriangle> triangles;  ///< eight per group

  [[nodiscard]] std::size_t byte_count() const;
};

/// The triangles of each meshlet: neighbours in a row, at most `most` of them, with as many
/// vertices at most.
using Patches = std::vector<std::vector<std::uint32_t>>;

/// The vertices of some triangles, ascending.
std::vector<std::uint32_t> vertices_of(std::span<const Triangle> triangles,
                                       std::span<const std::uint32_t> some);

/// poses[i] are the vertices in a pose: what stays compact in all of them goes into one patch. By
/// all cores, and the same whatever their number; says how far it is, 0…1.
Patches cut_into_patches(std::span<const Triangle> triangles,
                         std::span<const std::vector<Vec3>> poses, std::size_t most,
                         const std::function<void(double)>& progress);

Patches patches_of(const Meshlets& meshlets);

Meshlets make_meshlets(const Skin& skin, std::span<const Triangle> triangles,
                       const Patches& patches);

}  // namespace dermis::bounds
