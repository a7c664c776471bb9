// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <dermis/dermis.h>
#include <dermis/gltf/gltf.h>

#include <cstdio>

int main(int argc, char** argv) {
  const auto file = dermis::import_gltf(argc > 1 ? argv[1] : "creature.glb");
  if (!file) return std::puts(file.error().message.c_str()), 2;
  const dermis::Model& model = file->model;
  const auto collider = bake(model);  // once per model; dermis::save_collider() keeps it
  if (!collider) return std::puts(collider.error().message.c_str()), 2;

  auto a = dermis::Character::make(*collider);
  auto b = dermis::Character::make(*collider);
  if (!a || !b) return std::puts("the bind pose was refused"), 2;
  const bool moves = !model.clips.empty();
  const dermis::Pose pose = moves ? sample(model, model.clips[0], 0.5) : stored_pose(model);
  const auto posed_a = a->set_pose(pose);  // or the host's own joint matrices
  const auto posed_b = b->set_pose(placed(pose, dermis::placement({0, 0, 2.2F}, 180)));
  if (!posed_a || !posed_b) return std::puts("a pose was refused"), 2;

  const dermis::Pairs found = find_pairs(*a, *b);
  for (const auto& [i, j] : found.pairs) std::printf("triangle %u meets triangle %u\n", i, j);
}
