// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

// Declarations only; tinygltf.cpp compiles the implementation with the same settings.
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define TINYGLTF_NO_FS
#include <tiny_gltf.h>

#include "dermis/gltf/gltf.h"

namespace dermis::gltf {

/// One entry of "buffers". Entries that name the same file share its bytes.
struct Buffer {
  std::shared_ptr<const std::vector<std::byte>> whole;
  std::size_t length = 0;  ///< as declared; at most the number of bytes in `whole`

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return whole ? std::span(*whole).first(length) : std::span<const std::byte>{};
  }
};

/// tinygltf refuses some legal indices, and its error names no field. So it gets the indices of a
/// primitive as one more attribute.
inline constexpr const char* kIndicesAttribute = "_DERMIS_INDICES";

/// A parsed file: the structure from tinygltf, and the bytes of its buffers.
struct Document {
  tinygltf::Model gltf;
  std::vector<Buffer> buffers;
  /// Names of morph targets per mesh, from the convention extras.targetNames.
  std::vector<std::vector<std::string>> target_names;
  std::vector<std::string> bones;  ///< by node: Node::bone; may be shorter than the list of nodes
  std::size_t bytes = 0;           ///< all bytes read: the file and its external buffers
  std::vector<std::filesystem::path> external_files;  ///< see ImportedModel::other_files
  std::vector<std::string> warnings;                  ///< see ImportedModel::warnings
};

/// Parses a file and checks it: nesting depth, required extensions, integers that are integers and
/// in range, buffers that exist. External buffers must be in `folder` or below it; without a folder
/// they are refused.
Document read_document(std::span<const std::byte> bytes,
                       const std::optional<std::filesystem::path>& folder,
                       const GltfOptions& options);

}  // namespace dermis::gltf
