// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "clean.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>

#include "draco.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

using Json = nlohmann::json;

constexpr std::array<std::string_view, 20> kIntegers{
    "scene",         "mesh",     "skin",   "buffer",     "bufferView",
    "componentType", "mode",     "node",   "sampler",    "input",
    "output",        "indices",  "joints", "byteOffset", "byteLength",
    "count",         "children", "nodes",  "byteStride", "inverseBindMatrices"};
/// Objects whose every member is an accessor's index.
constexpr std::array<std::string_view, 2> kIndexMaps{"attributes", "targets"};

bool contains(const auto& list, std::string_view key) {
  return std::ranges::find(list, key) != list.end();
}

/// Where a value stands in the document; spelled out only when something is wrong with it.
struct Place {
  const Place* parent = nullptr;
  std::string_view key;  ///< empty for an element of an array
  std::size_t index = 0;

  [[nodiscard]] std::string spell() const {
    if (parent == nullptr) return std::string(key);
    if (key.empty()) return parent->spell() + "[" + std::to_string(index) + "]";
    const std::string before = parent->spell();
    return before.empty() ? std::string(key) : before + "." + std::string(key);
  }
};

void check_integer_at(Json& value, const Place& place) {
  // Some exporters write 3.0 for 3.
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (number >= 0 && number <= double(kLargestInteger) && number == std::floor(number)) {
      value = static_cast<std::uint64_t>(number);
    }
  }
  if (!value.is_number_unsigned()) {
    throw Problem(place.spell(), " is ", value.dump().substr(0, 40),
                  ", expected a non-negative integer");
  }
  if (value.get<std::uint64_t>() > kLargestInteger) {
    throw Problem(place.spell(), " is ", value.get<std::uint64_t>(), ", larger than the limit ",
                  kLargestInteger);
  }
}

void clean_at(Json& value, const Place& place, std::string_view key, bool in_index_map);

void clean_object(Json& object, const Place& place, bool in_index_map) {
  object.erase("extras");
  if (const auto extensions = object.find("extensions"); extensions != object.end()) {
    if (!extensions->is_object()) throw Problem(place.spell(), ".extensions is not an object");
    for (auto it = extensions->begin(); it != extensions->end();) {
      const bool keep = it.key() == "EXT_meshopt_compression" || it.key() == kDracoExtension;
      it = keep ? std::next(it) : extensions->erase(it);
    }
  }
  for (auto it = object.begin(); it != object.end(); ++it) {
    clean_at(it.value(), {&place, it.key()}, it.key(),
             in_index_map || contains(kIndexMaps, it.key()));
  }
}

void clean_at(Json& value, const Place& place, std::string_view key, bool in_index_map) {
  if (value.is_object()) return clean_object(value, place, in_index_map);
  if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i) {
      clean_at(value[i], {&place, {}, i}, key, in_index_map);
    }
    return;
  }
  if (contains(kIntegers, key) || in_index_map) check_integer_at(value, place);
}

}  // namespace

void clean(Json& document) {
  clean_object(document, {}, false);
}

void check_integer(Json& value, const char* field) {
  check_integer_at(value, {nullptr, field});
}

}  // namespace dermis::gltf
