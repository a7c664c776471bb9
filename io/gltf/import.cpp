// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
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
  gltf::add_nodes(builder);
  gltf::add_meshes(builder);
  gltf::add_clips(builder);
  const auto reasons = validate(builder.result.model);
  if (!reasons.empty()) throw gltf::Problem(reasons.front());
  return std::move(builder.result);
}

/// Names in a file may contain line breaks; an error must be one line.
Error one_line(std::string message) {
  return {printable(std::move(message))};
}

/// Calls `read`, and turns its exceptions into an Error that starts with the file's name.
template <class Read>
Result<ImportedModel> guarded(const std::string& label, Read read) {
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

Result<ImportedModel> import_gltf(const std::filesystem::path& file) {
  return guarded(file.string(), [&] {
    const auto bytes = gltf::read_regular_file(file, "the file");
    return import_document(gltf::read_document(bytes, file.parent_path()), file.stem().string());
  });
}

Result<ImportedModel> parse_gltf(std::span<const std::byte> bytes, const std::string& label) {
  return guarded(label,
                 [&] { return import_document(gltf::read_document(bytes, std::nullopt), label); });
}

}  // namespace dermis
