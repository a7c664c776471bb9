// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "draco.h"

/// The table of glTF extensions: the only place that spells their names. Files that require another
/// extension are refused. To add one, add a row here, its fields to schema.cpp if it has data, and
/// the code that reads them.
namespace dermis::gltf {

inline constexpr const char* kQuantization = "KHR_mesh_quantization";
inline constexpr const char* kMeshoptCompression = "EXT_meshopt_compression";
inline constexpr const char* kDracoCompression = "KHR_draco_mesh_compression";

struct Extension {
  std::string_view name;
  bool built = true;            ///< this build can read it
  std::string_view needs = {};  ///< the library that a build without it lacks
};

inline constexpr Extension kExtensions[] = {
    {kQuantization},                             // attributes of smaller types; accessor.cpp
    {kMeshoptCompression},                       // compressed buffer views; meshopt.cpp
    {kDracoCompression, kHaveDraco, "libdraco"}  // compressed primitives; draco.cpp
};

}  // namespace dermis::gltf
