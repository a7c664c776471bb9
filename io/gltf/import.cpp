// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <new>

#include "base/float_mode.h"
#include "buffers.h"
#include "builder.h"
#include "dermis/base/printable.h"
#include "dermis/gltf/gltf.h"
#include "dermis/model/validate.h"
#include "problem.h"

namespace dermis {

namespace {

ImportedModel import_document(const gltf::Document& document, std::string name) {
  gltf::Builder builder(document);
  builder.result.model.name = std::move(name);
  builder.result.other_files = document.external_files;
  builder.result.warnings = document.warnings;
  gltf::add_nodes(builder);
  gltf::add_meshes(builder);
  gltf::add_clips(builder);
  const auto reasons = validate(builder.result.model);
  if (!reasons.empty()) throw gltf::Problem(reasons.front());
  return std::move(builder.result);
}

/// The nodes and clips of a file. Meshes count only by their morph targets.
ClipSource clip_source_of(const gltf::Document& document) {
  gltf::Builder builder(document);
  builder.result.warnings = document.warnings;
  builder.all_scenes = true;
  gltf::add_nodes(builder);
  ClipSource source;
  source.other_files = document.external_files;
  source.has_mesh = !document.gltf.meshes.empty();
  std::uint32_t first = 0;
  for (const std::uint32_t node : builder.mesh_nodes) {
    std::size_t count = 0;
    const tinygltf::Node& file_node = document.gltf.nodes[builder.file_node[node]];
    for (const auto& primitive : document.gltf.meshes[file_node.mesh].primitives) {
      count = std::max(count, primitive.targets.size());
    }
    if (count == 0) continue;
    builder.targets[node] = {first, static_cast<std::uint32_t>(count)};
    source.morphs.push_back({node, first, static_cast<std::uint32_t>(count)});
    first += static_cast<std::uint32_t>(count);
  }
  gltf::add_clips(builder);
  source.nodes = std::move(builder.result.model.skeleton.nodes);
  source.clips = std::move(builder.result.model.clips);
  source.warnings = std::move(builder.result.warnings);
  return source;
}

/// Names in a file may contain line breaks; an error must be one line.
Error one_line(std::string message) {
  return {printable(std::move(message))};
}

/// Calls `read`, and turns its exceptions into an Error that starts with the file's name.
template <class Read>
auto guarded(const std::string& label, Read read) -> Result<decltype(read())> {
  const base::DefinedFloatMode mode;
  try {
    return read();
  } catch (const gltf::Problem& problem) {
    return one_line(label + ": " + problem.what());
  } catch (const std::bad_alloc&) {
    return Error{label + ": there is not enough memory to read it"};
  } catch (const std::exception& unexpected) {
    return one_line(label + ": " + unexpected.what());
  }
}

}  // namespace

Result<ImportedModel> import_gltf(const std::filesystem::path& file, const GltfOptions& options) {
  return guarded(file.string(), [&] {
    const auto bytes = gltf::read_regular_file(file, "the file");
    return import_document(gltf::read_document(bytes, file.parent_path(), options),
                           file.stem().string());
  });
}

Result<ImportedModel> parse_gltf(std::span<const std::byte> bytes, const std::string& label,
                                 const GltfOptions& options) {
  return guarded(label, [&] {
    return import_document(gltf::read_document(bytes, std::nullopt, options), label);
  });
}

Result<ClipSource> import_clip_source(const std::filesystem::path& file,
                                      const GltfOptions& options) {
  return guarded(file.string(), [&] {
    const auto bytes = gltf::read_regular_file(file, "the file");
    return clip_source_of(gltf::read_document(bytes, file.parent_path(), options));
  });
}

Result<ClipSource> parse_clip_source(std::span<const std::byte> bytes, const std::string& label,
                                     const GltfOptions& options) {
  return guarded(label,
                 [&] { return clip_source_of(gltf::read_document(bytes, std::nullopt, options)); });
}

Result<std::vector<MatchedClip>> import_clips(const std::filesystem::path& file, const Model& model,
                                              const ClipMatchOptions& options) {
  const auto source = import_clip_source(file);
  if (!source) return source.error();
  auto clips = match_clips(*source, model, options);
  if (!clips) return Error{file.string() + ": " + clips.error().message};
  return clips;
}

}  // namespace dermis
