// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/meshes/ply.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

#include "base/float_mode.h"
#include "dermis/base/counted.h"
#include "dermis/base/printable.h"

namespace dermis {

namespace {

enum class Format { text, little_endian, big_endian };

/// The type of a number: signed integer, unsigned integer or real, and its size in a binary file.
struct Type {
  enum class Kind { whole, natural, real } kind = Kind::whole;
  std::size_t bytes = 0;
};

std::optional<Type> type_named(std::string_view name) {
  using enum Type::Kind;
  if (name == "char" || name == "int8") return Type{whole, 1};
  if (name == "uchar" || name == "uint8") return Type{natural, 1};
  if (name == "short" || name == "int16") return Type{whole, 2};
  if (name == "ushort" || name == "uint16") return Type{natural, 2};
  if (name == "int" || name == "int32") return Type{whole, 4};
  if (name == "uint" || name == "uint32") return Type{natural, 4};
  if (name == "float" || name == "float32") return Type{real, 4};
  if (name == "double" || name == "float64") return Type{real, 8};
  return std::nullopt;
}

struct Property {
  std::string name;
  Type type;
  std::optional<Type> count;  ///< type of the list's length; empty if the property is not a list
};

struct Element {
  std::string name;
  std::size_t count = 0;
  std::vector<Property> properties;

  [[nodiscard]] std::optional<std::size_t> find(std::string_view property) const {
    for (std::size_t i = 0; i < properties.size(); ++i) {
      if (properties[i].name == property) return i;
    }
    return std::nullopt;
  }
};

/// Thrown to end the reading with an error.
struct Problem {
  std::string message;
};

std::string quoted(std::string_view text) {
  return "'" + printable(std::string(text.substr(0, 40))) + "'";
}

class Reader {
 public:
  explicit Reader(std::span<const std::byte> bytes)
      : rest_(reinterpret_cast<const char*>(bytes.data()), bytes.size()) {}  // NOLINT: bytes

  Mesh read() {
    read_header();
    Mesh mesh;
    for (const Element& element : elements_) {
      if (element.name == "vertex") {
        read_vertices(element, mesh);
      } else if (element.name == "face") {
        read_faces(element, mesh);
      } else {
        read_items(element, [](std::size_t, const auto&) {});
      }
    }
    for (std::size_t i = 0; i < mesh.triangles.size(); ++i) {
      for (const std::uint32_t corner : mesh.triangles[i]) {
        if (corner < mesh.positions.size()) continue;
        throw Problem{"a face has the vertex " + std::to_string(corner) + ", but " +
                      there_are(mesh.positions.size(), "vertex")};
      }
    }
    return mesh;
  }

 private:
  /// Removes and returns the next line.
  std::string_view line() {
    const std::size_t end = rest_.find('\n');
    if (end == std::string_view::npos) throw Problem{"its header does not end"};
    std::string_view result = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    if (result.ends_with('\r')) result.remove_suffix(1);
    return result;
  }

  static std::string_view word(std::string_view& text) {
    const std::size_t start = text.find_first_not_of(" \t\r\n");
    if (start == std::string_view::npos) {
      text = {};
      return {};
    }
    text.remove_prefix(start);
    const std::string_view result = text.substr(0, text.find_first_of(" \t\r\n"));
    text.remove_prefix(result.size());
    return result;
  }

  static Type type_of(std::string_view name) {
    const auto type = type_named(name);
    if (!type)
      throw Problem{"a property has the type " + quoted(name) + ", which PLY does not have"};
    return *type;
  }

  void read_header() {
    if (line() != "ply") throw Problem{"it does not begin with 'ply'"};
    bool has_format = false;
    for (;;) {
      std::string_view text = line();
      const std::string_view whole = text;
      const std::string_view key = word(text);
      if (key == "end_header") break;
      if (key.empty() || key == "comment" || key == "obj_info") continue;
      if (key == "format") {
        const std::string_view name = word(text);
        if (name == "ascii") {
          format_ = Format::text;
        } else if (name == "binary_little_endian") {
          format_ = Format::little_endian;
        } else if (name == "binary_big_endian") {
          format_ = Format::big_endian;
        } else {
          throw Problem{"its format is " + quoted(name) + ", which is unknown"};
        }
        has_format = true;
      } else if (key == "element") {
        Element element{std::string(word(text)), 0, {}};
        const std::string_view count = word(text);
        const auto [end, error] =
            std::from_chars(count.data(), count.data() + count.size(), element.count);
        if (error != std::errc{} || end != count.data() + count.size()) {
          throw Problem{"its header has the line " + quoted(whole)};
        }
        elements_.push_back(std::move(element));
      } else if (key == "property" && !elements_.empty()) {
        std::string_view type = word(text);
        Property property;
        if (type == "list") {
          property.count = type_of(word(text));
          if (property.count->kind == Type::Kind::real) {
            throw Problem{"a list is counted with a type for fractions"};
          }
          type = word(text);
        }
        property.type = type_of(type);
        property.name = word(text);
        elements_.back().properties.push_back(std::move(property));
      } else {
        throw Problem{"its header has the line " + quoted(whole)};
      }
    }
    if (!has_format) throw Problem{"its header names no format"};
  }

  double number(const Type& type) {
    if (format_ == Format::text) {
      const std::string_view text = word(rest_);
      if (text.empty()) throw Problem{"it ends too early"};
      double value = 0;
      const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
      if (error != std::errc{} || end != text.data() + text.size()) {
        throw Problem{quoted(text) + " is not a number"};
      }
      return value;
    }
    if (rest_.size() < type.bytes) throw Problem{"it ends too early"};
    std::uint64_t bits = 0;
    for (std::size_t i = 0; i < type.bytes; ++i) {
      const std::size_t place = format_ == Format::big_endian ? type.bytes - 1 - i : i;
      bits |= std::uint64_t{static_cast<unsigned char>(rest_[i])} << (8 * place);
    }
    rest_.remove_prefix(type.bytes);
    switch (type.kind) {
      case Type::Kind::natural:
        return static_cast<double>(bits);
      case Type::Kind::whole: {
        const unsigned unused = 64 - 8 * static_cast<unsigned>(type.bytes);
        return static_cast<double>(static_cast<std::int64_t>(bits << unused) >> unused);
      }
      case Type::Kind::real:
        break;
    }
    if (type.bytes == 8) return std::bit_cast<double>(bits);
    return std::bit_cast<float>(static_cast<std::uint32_t>(bits));
  }

  /// Calls use(property, numbers) for all properties of all items, in order.
  template <class Use>
  void read_items(const Element& element, Use&& use) {
    if (element.properties.empty()) return;
    // Every item takes at least one byte.
    if (element.count > rest_.size()) throw Problem{"it ends too early"};
    std::vector<double> numbers;
    for (std::size_t i = 0; i < element.count; ++i) {
      for (std::size_t p = 0; p < element.properties.size(); ++p) {
        const Property& property = element.properties[p];
        const double count = property.count ? number(*property.count) : 1;
        if (!(count >= 0 && count <= static_cast<double>(rest_.size()))) {
          throw Problem{"a list is longer than the file"};
        }
        numbers.resize(static_cast<std::size_t>(count));
        for (double& x : numbers) x = number(property.type);
        use(p, numbers);
      }
    }
  }

  void read_vertices(const Element& element, Mesh& mesh) {
    std::vector<int> axis_of(element.properties.size(), -1);
    const char* const names[3] = {"x", "y", "z"};
    for (int axis = 0; axis < 3; ++axis) {
      const auto property = element.find(names[axis]);
      if (!property || element.properties[*property].count) {
        throw Problem{std::string("its vertices have no ") + names[axis]};
      }
      axis_of[*property] = axis;
    }
    read_items(element, [&](std::size_t property, const std::vector<double>& numbers) {
      if (property == 0) mesh.positions.emplace_back();
      const int axis = axis_of[property];
      if (axis < 0) return;
      if (!std::isfinite(numbers[0])) {
        throw Problem{"vertex " + std::to_string(mesh.positions.size() - 1) + " has a coordinate " +
                      "that is not finite"};
      }
      mesh.positions.back()[static_cast<std::size_t>(axis)] = numbers[0];
    });
  }

  void read_faces(const Element& element, Mesh& mesh) {
    auto corners = element.find("vertex_indices");
    if (!corners) corners = element.find("vertex_index");
    if (!corners || !element.properties[*corners].count) {
      throw Problem{"its faces have no list 'vertex_indices'"};
    }
    std::size_t face = 0;
    read_items(element, [&](std::size_t property, const std::vector<double>& numbers) {
      if (property != *corners) return;
      const std::string name = "face " + std::to_string(face++);
      if (numbers.size() < 3) {
        throw Problem{name + " has " + counted(numbers.size(), "corner")};
      }
      for (const double index : numbers) {
        if (index >= 0 && index <= 4294967294.0 && index == std::floor(index)) continue;
        throw Problem{name + " has a corner that is no vertex"};
      }
      const auto corner = [&](std::size_t i) { return static_cast<std::uint32_t>(numbers[i]); };
      for (std::size_t i = 2; i < numbers.size(); ++i) {
        mesh.triangles.push_back({corner(0), corner(i - 1), corner(i)});
      }
    });
  }

  std::string_view rest_;
  Format format_ = Format::text;
  std::vector<Element> elements_;
};

}  // namespace

Result<Mesh> parse_ply(std::span<const std::byte> bytes, const std::string& label) {
  const base::DefinedFloatMode mode;
  try {
    return Reader(bytes).read();
  } catch (const Problem& problem) {
    return Error{label + ": the PLY file cannot be read: " + problem.message};
  }
}

}  // namespace dermis
