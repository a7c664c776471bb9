// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "document.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string_view>

#include "buffers.h"
#include "container.h"
#include "draco.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 128;
constexpr std::uint64_t kLargest = 0x7fffffff;  // tinygltf keeps most integers in an int

/// What the importer reads; the rest (materials, images, cameras, …) is dropped unread.
constexpr std::array<std::string_view, 11> kSections{"asset",
                                                     "scene",
                                                     "scenes",
                                                     "nodes",
                                                     "meshes",
                                                     "skins",
                                                     "accessors",
                                                     "bufferViews",
                                                     "animations",
                                                     "extensionsUsed",
                                                     "extensionsRequired"};

constexpr std::array<std::string_view, 20> kIntegers{"scene",      "mesh",
                                                     "skin",       "buffer",
                                                     "bufferView", "componentType",
                                                     "mode",       "node",
                                                     "sampler",    "input",
                                                     "output",     "indices",
                                                     "joints",     "inverseBindMatrices",
                                                     "byteOffset", "byteLength",
                                                     "count",      "children",
                                                     "nodes",      "byteStride"};
/// Objects whose every member is an accessor's index.
constexpr std::array<std::string_view, 2> kIndexMaps{"attributes", "targets"};

bool contains(const auto& list, std::string_view key) {
  return std::ranges::find(list, key) != list.end();
}

/// Parsers and destructors recurse; a file nested 100,000 deep must not reach them.
void check_depth(std::string_view json) {
  std::size_t depth = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    const char c = json[i];
    if (in_string) {
      if (c == '\\') ++i;
      if (c == '"') in_string = false;
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (++depth > kDeepest) throw Problem("the JSON is nested deeper than ", kDeepest, " levels");
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
}

Json parse(std::string_view text) {
  check_depth(text);
  // GLB pads its JSON with spaces, some writers with zeros.
  while (!text.empty() && text.back() == '\0') text.remove_suffix(1);
  try {
    Json json = Json::parse(text);
    if (!json.is_object()) throw Problem("the JSON is not an object");
    return json;
  } catch (const Json::parse_error& error) {
    throw Problem("the JSON cannot be parsed at byte ", error.byte);
  }
}

void check_integer(Json& value, const std::string& path) {
  // Some exporters write 3.0 for 3.
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (number >= 0 && number <= double(kLargest) && number == std::floor(number)) {
      value = static_cast<std::uint64_t>(number);
    }
  }
  if (!value.is_number_unsigned()) {
    throw Problem(path, " is ", value.dump().substr(0, 40), ", expected a non-negative integer");
  }
  if (value.get<std::uint64_t>() > kLargest) {
    throw Problem(path, " is ", value.get<std::uint64_t>(), ", larger than the limit ", kLargest);
  }
}

void clean(Json& value, const std::string& path, std::string_view key, bool in_index_map);

/// tinygltf turns integers it cannot hold into other integers, and wrong types into defaults, both
/// in silence. So all are checked here, and what the importer never reads is removed.
void clean_object(Json& object, const std::string& path, bool in_index_map) {
  object.erase("extras");
  if (const auto extensions = object.find("extensions"); extensions != object.end()) {
    if (!extensions->is_object()) throw Problem(path, ".extensions is not an object");
    for (auto it = extensions->begin(); it != extensions->end();) {
      const bool keep = it.key() == "EXT_meshopt_compression" || it.key() == kDracoExtension;
      it = keep ? std::next(it) : extensions->erase(it);
    }
  }
  for (auto& [key, child] : object.items()) {
    clean(child, path.empty() ? key : path + "." + key, key,
          in_index_map || contains(kIndexMaps, key));
  }
}

void clean(Json& value, const std::string& path, std::string_view key, bool in_index_map) {
  if (value.is_object()) return clean_object(value, path, in_index_map && key != "extensions");
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      clean(value[i], path + "[" + std::to_string(i) + "]", key, in_index_map);
    }
    return;
  }
  if (contains(kIntegers, key) || in_index_map) check_integer(value, path);
}

void check_required_extensions(const Json& json) {
  const auto required = json.find("extensionsRequired");
  if (required == json.end()) return;
  if (!required->is_array()) throw Problem("extensionsRequired is not an array");
  for (const Json& name : *required) {
    if (!name.is_string()) throw Problem("extensionsRequired holds ", name.dump().substr(0, 40));
    const auto& text = name.get_ref<const std::string&>();
    if (text == "KHR_mesh_quantization" || text == "EXT_meshopt_compression") continue;
    if (text == kDracoExtension) {
      if (kHaveDraco) continue;
      throw Problem("it requires ", text, ", which this build leaves out (it needs libdraco)");
    }
    throw Problem("it requires the extension ", text.substr(0, 80), ", which is not supported");
  }
}

/// The array under `key`, made empty when it is absent; all its elements are objects.
Json& section(Json& json, const char* key) {
  Json& list = json.emplace(key, Json::array()).first.value();
  if (!list.is_array()) throw Problem(key, " is not an array");
  for (std::size_t i = 0; i < list.size(); ++i) {
    if (!list[i].is_object()) throw Problem(key, "[", i, "] is not an object");
  }
  return list;
}

std::vector<std::vector<std::string>> read_target_names(Json& json) {
  std::vector<std::vector<std::string>> result;
  for (const Json& mesh : section(json, "meshes")) {
    auto& names = result.emplace_back();
    const auto extras = mesh.find("extras");
    if (extras == mesh.end() || !extras->is_object()) continue;
    const auto list = extras->find("targetNames");
    if (list == extras->end() || !list->is_array()) continue;
    for (const Json& name : *list) names.push_back(name.is_string() ? name.get<std::string>() : "");
  }
  return result;
}

std::vector<std::vector<std::byte>> load_buffers(Json& json, const Container& container,
                                                 const std::optional<std::filesystem::path>& folder,
                                                 std::size_t& total) {
  std::vector<std::vector<std::byte>> result;
  Json& buffers = section(json, "buffers");
  for (std::size_t i = 0; i < buffers.size(); ++i) {
    Json& buffer = buffers[i];
    const std::string field = "buffers[" + std::to_string(i) + "]";
    if (!buffer.contains("byteLength")) throw Problem(field, ".byteLength is missing");
    check_integer(buffer["byteLength"], field + ".byteLength");
    const auto length = buffer["byteLength"].get<std::uint64_t>();
    auto& bytes = result.emplace_back();
    if (const auto uri = buffer.find("uri"); uri != buffer.end()) {
      if (!uri->is_string()) throw Problem(field, ".uri is not a string");
      bytes = load_uri(uri->get_ref<const std::string&>(), i, folder);
      total += bytes.size();
    } else if (i == 0 && !container.binary.empty()) {
      bytes.assign(container.binary.begin(), container.binary.end());
    } else {
      // The place where meshopt-compressed views would be decompressed to; it stays empty, and
      // whoever reads from it is told so.
      continue;
    }
    if (bytes.size() < length) {
      throw Problem(field, ".byteLength is ", length, ", but there are ", bytes.size(), " bytes");
    }
    bytes.resize(length);
  }
  return result;
}

/// tinygltf leaves out, with or without a word, what it cannot read.
void drop_what_tinygltf_stumbles_over(Json& json) {
  for (Json& animation : section(json, "animations")) {
    const auto channels = animation.find("channels");
    if (channels == animation.end() || !channels->is_array()) continue;
    // A channel without a node animates something this importer does not know: legal, ignored.
    std::erase_if(channels->get_ref<Json::array_t&>(), [](const Json& channel) {
      if (!channel.is_object() || !channel.contains("target")) return false;
      const Json& target = channel["target"];
      return target.is_object() && !target.contains("node");
    });
  }
  for (Json& mesh : section(json, "meshes")) {
    const auto primitives = mesh.find("primitives");
    if (primitives == mesh.end() || !primitives->is_array()) continue;
    for (Json& primitive : *primitives) {
      // Draco brings its own indices; their accessor has no buffer view, which tinygltf refuses.
      const bool compressed = primitive.is_object() && primitive.contains("extensions") &&
                              primitive["extensions"].contains(kDracoExtension);
      if (compressed && kHaveDraco) primitive.erase("indices");
    }
  }
}

/// As many elements as the JSON has, or something was left out.
void check_nothing_lost(const Json& json, const tinygltf::Model& gltf, const std::string& reason) {
  const auto count = [](const Json& object, const char* key) {
    const auto found = object.find(key);
    return found == object.end() || !found->is_array() ? std::size_t{0} : found->size();
  };
  const auto expect = [&](const std::string& what, std::size_t in_file, std::size_t kept) {
    if (in_file != kept) throw Problem(what, " cannot be read: ", reason);
  };
  expect("nodes", count(json, "nodes"), gltf.nodes.size());
  expect("meshes", count(json, "meshes"), gltf.meshes.size());
  expect("skins", count(json, "skins"), gltf.skins.size());
  expect("accessors", count(json, "accessors"), gltf.accessors.size());
  expect("animations", count(json, "animations"), gltf.animations.size());
  for (std::size_t m = 0; m < gltf.meshes.size(); ++m) {
    const Json& mesh = json["meshes"][m];
    const std::string field = "meshes[" + std::to_string(m) + "].primitives";
    expect(field, count(mesh, "primitives"), gltf.meshes[m].primitives.size());
    for (std::size_t p = 0; p < gltf.meshes[m].primitives.size(); ++p) {
      expect(field + "[" + std::to_string(p) + "].targets", count(mesh["primitives"][p], "targets"),
             gltf.meshes[m].primitives[p].targets.size());
    }
  }
  for (std::size_t a = 0; a < gltf.animations.size(); ++a) {
    expect("animations[" + std::to_string(a) + "].channels",
           count(json["animations"][a], "channels"), gltf.animations[a].channels.size());
  }
}

/// tinygltf's complaints are lines; the first is enough.
std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.empty() ? "the structure is not valid glTF" : line.substr(0, 120);
}

}  // namespace

Document read_document(std::span<const std::byte> bytes,
                       const std::optional<std::filesystem::path>& folder) {
  const Container container = open_container(bytes);
  Json json = parse(container.json);
  check_required_extensions(json);

  Document document;
  document.bytes = bytes.size();
  document.target_names = read_target_names(json);
  document.buffers = load_buffers(json, container, folder, document.bytes);

  Json kept = Json::object();
  for (const auto& key : kSections) {
    if (const auto found = json.find(key); found != json.end()) kept[key] = std::move(*found);
  }
  clean(kept, "", "", false);
  drop_what_tinygltf_stumbles_over(kept);
  for (const char* key : {"nodes", "skins", "accessors", "bufferViews", "scenes"}) {
    section(kept, key);
  }

  const std::string text = kept.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > kLargest) throw Problem("the JSON is larger than 2 GiB");
  tinygltf::TinyGLTF parser;
  std::string error;
  std::string warning;
  const bool ok = parser.LoadASCIIFromString(&document.gltf, &error, &warning, text.data(),
                                             static_cast<unsigned>(text.size()), "");
  if (!ok) throw Problem(first_line(error));
  check_nothing_lost(kept, document.gltf, first_line(error));
  return document;
}

}  // namespace dermis::gltf
