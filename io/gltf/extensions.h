// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "draco.h"

/// The table of glTF extensions: the only place that spells their names. A file that requires
/// another extension is refused. To add one that has data, add a row to kExtensions, its fields to
/// schema.cpp, and the code that reads them.
namespace dermis::gltf {

inline constexpr const char* kQuantization = "KHR_mesh_quantization";
inline constexpr const char* kMeshoptCompression = "EXT_meshopt_compression";
inline constexpr const char* kDracoCompression = "KHR_draco_mesh_compression";
inline constexpr const char* kVisibility = "KHR_node_visibility";
inline constexpr const char* kInstancing = "EXT_mesh_gpu_instancing";
inline constexpr const char* kVrm0 = "VRM";
inline constexpr const char* kVrm1 = "VRMC_vrm";

struct Extension {
  std::string_view name;
  bool built = true;            ///< this build can read it
  std::string_view needs = {};  ///< the library that a build without it lacks
};

/// The extensions that the importer reads.
inline constexpr Extension kExtensions[] = {
    {kQuantization},                              // attributes of smaller types; accessor.cpp
    {kMeshoptCompression},                        // compressed buffer views; meshopt.cpp
    {kDracoCompression, kHaveDraco, "libdraco"},  // compressed primitives; draco.cpp
    {kVisibility},                                // hidden nodes; nodes.cpp
    {kInstancing},                                // meshes at several places; instances.cpp
    {kVrm0},                                      // names of bones; humanoid.cpp
    {kVrm1}};

/// Extensions that change neither shape nor motion: the importer accepts and ignores them. A name
/// that ends with '_' stands for all names that begin with it.
inline constexpr std::string_view kIgnoredExtensions[] = {
    // materials and textures
    "KHR_materials_", "EXT_materials_", "ADOBE_materials_", "NV_materials_", "VRMC_materials_",
    "KHR_techniques_webgl", "KHR_texture_", "EXT_texture_", "MSFT_texture_", "MSFT_packing_",
    "MPEG_texture_", "CESIUM_primitive_outline",
    // lights and sound
    "KHR_lights_", "EXT_lights_", "KHR_audio", "KHR_audio_", "MPEG_audio_",
    // descriptions
    "KHR_xmp", "KHR_xmp_", "EXT_structural_metadata", "EXT_mesh_features", "EXT_instance_features",
    "FB_geometry_metadata", "GRIFFEL_bim_data", "AGI_stk_metadata"};

/// Whether the extension is one of kIgnoredExtensions.
constexpr bool is_ignored(std::string_view extension) {
  for (const std::string_view name : kIgnoredExtensions) {
    if (extension == name || (name.ends_with('_') && extension.starts_with(name))) return true;
  }
  return false;
}

}  // namespace dermis::gltf
