// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Any bytes behind a matching header. A collider that loads can be posed, queried and written
// again.
#include <cstddef>
#include <cstdint>
#include <span>

#include "collider/collider_archive.h"
#include "dermis/dermis.h"
#include "require.h"
#include "scenes/engine.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace dermis;
  using test::require;
  const auto bytes = std::as_bytes(std::span(data, size));
  require(!parse_collider(bytes, "fuzz") || size > 32, "bytes without a header do not load");
  const auto file = collider::sealed(bytes);
  const auto collider = parse_collider(file, "fuzz");
  if (!collider) {
    require(!collider.error().message.empty(), "an error has a reason");
    return 0;
  }
  require(to_bytes(*collider) == file, "what was read is written again");
  static_cast<void>(validate(*collider));
  if (collider->joint_count() > 1000 || collider->triangle_count() > 1000) return 0;
  Pose pose{std::vector<Affine>(collider->joint_count()),
            std::vector<float>(collider->morph_target_count(), 0.5F)};
  auto a = Character::make(*collider);
  auto b = Character::make(*collider);
  if (!a || !b) return 0;  // too large for a pose
  if (!a->set_pose(pose) || !b->set_pose(placed(pose, placement({0.1F, 0, 0}, 30)))) return 0;
  for (const scenes::Engine method : all_values<scenes::Engine>())
    static_cast<void>(find_pairs(*a, *b, method));
  return 0;
}
