// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "accessor.h"

/// KHR_draco_mesh_compression: primitives compressed by Draco.
namespace dermis::gltf {

#if DERMIS_DRACO
inline constexpr bool kHaveDraco = true;
#else
inline constexpr bool kHaveDraco = false;
#endif

struct DracoMesh {
  std::size_t vertex_count = 0;
  std::vector<std::uint32_t> indices;
  std::map<std::string, Floats> attributes;  ///< POSITION, JOINTS_n, WEIGHTS_n
};

/// `attribute_ids` maps names to Draco's unique ids. `who` names the primitive. All attributes have
/// the number of vertices in the compressed data.
DracoMesh decode_draco(std::span<const std::byte> compressed,
                       const std::map<std::string, int>& attribute_ids, const std::string& who);

}  // namespace dermis::gltf
