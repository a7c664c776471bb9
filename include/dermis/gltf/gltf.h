// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/model/imported_model.h"
#include "dermis/model/match_clips.h"
#include "dermis/model/model.h"

/// @defgroup gltf gltf
/// Reading and writing of glTF 2.0 and GLB. Link dermis::gltf.
namespace dermis {

/// Options of import_gltf() and parse_gltf().
struct GltfOptions {
  /// Extensions that the file may require although the importer does not know them: it then reads
  /// the file as if it did not require them. A warning names each of them. Extensions for looks,
  /// lights, sound and metadata need not be listed.
  std::vector<std::string> ignored_extensions = {};
};

/// Reads the default scene of a .glb, .gltf or .vrm file as one character. The model passes
/// validate(). Hidden nodes (KHR_node_visibility) give no triangles. External buffers must be
/// regular files in the folder of `file` or below it. Images are never opened. Some extensions
/// could change shape or motion. Refuses a file that requires one of these, unless the importer
/// reads that extension or GltfOptions::ignored_extensions lists it.
Result<ImportedModel> import_gltf(const std::filesystem::path& file,
                                  const GltfOptions& options = {});

/// The same from memory, for a file that needs no other files. `label` replaces the file name in
/// errors.
Result<ImportedModel> parse_gltf(std::span<const std::byte> bytes, const std::string& label,
                                 const GltfOptions& options = {});

/// Reads the nodes and the clips of a .glb, .gltf or .vrm file, which need not have a mesh.
/// Channels of morph weights refer to ClipSource::morphs.
Result<ClipSource> import_clip_source(const std::filesystem::path& file,
                                      const GltfOptions& options = {});
/// The same from memory; see parse_gltf().
Result<ClipSource> parse_clip_source(std::span<const std::byte> bytes, const std::string& label,
                                     const GltfOptions& options = {});

/// The clips of a file for a model from another file: import_clip_source(), then match_clips().
Result<std::vector<MatchedClip>> import_clips(const std::filesystem::path& file, const Model& model,
                                              const ClipMatchOptions& options = {});

/// Options of to_glb() and export_glb().
struct GlbOptions {
  /// Red, green and blue of each part, in [0, 1], linear. Parts beyond the end of the list get a
  /// neutral clay color.
  std::vector<Vec3> part_colors = {};
};

/// The model as binary glTF, with joints, weights, morph targets and clips. Adds smooth normals for
/// viewers, also to the morph targets. Materials are double-sided. If joints share a node but have
/// different bind poses, helper nodes are added. Refuses an invalid model, colors out of range,
/// more than 65,535 joints, and 4 GiB or more.
Result<std::vector<std::byte>> to_glb(const Model& model, const GlbOptions& options = {});

/// Writes the result of to_glb() to `file`, completely or not at all.
Result<void> export_glb(const Model& model, const std::filesystem::path& file,
                        const GlbOptions& options = {});

}  // namespace dermis
