// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "document.h"

#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <string_view>

#include "buffers.h"
#include "clean.h"
#include "container.h"
#include "draco.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kDeepest = 128;
constexpr std::size_t kFreeObjects = 100'000;
constexpr std::size_t kBytesPerObject = 20;

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

/// Looks at the text before any parser does. Parsers and destructors recurse, so a file nested
/// 100,000 deep must not reach them; and each object costs some 600 bytes of memory, so a file of
/// nothing but "{}" would grow two-hundredfold.
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
      if (++depth > kDeepest) throw Problem("the JSON is nested deeper than ", kDeepest, " levels");
      if (c == '{') ++objects;
    } else if ((c == '}' || c == ']') && depth > 0) {
      --depth;
    }
  }
  const std::size_t most = kFreeObjects + json.size() / kBytesPerObject;
  if (objects > most) {
    throw Problem("the JSON has ", objects, " objects in ", json.size(),
                  " bytes; a file of this size may have ", most);
  }
}

Json parse(std::string_view text) {
  check_nesting(text);
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
    check_integer(buffer["byteLength"], (field + ".byteLength").c_str());
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

/// How many elements each list has, to see afterwards whether tinygltf left some out.
using Counts = std::map<std::string, std::size_t>;

Counts count_elements(const Json& json) {
  Counts counts;
  const auto add = [&](const std::string& field, const Json& object, const char* key) {
    const auto found = object.find(key);
    const bool list = found != object.end() && found->is_array();
    counts[field + key] = list ? found->size() : 0;
  };
  for (const char* key : {"nodes", "meshes", "skins", "accessors", "animations"}) {
    add("", json, key);
  }
  for (std::size_t m = 0; m < json["meshes"].size(); ++m) {
    const Json& mesh = json["meshes"][m];
    const std::string field = "meshes[" + std::to_string(m) + "].";
    add(field, mesh, "primitives");
    for (std::size_t p = 0; p < counts[field + "primitives"]; ++p) {
      const Json& primitive = mesh["primitives"][p];
      if (primitive.is_object())
        add(field + "primitives[" + std::to_string(p) + "].", primitive, "targets");
    }
  }
  for (std::size_t a = 0; a < json["animations"].size(); ++a) {
    add("animations[" + std::to_string(a) + "].", json["animations"][a], "channels");
  }
  return counts;
}

void check_nothing_lost(Counts& in_file, const tinygltf::Model& gltf, const std::string& reason) {
  const auto expect = [&](const std::string& field, std::size_t kept) {
    if (in_file[field] != kept) throw Problem(field, " cannot be read: ", reason);
  };
  expect("nodes", gltf.nodes.size());
  expect("meshes", gltf.meshes.size());
  expect("skins", gltf.skins.size());
  expect("accessors", gltf.accessors.size());
  expect("animations", gltf.animations.size());
  for (std::size_t m = 0; m < gltf.meshes.size(); ++m) {
    const std::string field = "meshes[" + std::to_string(m) + "].primitives";
    const auto& primitives = gltf.meshes[m].primitives;
    expect(field, primitives.size());
    for (std::size_t p = 0; p < primitives.size(); ++p) {
      expect(field + "[" + std::to_string(p) + "].targets", primitives[p].targets.size());
    }
  }
  for (std::size_t a = 0; a < gltf.animations.size(); ++a) {
    expect("animations[" + std::to_string(a) + "].channels", gltf.animations[a].channels.size());
  }
}

/// tinygltf's complaints are lines; the first is enough.
std::string first_line(const std::string& text) {
  const std::string line = text.substr(0, text.find('\n'));
  return line.empty() ? "the structure is not valid glTF" : line.substr(0, 120);
}

/// The JSON that tinygltf gets to see.
std::string clean_text(Json json, Counts& counts) {
  Json kept = Json::object();
  for (const auto& key : kSections) {
    if (const auto found = json.find(key); found != json.end()) kept[key] = std::move(*found);
  }
  clean(kept);
  drop_what_tinygltf_stumbles_over(kept);
  for (const char* key : {"nodes", "skins", "accessors", "bufferViews", "scenes"}) {
    section(kept, key);
  }
  counts = count_elements(kept);
  return kept.dump(-1, ' ', false, Json::error_handler_t::replace);
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

  // The tree is gone before tinygltf builds its own.
  Counts counts;
  const std::string text = clean_text(std::move(json), counts);
  if (text.size() > kLargestInteger) throw Problem("the JSON is larger than 2 GiB");
  tinygltf::TinyGLTF parser;
  std::string error;
  std::string warning;
  const bool ok = parser.LoadASCIIFromString(&document.gltf, &error, &warning, text.data(),
                                             static_cast<unsigned>(text.size()), "");
  if (!ok) throw Problem(first_line(error));
  check_nothing_lost(counts, document.gltf, first_line(error));
  return document;
}

}  // namespace dermis::gltf
