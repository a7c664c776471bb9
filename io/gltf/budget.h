// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "problem.h"

namespace dermis::gltf {

/// Limits the memory that a file can ask for. A file may use one mesh, one sampler or one
/// compressed view thousands of times. Real files do so a little. A file that would grow without
/// limit is refused before memory is allocated for it.
class Budget {
 public:
  explicit Budget(std::size_t file_bytes) : total_(kBase + kPerByte * file_bytes), left_(total_) {}

  [[nodiscard]] bool holds(std::size_t bytes) const { return bytes <= left_; }

  void take(std::size_t bytes) {
    if (!holds(bytes)) {
      throw Problem(
          "it grows beyond ", total_ >> 20,
          " MiB when all uses of its meshes, animations and compressed data are written out");
    }
    left_ -= bytes;
  }

 private:
  static constexpr std::size_t kBase = std::size_t{64} << 20;
  static constexpr std::size_t kPerByte = 100;
  std::size_t total_, left_;
};

}  // namespace dermis::gltf
