// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <dermis/dermis.h>
#include <dermis/gltf/gltf.h>

#include <cstdio>

int main() {
  const auto bytes = dermis::to_glb(dermis::make_dwarf());
  if (!bytes) return 1;
  const auto back = dermis::parse_gltf(*bytes, "dwarf.glb");
  if (!back) {
    std::puts(back.error().message.c_str());
    return 1;
  }
  std::printf("%zu triangles came back\n", back->model.triangles.size());
  return 0;
}
