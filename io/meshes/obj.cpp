// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/meshes/obj.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <cmath>
#include <iterator>
#include <utility>
#include <vector>

#include "base/float_mode.h"
#include "dermis/base/counted.h"
#include "dermis/base/printable.h"

namespace dermis {

namespace {

/// Formats like printf's %.9g, in any locale.
void append(std::string& text, float value) {
  char digits[32];
  const auto end =
      std::to_chars(digits, std::end(digits), value, std::chars_format::general, 9).ptr;
  text.append(digits, end);
}

void append_line(std::string& text, std::string line) {
  text += printable(std::move(line)) + '\n';
}

/// Removes and returns the first word of `line`.
std::string_view word(std::string_view& line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t\r"), line.size()));
  const std::string_view result = line.substr(0, line.find_first_of(" \t\r"));
  line.remove_prefix(result.size());
  return result;
}

template <class T>
bool read(std::string_view text, T& value) {
  if (text.starts_with('+')) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size();
}

bool read_vertex(std::string_view line, Point& p) {
  return read(word(line), p[0]) && read(word(line), p[1]) && read(word(line), p[2]) &&
         std::isfinite(p[0]) && std::isfinite(p[1]) && std::isfinite(p[2]);
}

/// Reads corners of the form v, v/vt, v//vn or v/vt/vn. Negative numbers count from the last
/// vertex.
bool read_face(std::string_view line, std::size_t vertex_count, std::vector<std::uint32_t>& face) {
  face.clear();
  for (std::string_view corner = word(line); !corner.empty(); corner = word(line)) {
    std::int64_t number = 0;
    if (!read(corner.substr(0, corner.find('/')), number)) return false;
    const auto count = static_cast<std::int64_t>(vertex_count);
    const std::int64_t index = number < 0 ? count + number : number - 1;
    if (index < 0 || index >= count) return false;
    face.push_back(static_cast<std::uint32_t>(index));
  }
  return face.size() >= 3;
}

}  // namespace

Result<Mesh> parse_obj(std::string_view text, const std::string& label) {
  const base::DefinedFloatMode mode;
  Mesh mesh;
  std::vector<std::uint32_t> face;
  for (std::size_t number = 1; !text.empty(); ++number) {
    std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(text.size(), line.size() + 1));
    const auto refuse = [&](const char* why) {
      std::string message = label + ": the OBJ file cannot be read: line ";
      message.append(std::to_string(number)).append(" ").append(why);
      return Error{message};
    };
    const std::string_view key = word(line);
    if (key == "v") {
      if (!read_vertex(line, mesh.positions.emplace_back())) {
        return refuse("is a vertex without three finite coordinates");
      }
    } else if (key == "f") {
      if (!read_face(line, mesh.positions.size(), face)) {
        return refuse("is a face without three corners that exist");
      }
      for (std::size_t i = 2; i < face.size(); ++i) {
        mesh.triangles.push_back({face[0], face[i - 1], face[i]});
      }
    }
  }
  if (mesh.positions.empty()) return Error{label + ": the OBJ file has no vertices"};
  return mesh;
}

std::string to_obj(const Model& model, std::span<const Vec3> posed) {
  assert(posed.size() == model.positions.size());
  std::string text;
  text.reserve(40 * posed.size() + 24 * model.triangles.size());
  append_line(text, "# " + model.name + ": " + counted(posed.size(), "vertex") + ", " +
                        counted(model.triangles.size(), "triangle") + ", written by dermis");
  for (const Vec3& v : posed) {
    text += "v ";
    append(text, v.x);
    text += ' ';
    append(text, v.y);
    text += ' ';
    append(text, v.z);
    text += '\n';
  }
  for (const Part& part : model.parts) {
    append_line(text, "g " + part.label());
    for (std::uint32_t t = 0; t < part.triangle_count; ++t) {
      text += 'f';
      for (const std::uint32_t v : model.triangles[part.first_triangle + t]) {
        text += ' ' + std::to_string(v + 1);
      }
      text += '\n';
    }
  }
  return text;
}

std::string to_obj(const Mesh& mesh) {
  std::string text = "# written by dermis\n";
  for (const Point& p : mesh.positions) {
    text += 'v';
    for (const double x : p) {
      char digits[32];
      text += ' ';
      text.append(digits, std::to_chars(digits, std::end(digits), x).ptr);
    }
    text += '\n';
  }
  for (const Triangle& triangle : mesh.triangles) {
    text += 'f';
    for (const std::uint32_t v : triangle) text += ' ' + std::to_string(v + 1);
    text += '\n';
  }
  return text;
}

}  // namespace dermis
