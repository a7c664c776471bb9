// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "humanoid.h"

#include <nlohmann/json.hpp>

#include "extensions.h"

namespace dermis::gltf {

namespace {

using Json = nlohmann::json;

/// The member of nested objects, or null.
template <class... Keys>
const Json* member(const Json& object, const char* key, const Keys*... keys) {
  if (!object.is_object()) return nullptr;
  const auto found = object.find(key);
  if (found == object.end()) return nullptr;
  if constexpr (sizeof...(keys) == 0) {
    return &*found;
  } else {
    return member(*found, keys...);
  }
}

/// The name in version 1 of a bone in version 0. Only thumbs differ.
std::string in_version_1(const std::string& bone) {
  for (const std::string side : {"left", "right"}) {
    if (bone == side + "ThumbProximal") return side + "ThumbMetacarpal";
    if (bone == side + "ThumbIntermediate") return side + "ThumbProximal";
  }
  return bone;
}

}  // namespace

std::vector<std::string> read_humanoid(const Json& document) {
  std::vector<std::string> bones;
  const Json* const nodes = member(document, "nodes");
  const auto add = [&](const std::string& bone, const Json& entry) {
    const Json* const node = member(entry, "node");
    if (node == nullptr || !node->is_number_unsigned()) return;
    const auto index = node->get<std::uint64_t>();
    constexpr std::size_t kLongest = 40;  // longer than all names of VRM
    if (nodes == nullptr || index >= nodes->size() || bone.size() > kLongest) return;
    bones.resize(nodes->size());
    bones[index] = bone;
  };
  // Version 1: {"hips": {"node": 3}}. Version 0: [{"bone": "hips", "node": 3}].
  if (const Json* const v1 = member(document, "extensions", kVrm1, "humanoid", "humanBones")) {
    if (!v1->is_object()) return bones;
    for (const auto& [bone, entry] : v1->items()) add(bone, entry);
  } else if (const Json* const v0 =
                 member(document, "extensions", kVrm0, "humanoid", "humanBones")) {
    if (!v0->is_array()) return bones;
    for (const Json& entry : *v0) {
      const Json* const bone = member(entry, "bone");
      if (bone != nullptr && bone->is_string()) add(in_version_1(bone->get<std::string>()), entry);
    }
  }
  return bones;
}

}  // namespace dermis::gltf
