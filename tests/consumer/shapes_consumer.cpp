// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <dermis/dermis.h>
#include <dermis/shapes/shape_file.h>

#include <cstdio>

int main() {
  const dermis::Model man = dermis::make_man();
  const auto shape = dermis::make_limbs(man, {.clips = std::vector<std::uint32_t>{}});
  if (!shape) return std::puts(shape.error().message.c_str()), 1;
  const auto back = dermis::parse_shape(dermis::to_json(*shape, man), man, "memory");
  return back && back->limbs.size() == shape->limbs.size() ? 0 : 1;
}
