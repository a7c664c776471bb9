// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "attributes.h"

#include "dermis/base/counted.h"
#include "extensions.h"
#include "problem.h"

namespace dermis::gltf {

bool moves_vertices(const std::string& attribute) {
  return attribute == "POSITION" || attribute.starts_with("JOINTS_") ||
         attribute.starts_with("WEIGHTS_");
}

void check_count(std::size_t count, std::size_t vertices, const std::string& what) {
  if (count != vertices) {
    throw Problem(what, " has ", counted(count, "element"), ", but POSITION has ", vertices);
  }
}

Attributes::Attributes(Builder& builder, const Source& source)
    : builder_(builder), source_(source) {
  const auto draco = source.primitive.extensions.find(kDracoCompression);
  if (draco == source.primitive.extensions.end() || !kHaveDraco) return;
  compressed_ = true;
  decode(draco->second);
}

bool Attributes::has(const std::string& name) const {
  return decoded_.attributes.contains(name) || source_.primitive.attributes.contains(name);
}

Floats Attributes::floats(const std::string& name, std::size_t width) {
  if (const auto found = decoded_.attributes.find(name); found != decoded_.attributes.end()) {
    if (found->second.width != width) {
      throw Problem(source_.field, ": Draco's ", name, " has ",
                    counted(found->second.width, "number"), " per element, expected ", width);
    }
    return found->second;
  }
  return builder_.accessors.read_floats(source_.primitive.attributes.at(name), width,
                                        source_.field + "." + name);
}

Integers Attributes::joints(const std::string& name) {
  if (!decoded_.attributes.contains(name)) {
    return builder_.accessors.read_integers(source_.primitive.attributes.at(name), 4,
                                            source_.field + "." + name);
  }
  const Floats values = floats(name, 4);
  Integers result{values.count, values.width, {}};
  for (const float f : values.values) {
    // Joint indices are 16-bit integers, so a float holds them exactly. Other values become kNone.
    result.values.push_back(f >= 0 && f <= 65535 ? static_cast<std::uint32_t>(f) : kNone);
  }
  return result;
}

std::vector<std::uint32_t> Attributes::indices(std::size_t vertices) {
  if (compressed_) return std::move(decoded_.indices);
  const auto indices = source_.primitive.attributes.find(kIndicesAttribute);
  if (indices != source_.primitive.attributes.end()) {
    return builder_.accessors.read_integers(indices->second, 1, source_.field + ".indices").values;
  }
  std::vector<std::uint32_t> all(vertices);
  for (std::size_t i = 0; i < vertices; ++i) all[i] = static_cast<std::uint32_t>(i);
  return all;
}

void Attributes::decode(const tinygltf::Value& extension) {
  const std::string who = source_.field + "." + kDracoCompression;
  if (!extension.IsObject() || !extension.Has("bufferView") || !extension.Has("attributes") ||
      !extension.Get("attributes").IsObject()) {
    throw Problem(who, " lacks bufferView or attributes");
  }
  std::map<std::string, int> ids;
  for (const auto& [name, id] : extension.Get("attributes").Get<tinygltf::Value::Object>()) {
    if (moves_vertices(name)) ids[name] = id.GetNumberAsInt();
  }
  const auto position = source_.primitive.attributes.find("POSITION");
  if (position == source_.primitive.attributes.end()) throw Problem(who, " has no POSITION");
  const std::size_t vertices =
      builder_.accessors.count(position->second, source_.field + ".POSITION");
  const auto bytes = builder_.accessors.view(extension.Get("bufferView").GetNumberAsInt(), who);
  decoded_ = decode_draco(bytes, ids, who);
  if (decoded_.vertex_count != vertices) {
    builder_.warn(who + " decompresses to " + counted(decoded_.vertex_count, "vertex") +
                  ", but declares " + std::to_string(vertices) + ": all of them are read");
  }
}

}  // namespace dermis::gltf
