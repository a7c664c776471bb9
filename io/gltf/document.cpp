// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "document.h"

#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include "buffers.h"
#include "container.h"
#include "dermis/base/counted.h"
#include "extensions.h"
#include "humanoid.h"
#include "problem.h"
#include "schema.h"

namespace dermis::gltf {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 128;
constexpr std::size_t kFreeObjects = 100'000;
constexpr std::size_t kBytesPerObject = 20;

/// Checks the text before any parser sees it. Parsers and destructors recurse, so a file with
/// 100,000 levels of nesting must not reach them. Each object takes about 600 bytes of memory, so a
/// file of nothing but "{}" would grow by a factor of 200.
void check_nesting(std::string_view json) {
  std::size_t depth = 0;
  std::size_t objects = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest)
        throw Problem("the JSON is nested deeper than ", counted(kDeepest, "level"));
      if (c == '{') ++objects;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  const std::size_t most = kFreeObjects + json.size() / kBytesPerObject;
  if (objects > most) {
    throw Problem("the JSON has ", counted(objects, "object"), " in ", json.size(),
                  " bytes; a file of this size may have ", most);
  }
}

Json parse(std::string_view text) {
  check_nesting(text);
  // GLB pads its JSON with spaces; some writers pad it with zeros.
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  try {
    Json json = Json::parse(text);
    if (!json.is_object()) throw Problem("the JSON is not an object");
    return json;
  } catch (const Json::parse_error& error) {
    throw Problem("the JSON cannot be parsed at byte ", error.byte);
  } catch (const Json::out_of_range&) {
    throw Problem("the JSON cannot be parsed: it holds a number beyond the range of a double");
  }
}

/// Refuses extensions that the importer does not know. Warns of those that the user ignores.
void check_required_extensions(const Json& json, const GltfOptions& options, Document& document) {
  const auto required = json.find("extensionsRequired");
  if (required == json.end()) return;
  if (!required->is_array()) throw Problem("extensionsRequired is not an array");
  for (const Json& name : *required) {
    if (!name.is_string()) throw Problem("extensionsRequired holds ", name.dump().substr(0, 40));
    const auto& text = name.get_ref<const std::string&>();
    if (is_ignored(text)) continue;
    const auto* const known = std::ranges::find(kExtensions, text, &Extension::name);
    const bool read = known != std::end(kExtensions) && known->built;
    if (!read &&
        std::ranges::find(options.ignored_extensions, text) != options.ignored_extensions.end()) {
      const std::string warning = "the extension " + text.substr(0, 80) +
                                  " is ignored, although the file requires it: shape or motion "
                                  "may be wrong";
      constexpr std::size_t kMost = 50;
      auto& warnings = document.warnings;
      if (warnings.size() < kMost && std::ranges::find(warnings, warning) == warnings.end()) {
        warnings.push_back(warning);
      }
      continue;
    }
    if (known == std::end(kExtensions)) {
      throw Problem("it requires the extension ", text.substr(0, 80), ", which is not supported");
    }
    if (!known->built) {
      throw Problem("it requires ", text, ", which this build leaves out (it needs ", known->needs,
                    ")");
    }
  }
}

void check_version(const Json& asset) {
  const auto& version = asset["version"].get_ref<const std::string&>();
  if (version.starts_with("1.")) throw Problem(kOldVersion);
  if (!version.starts_with("2.")) {
    throw Problem("asset.version is '", version.substr(0, 20), "', only 2.x is supported");
  }
  const std::string least = asset.value("minVersion", "2.0");
  if (least != "2.0") {
    throw Problem("asset.minVersion is '", least.substr(0, 20), "', only 2.0 is supported");
  }
}

/// Removes interpolations that are not strings, as viewers do: keys are then interpolated linearly.
void mend_interpolations(Json& json, Document& document) {
  const auto list = [](Json& object, const char* key) -> Json* {
    return object.is_object() && object.contains(key) && object[key].is_array() ? &object[key]
                                                                                : nullptr;
  };
  bool told = false;
  Json* const animations = list(json, "animations");
  for (std::size_t a = 0; animations != nullptr && a < animations->size(); ++a) {
    Json* const samplers = list((*animations)[a], "samplers");
    for (std::size_t s = 0; samplers != nullptr && s < samplers->size(); ++s) {
      Json& sampler = (*samplers)[s];
      if (!sampler.is_object() || !sampler.contains("interpolation")) continue;
      const Json& interpolation = sampler["interpolation"];
      if (interpolation.is_string()) continue;
      if (!std::exchange(told, true)) {
        document.warnings.push_back("animations[" + std::to_string(a) + "].samplers[" +
                                    std::to_string(s) + "].interpolation is " +
                                    interpolation.dump().substr(0, 40) +
                                    " instead of a string: taken as LINEAR");
      }
      sampler.erase("interpolation");
    }
  }
}

/// Must read the original document: conform() removes extras.
std::vector<std::vector<std::string>> read_target_names(const Json& json) {
  std::vector<std::vector<std::string>> result;
  static const Json kNothing = Json::array();
  const auto member = [](const Json& object, const char* key) -> const Json& {
    return object.is_object() && object.contains(key) ? object[key] : kNothing;
  };
  for (const Json& mesh : member(json, "meshes")) {
    auto& names = result.emplace_back();
    for (const Json& name : member(member(mesh, "extras"), "targetNames")) {
      names.push_back(name.is_string() ? name.get<std::string>() : "");
    }
  }
  return result;
}

std::vector<Buffer> load_buffers(const Json& json, std::span<const std::byte> binary,
                                 BufferLoader& loader) {
  std::vector<Buffer> result;
  for (const Json& source : json.value("buffers", Json::array())) {
    const std::size_t i = result.size();
    Buffer& buffer = result.emplace_back();
    if (const auto uri = source.find("uri"); uri != source.end()) {
      buffer.whole = loader.load(uri->get_ref<const std::string&>(), i);
    } else if (i == 0 && !binary.empty()) {
      buffer.whole = std::make_shared<const std::vector<std::byte>>(binary.begin(), binary.end());
    } else {
      // The fallback buffer of EXT_meshopt_compression has no bytes: its views are decompressed
      // from another buffer. Reading from it is an error.
      continue;
    }
    buffer.length = source["byteLength"].get<std::size_t>();
    if (buffer.whole->size() < buffer.length) {
      throw Problem("buffers[", i, "].byteLength is ", buffer.length, ", but ",
                    there_are(buffer.whole->size(), "byte"));
    }
  }
  return result;
}

/// The JSON text for tinygltf. Consumes the tree, because tinygltf builds its own.
std::string text_for_tinygltf(Json json) {
  json.erase("buffers");
  if (json.contains("animations")) {
    for (Json& animation : json["animations"]) {
      // A channel without a node animates something that this importer does not support. tinygltf
      // requires a node.
      std::erase_if(animation["channels"].get_ref<Json::array_t&>(),
                    [](const Json& channel) { return !channel["target"].contains("node"); });
    }
  }
  if (json.contains("meshes")) {
    for (Json& mesh : json["meshes"]) {
      for (Json& primitive : mesh["primitives"]) {
        Json& attributes = primitive["attributes"];
        attributes.erase(kIndicesAttribute);
        if (!primitive.contains("indices")) continue;
        attributes[kIndicesAttribute] = primitive["indices"];
        primitive.erase("indices");
      }
    }
  }
  return json.dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// The first line of tinygltf's error text.
std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.empty() ? "the structure is not valid glTF" : line.substr(0, 120);
}

}  // namespace

Document read_document(std::span<const std::byte> bytes,
                       const std::optional<std::filesystem::path>& folder,
                       const GltfOptions& options) {
  const Container container = open_container(bytes);
  Json json = parse(container.json);
  Document document;
  check_required_extensions(json, options, document);
  mend_interpolations(json, document);

  document.bytes = bytes.size();
  document.target_names = read_target_names(json);
  document.bones = read_humanoid(json);
  conform(json);
  check_version(json["asset"]);
  BufferLoader loader(folder);
  document.buffers = load_buffers(json, container.binary, loader);
  document.bytes += loader.file_bytes();
  document.external_files = loader.files();

  const std::string text = text_for_tinygltf(std::move(json));
  if (text.size() > kLargestInteger) throw Problem("the JSON is larger than 2 GiB");
  tinygltf::TinyGLTF parser;
  std::string error;
  std::string warning;
  const bool ok = parser.LoadASCIIFromString(&document.gltf, &error, &warning, text.data(),
                                             static_cast<unsigned>(text.size()), "");
  if (!ok) throw Problem(first_line(error));
  return document;
}

}  // namespace dermis::gltf
