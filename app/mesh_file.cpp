// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/mesh_file.h"

#include <fmt/format.h>

#include "app/file_ending.h"
#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/meshes/obj.h"
#include "dermis/meshes/ply.h"

namespace dermis::app {

bool is_mesh(const std::string& file) {
  return has_ending(file, ".ply") || has_ending(file, ".obj");
}

Mesh read_mesh(const std::string& file, const std::string& reader) {
  const auto bytes = need(read_file(file, "the file"), file);
  if (has_ending(file, ".ply")) return need(parse_ply(bytes, file));
  auto mesh =
      parse_obj({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, file);  // NOLINT
  if (!mesh && !has_ending(file, ".obj")) {
    throw Failure{
        fmt::format("{}: {} reads .obj and .ply meshes, and this file is neither", file, reader)};
  }
  return need(std::move(mesh));
}

}  // namespace dermis::app
