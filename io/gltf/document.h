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

// Only declarations; tinygltf.cpp compiles the implementation with the same settings.
#define TINYGLTF_NO_STB_IMAGE
#define TINYGLTF_NO_STB_IMAGE_WRITE
#define TINYGLTF_NO_EXTERNAL_IMAGE
#define TINYGLTF_NO_FS
#include <tiny_gltf.h>

namespace dermis::gltf {

/// One entry of "buffers". Entries that name the same file share its bytes.
struct Buffer {
  std::shared_ptr<const std::vector<std::byte>> whole;
  std::size_t length = 0;  ///< as declared, at most what is there

  [[nodiscard]] std::span<const std::byte> bytes() const {
    return whole ? std::span(*whole).first(length) : std::span<const std::byte>{};
  }
};

/// tinygltf refuses some legal indices and names no field when it does, so it gets to see a
/// primitive's indices as one more attribute.
inline constexpr const char* kIndicesAttribute = "_DERMIS_INDICES";

/// A file after parsing: the structure as tinygltf sees it, and the bytes of its buffers.
struct Document {
  tinygltf::Model gltf;
  std::vector<Buffer> buffers;
  /// Names of morph targets per mesh, from the convention extras.targetNames.
  std::vector<std::vector<std::string>> target_names;
  std::size_t bytes = 0;  ///< all bytes read: the file and the buffers outside it
};

/// Parses and checks: nesting depth, required extensions, integers that are integers and in range,
/// buffers that exist. `folder` is where buffers outside the file may be; none: nowhere.
Document read_document(std::span<const std::byte> bytes,
                       const std::optional<std::filesystem::path>& folder);

}  // namespace dermis::gltf
