// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Any text as a file of limbs, or of an artist's overrides. A shape that can be read fits the
// model, can be posed, and is written again.
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "dermis/dermis.h"
#include "dermis/shapes/shape_file.h"
#include "require.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dermis;
  using test::require;
  static const Model model = make_capsule(1, 0.2F, 8);
  static const Collider collider = *bake(model);
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (const auto overrides = parse_overrides(text, "fuzz")) {
    const auto shape = group_limbs(model, {.groups = {.overrides = *overrides}});
    require(shape || !shape.error().message.empty(), "an error has a reason");
  }
  const auto shape = parse_shape(text, model, "fuzz");
  if (!shape) {
    require(!shape.error().message.empty(), "an error has a reason");
    return 0;
  }
  const std::string written = to_json(*shape, model);
  const auto again = parse_shape(written, model, "again");
  require(again && to_json(*again, model) == written, "what was read is written again");
  const auto limbs = with_limbs(collider, *shape);
  require(bool(limbs), "what was read suits the model");
  const Character a = *Character::make(*limbs);
  const Character b = *Character::make(*limbs);
  static_cast<void>(find_limb_contacts(a, b));
  return 0;
}
