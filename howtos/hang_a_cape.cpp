// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A cape hangs from the shoulders of a walking man, and stays outside of him.
#include <dermis/dermis.h>

#include <algorithm>
#include <cstdio>

namespace {

/// A sheet behind the back, from the shoulders down to the knees, with width × height vertices.
dermis::Mesh make_cape(std::uint32_t width, std::uint32_t height) {
  dermis::Mesh cape;
  for (std::uint32_t row = 0; row < height; ++row) {
    for (std::uint32_t column = 0; column < width; ++column) {
      cape.positions.push_back(
          {-0.2 + 0.4 * column / (width - 1), 1.42 - 0.9 * row / (height - 1), -0.17});
    }
  }
  for (std::uint32_t row = 0; row + 1 < height; ++row) {
    for (std::uint32_t column = 0; column + 1 < width; ++column) {
      const std::uint32_t a = row * width + column;
      cape.triangles.push_back({a, a + 1, a + width});
      cape.triangles.push_back({a + 1, a + width + 1, a + width});
    }
  }
  return cape;
}

}  // namespace

int main() {
  constexpr std::uint32_t kWidth = 12;
  const dermis::Model man = dermis::make_man();
  const auto collider = bake(man);
  if (!collider) return std::puts(collider.error().message.c_str()), 2;

  // The man. His skin is deformed only near the cloth.
  auto body = dermis::Character::make(*collider);
  const auto pose = [&](double seconds) { return sample(man, man.clips[0], seconds); };
  if (!body || !body->set_pose(pose(0))) return 2;

  auto cape = dermis::Cloth::make(make_cape(kWidth, 24));
  if (!cape) return std::puts(cape.error().message.c_str()), 2;
  if (const auto ok = cape->put_on(*body); !ok) return std::puts(ok.error().message.c_str()), 2;
  for (std::uint32_t v = 0; v < kWidth; ++v) {
    if (const auto ok = cape->pin(v, *body); !ok) return std::puts(ok.error().message.c_str()), 2;
  }

  constexpr int kSteps = 60;
  double stretch = 0;
  for (int i = 1; i <= kSteps; ++i) {
    if (!body->set_pose(pose(i / 60.0))) return 2;
    const auto ok = cape->step(1.0 / 60, *body);
    if (!ok) return std::puts(ok.error().message.c_str()), 2;
    if (cape->stats().inside > 0) return std::puts("the cape is in the man"), 1;
    stretch = std::max(stretch, cape->stats().stretch);
  }
  std::printf("after a second: %u vertices near the skin, none inside; stretched by %.1f %%\n",
              cape->stats().near_skin, 100 * stretch);
}
