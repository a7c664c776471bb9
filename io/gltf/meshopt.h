// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "budget.h"
#include "document.h"

/// EXT_meshopt_compression: buffer views compressed by meshoptimizer.
namespace dermis::gltf {

struct MeshoptView {
  std::size_t buffer = 0, offset = 0, length = 0;  ///< the compressed bytes
  std::size_t stride = 0, count = 0;               ///< size and number of the decompressed elements
  std::string mode, filter;
  std::string label;  ///< for errors
};

/// Reads the extension's object. `label` names the buffer view, for errors.
MeshoptView describe_meshopt(const tinygltf::Value& extension, const std::string& label);

std::vector<std::byte> decode_meshopt(const MeshoptView& view,
                                      std::span<const std::byte> compressed, Budget& budget);

}  // namespace dermis::gltf
