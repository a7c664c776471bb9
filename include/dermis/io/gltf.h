// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dermis/model/model.h"
#include "dermis/result.h"

/// glTF 2.0 and GLB in and out. Link dermis::gltf.
namespace dermis {

/// What the importer did to the weights: it divides each vertex's by their sum. Vertices without
/// any weight are counted apart.
struct WeightReport {
  std::size_t skinned_vertices = 0;
  std::size_t off = 0;             ///< vertices whose sum was more than 1e-3 away from 1
  double largest_deviation = 0;    ///< of any sum from 1
  std::size_t without_weight = 0;  ///< vertices that follow the joint in their first slot instead
};

struct Imported {
  Model model;  ///< passes validate()
  std::vector<std::string> warnings;
  WeightReport weights;
};

/// Reads the default scene of a .glb or .gltf file as one character. Buffers outside the file must
/// be regular files in the file's folder or below it. Images are never opened.
Result<Imported> import_gltf(const std::filesystem::path& file);

/// The same from memory, for a file that needs no other files; `label` stands for its name in
/// errors.
Result<Imported> import_gltf(std::span<const std::byte> bytes, const std::string& label);

struct GlbOptions {
  /// Red, green and blue of each part, 0…1, linear; parts without one are clay.
  std::vector<Vec3> part_colors = {};
};

/// A binary glTF of the model with joints, weights, morph targets, clips, and smooth normals for
/// viewers, which targets change, too. Surfaces are seen from both sides. Joints that share a node
/// but differ in bind pose get helper nodes.
Result<std::vector<std::byte>> to_glb(const Model& model, const GlbOptions& options = {});

/// Writes to_glb() to a file, wholly or not at all.
Result<void> export_glb(const Model& model, const std::filesystem::path& file,
                        const GlbOptions& options = {});

}  // namespace dermis
