// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/shapes/shape_file.h"

#include <array>
#include <charconv>
#include <cmath>
#include <span>

#include "base/float_mode.h"
#include "dermis/base/file.h"
#include "joint_names.h"
#include "json_field.h"

namespace dermis {

namespace {

using shapes::Json;

template <class Number>
std::string shortest(Number number) {
  std::array<char, 32> text{};
  const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
  return {text.data(), end};
}

/// The shortest text that restores the float. Readers parse a double and round it to a float. This
/// may fail for the shortest text of a float, but not for that of a double.
std::string number(float value) {
  if (!std::isfinite(value)) return "null";
  if (value == 0) return std::signbit(value) ? "-0.0" : "0";  // "-0" would be read as an integer
  std::string text = shortest(value);
  double read = 0;
  std::from_chars(text.data(), text.data() + text.size(), read);
  return static_cast<float>(read) == value ? text : shortest(double{value});
}

std::string json_text(const std::string& text) {
  return Json(text).dump(-1, ' ', false, Json::error_handler_t::replace);
}

/// write(item) of all items, as a list on one line.
template <class T, class Write>
std::string list(std::span<const T> all, Write write) {
  std::string result = "[";
  for (const T& one : all) {
    if (result.size() > 1) result += ", ";
    result += write(one);
  }
  return result + "]";
}

std::string vector(const Vec3& v) {
  const std::array<float, 3> numbers{v.x, v.y, v.z};
  return list(std::span<const float>(numbers), number);
}

std::string capsule(const Capsule& c) {
  return "{\"a\": " + vector(c.a) + ", \"b\": " + vector(c.b) +
         ", \"radius\": " + number(c.radius) + "}";
}

std::string limb_text(const Limb& limb, const CollideShape& shape,
                      const shapes::JointNames& joints) {
  const auto joint = [&](std::uint32_t j) { return json_text(joints.of(j)); };
  const std::string indent(6, ' ');
  std::string text = "    {\n";
  text += indent + "\"name\": " + json_text(limb.name) + ",\n";
  text += indent + "\"parent\": " +
          (limb.parent == kNone ? "null" : json_text(shape.limbs[limb.parent].name)) + ",\n";
  text += indent + "\"follows\": " + joint(limb.joint) + ",\n";
  text += indent + "\"joints\": " + list(std::span(limb.joints), joint) + ",\n";
  text += indent + "\"bound\": " + capsule(limb.bound) + ",\n";
  text += indent + "\"volumes\": [";
  for (std::size_t i = 0; i < limb.volumes.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + indent + "  " + capsule(limb.volumes[i]);
  }
  text += limb.volumes.empty() ? "]\n" : "\n" + indent + "]\n";
  return text + "    }";
}

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Body is a Model or a Collider.
template <class Body>
Result<CollideShape> load(const std::filesystem::path& file, const Body& body) {
  const auto bytes = read_file(file, file.string() + ": the file");
  if (!bytes) return bytes.error();
  return parse_shape(text_of(*bytes), body, file.string());
}

}  // namespace

std::string to_json(const CollideShape& shape, const Model& model) {
  const base::DefinedFloatMode mode;
  const shapes::JointNames joints(model);
  std::string text = "{\n  \"schema\": 1,\n";
  text += "  \"model\": " + json_text(model.name) + ",\n";
  text += "  \"clips\": " + list(std::span(shape.clips), json_text) + ",\n";
  text += "  \"limbs\": [";
  for (std::size_t i = 0; i < shape.limbs.size(); ++i) {
    text += (i == 0 ? "\n" : ",\n") + limb_text(shape.limbs[i], shape, joints);
  }
  return text + (shape.limbs.empty() ? "]\n}\n" : "\n  ]\n}\n");
}

Result<void> save_shape(const CollideShape& shape, const Model& model,
                        const std::filesystem::path& file) {
  if (shape.scenery) {
    return Error{file.string() + ": scenery is not written; make_scenery() makes it again"};
  }
  return write_file(file, to_json(shape, model));
}

Result<CollideShape> load_shape(const std::filesystem::path& file, const Model& model) {
  return load(file, model);
}

Result<CollideShape> load_shape(const std::filesystem::path& file, const Collider& collider) {
  return load(file, collider);
}

Result<std::vector<LimbOverride>> load_overrides(const std::filesystem::path& file) {
  const auto bytes = read_file(file, file.string() + ": the file");
  if (!bytes) return bytes.error();
  return parse_overrides(text_of(*bytes), file.string());
}

}  // namespace dermis
