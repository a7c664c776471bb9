// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/io/obj.h"

#include <charconv>
#include <iterator>
#include <utility>

#include "dermis/io/printable.h"

namespace dermis {

namespace {

/// As printf's %.9g, whatever the locale.
void append(std::string& text, float value) {
  char digits[32];
  const auto end =
      std::to_chars(digits, std::end(digits), value, std::chars_format::general, 9).ptr;
  text.append(digits, end);
}

void append_line(std::string& text, std::string line) {
  text += printable(std::move(line)) + '\n';
}

}  // namespace

std::string to_obj(const Model& model, std::span<const Vec3> posed) {
  std::string text;
  text.reserve(40 * posed.size() + 24 * model.triangles.size());
  append_line(text, "# " + model.name + ": " + std::to_string(posed.size()) + " vertices, " +
                        std::to_string(model.triangles.size()) + " triangles, written by dermis");
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

}  // namespace dermis
