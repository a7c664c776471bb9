// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis {

/// Statistics of the weights in a file. Importers divide the weights of each vertex by their sum.
/// Vertices without any weight are counted separately.
struct WeightReport {
  std::size_t skinned_vertices = 0;  ///< vertices of meshes with a skin
  std::size_t off = 0;  ///< vertices whose sum of weights differed from 1 by more than 1e-3
  double largest_deviation = 0;  ///< largest |sum of weights − 1| of a vertex
  /// Vertices without any weight; they follow the first joint that is listed for them.
  std::size_t without_weight = 0;
};

/// A file that was read.
struct ImportedModel {
  Model model;                        ///< valid (see validate())
  std::vector<std::string> warnings;  ///< one sentence each, without duplicates, 100 at most
  WeightReport weights;               ///< the weights before they were divided by their sums
  /// Absolute paths of other files that were read for this one, such as the buffers of a .gltf
  /// file.
  std::vector<std::filesystem::path> other_files;
};

}  // namespace dermis
