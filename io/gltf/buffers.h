// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace dermis::gltf {

/// Finds the bytes of buffers[index].uri: a data URI, or a regular file in a folder or below it.
/// Refuses absolute paths, other schemes, and paths and links that leave the folder.
class BufferLoader {
 public:
  using Bytes = std::shared_ptr<const std::vector<std::byte>>;

  /// Without a folder, URIs of files are refused.
  explicit BufferLoader(std::optional<std::filesystem::path> folder) : folder_(std::move(folder)) {}

  Bytes load(const std::string& uri, std::size_t index);

  /// The number of bytes read from files so far. A file used by several buffers is read once.
  [[nodiscard]] std::size_t file_bytes() const { return file_bytes_; }
  /// The files read so far, without links.
  [[nodiscard]] std::vector<std::filesystem::path> files() const {
    std::vector<std::filesystem::path> result;
    result.reserve(files_.size());
    for (const auto& [file, bytes] : files_) result.push_back(file);
    return result;
  }

 private:
  std::optional<std::filesystem::path> folder_;
  std::map<std::filesystem::path, Bytes> files_;
  std::size_t file_bytes_ = 0;
};

/// Reads a whole regular file, or throws a Problem.
std::vector<std::byte> read_regular_file(const std::filesystem::path& path,
                                         const std::string& what);

}  // namespace dermis::gltf
