// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "schema.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>

#include "dermis/base/counted.h"
#include "extensions.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

using Json = nlohmann::json;

enum class Kind {
  integer,
  boolean,
  text,
  integers,
  numbers,
  index_map,
  index_maps,
  object,
  objects
};
enum class Need { optional, required };

struct Field {
  std::string_view key;
  Kind kind;
  Need need = Need::optional;
  std::span<const Field> of = {};  ///< the fields of an object, or of each object in a list
  std::size_t length = 0;          ///< number of elements of a list of numbers; 0 if any is allowed
};

constexpr Need kRequired = Need::required;

constexpr Field kSparseIndices[] = {{"bufferView", Kind::integer, kRequired},
                                    {"byteOffset", Kind::integer},
                                    {"componentType", Kind::integer, kRequired}};
constexpr Field kSparseValues[] = {{"bufferView", Kind::integer, kRequired},
                                   {"byteOffset", Kind::integer}};
constexpr Field kSparse[] = {{"count", Kind::integer, kRequired},
                             {"indices", Kind::object, kRequired, kSparseIndices},
                             {"values", Kind::object, kRequired, kSparseValues}};
constexpr Field kAccessor[] = {{"bufferView", Kind::integer},
                               {"byteOffset", Kind::integer},
                               {"componentType", Kind::integer, kRequired},
                               {"normalized", Kind::boolean},
                               {"count", Kind::integer, kRequired},
                               {"type", Kind::text, kRequired},
                               {"sparse", Kind::object, Need::optional, kSparse}};

constexpr Field kMeshopt[] = {{"buffer", Kind::integer, kRequired},
                              {"byteOffset", Kind::integer},
                              {"byteLength", Kind::integer, kRequired},
                              {"byteStride", Kind::integer, kRequired},
                              {"count", Kind::integer, kRequired},
                              {"mode", Kind::text, kRequired},
                              {"filter", Kind::text}};
constexpr Field kViewExtensions[] = {{kMeshoptCompression, Kind::object, Need::optional, kMeshopt}};
constexpr Field kBufferView[] = {{"buffer", Kind::integer, kRequired},
                                 {"byteOffset", Kind::integer},
                                 {"byteLength", Kind::integer, kRequired},
                                 {"byteStride", Kind::integer},
                                 {"extensions", Kind::object, Need::optional, kViewExtensions}};

constexpr Field kDraco[] = {{"bufferView", Kind::integer, kRequired},
                            {"attributes", Kind::index_map, kRequired}};
constexpr Field kPrimitiveExtensions[] = {
    {kDracoCompression, Kind::object, Need::optional, kDraco}};
constexpr Field kPrimitive[] = {{"attributes", Kind::index_map, kRequired},
                                {"indices", Kind::integer},
                                {"mode", Kind::integer},
                                {"targets", Kind::index_maps},
                                {"extensions", Kind::object, Need::optional, kPrimitiveExtensions}};
constexpr Field kMesh[] = {{"name", Kind::text},
                           {"primitives", Kind::objects, kRequired, kPrimitive},
                           {"weights", Kind::numbers}};

constexpr Field kVisible[] = {{"visible", Kind::boolean}};
constexpr Field kInstances[] = {{"attributes", Kind::index_map, kRequired}};
constexpr Field kNodeExtensions[] = {{kVisibility, Kind::object, Need::optional, kVisible},
                                     {kInstancing, Kind::object, Need::optional, kInstances}};
constexpr Field kNode[] = {{"name", Kind::text},
                           {"mesh", Kind::integer},
                           {"skin", Kind::integer},
                           {"children", Kind::integers},
                           {"matrix", Kind::numbers, Need::optional, {}, 16},
                           {"translation", Kind::numbers, Need::optional, {}, 3},
                           {"rotation", Kind::numbers, Need::optional, {}, 4},
                           {"scale", Kind::numbers, Need::optional, {}, 3},
                           {"weights", Kind::numbers},
                           {"extensions", Kind::object, Need::optional, kNodeExtensions}};
constexpr Field kSkin[] = {{"name", Kind::text},
                           {"joints", Kind::integers, kRequired},
                           {"inverseBindMatrices", Kind::integer}};

constexpr Field kTarget[] = {{"node", Kind::integer}, {"path", Kind::text, kRequired}};
constexpr Field kChannel[] = {{"sampler", Kind::integer, kRequired},
                              {"target", Kind::object, kRequired, kTarget}};
constexpr Field kSampler[] = {{"input", Kind::integer, kRequired},
                              {"output", Kind::integer, kRequired},
                              {"interpolation", Kind::text}};
constexpr Field kAnimation[] = {{"name", Kind::text},
                                {"channels", Kind::objects, kRequired, kChannel},
                                {"samplers", Kind::objects, kRequired, kSampler}};

constexpr Field kAsset[] = {{"version", Kind::text, kRequired}, {"minVersion", Kind::text}};
constexpr Field kScene[] = {{"nodes", Kind::integers}};
constexpr Field kBuffer[] = {{"byteLength", Kind::integer, kRequired}, {"uri", Kind::text}};
constexpr Field kDocument[] = {{"asset", Kind::object, kRequired, kAsset},
                               {"scene", Kind::integer},
                               {"scenes", Kind::objects, Need::optional, kScene},
                               {"nodes", Kind::objects, Need::optional, kNode},
                               {"meshes", Kind::objects, Need::optional, kMesh},
                               {"skins", Kind::objects, Need::optional, kSkin},
                               {"accessors", Kind::objects, Need::optional, kAccessor},
                               {"bufferViews", Kind::objects, Need::optional, kBufferView},
                               {"buffers", Kind::objects, Need::optional, kBuffer},
                               {"animations", Kind::objects, Need::optional, kAnimation}};

/// The position of a value in the document. Its text is built only for an error.
struct Place {
  const Place* parent = nullptr;
  std::string_view key;  ///< empty for an element of a list, and for the document itself
  std::size_t index = 0;

  [[nodiscard]] std::string spell() const {
    if (parent == nullptr) return {};
    const std::string before = parent->spell();
    if (key.empty()) return before + "[" + std::to_string(index) + "]";
    return before.empty() ? std::string(key) : before + "." + std::string(key);
  }
};

[[noreturn]] void refuse(const Place& place, const Json& value, const char* expected) {
  const std::string shown = value.is_structured() ? value.type_name() : value.dump().substr(0, 40);
  throw Problem(place.spell(), " is ", shown, ", expected ", expected);
}

void conform_integer(Json& value, const Place& place) {
  // Some exporters write 3.0 for 3.
  if (value.is_number_float()) {
    const double number = value.get<double>();
    if (number >= 0 && number <= double(kLargestInteger) && number == std::floor(number)) {
      value = static_cast<std::uint64_t>(number);
    }
  }
  if (!value.is_number_unsigned() || value.get<std::uint64_t>() > kLargestInteger) {
    refuse(place, value, "an integer from 0 to 2147483647");
  }
}

/// Applies `check` to every element of a list.
template <class Check>
void conform_list(Json& list, const Place& place, const char* expected, Check check) {
  if (!list.is_array()) refuse(place, list, expected);
  for (std::size_t i = 0; i < list.size(); ++i) check(list[i], Place{&place, {}, i});
}

void conform_index_map(Json& map, const Place& place) {
  if (!map.is_object()) refuse(place, map, "an object of accessor indices");
  for (auto it = map.begin(); it != map.end(); ++it) {
    conform_integer(it.value(), {&place, it.key()});
  }
}

void conform_object(Json& object, const Place& place, std::span<const Field> fields);

void conform_field(Json& value, const Place& place, const Field& field) {
  switch (field.kind) {
    case Kind::integer:
      return conform_integer(value, place);
    case Kind::boolean:
      if (!value.is_boolean()) refuse(place, value, "true or false");
      return;
    case Kind::text:
      if (!value.is_string()) refuse(place, value, "a string");
      return;
    case Kind::integers:
      return conform_list(value, place, "a list of integers", conform_integer);
    case Kind::numbers:
      conform_list(value, place, "a list of numbers", [](Json& number, const Place& at) {
        if (!number.is_number()) refuse(at, number, "a number");
      });
      if (field.length != 0 && value.size() != field.length) {
        throw Problem(place.spell(), " has ", counted(value.size(), "number"), ", expected ",
                      field.length);
      }
      return;
    case Kind::index_map:
      return conform_index_map(value, place);
    case Kind::index_maps:
      return conform_list(value, place, "a list of objects", conform_index_map);
    case Kind::object:
      return conform_object(value, place, field.of);
    case Kind::objects:
      return conform_list(value, place, "a list of objects", [&](Json& object, const Place& at) {
        conform_object(object, at, field.of);
      });
  }
}

void conform_object(Json& object, const Place& place, std::span<const Field> fields) {
  if (!object.is_object()) refuse(place, object, "an object");
  for (auto it = object.begin(); it != object.end();) {
    const auto field = std::ranges::find(fields, it.key(), &Field::key);
    if (field == fields.end()) {
      it = object.erase(it);
      continue;
    }
    conform_field(it.value(), {&place, it.key()}, *field);
    ++it;
  }
  for (const Field& field : fields) {
    if (field.need == Need::required && !object.contains(field.key)) {
      throw Problem(Place{&place, field.key}.spell(), " is missing");
    }
  }
}

}  // namespace

void conform(Json& document) {
  conform_object(document, {}, kDocument);
}

}  // namespace dermis::gltf
