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
  auto a = dermis::Character::make(*collider), b = dermis::Character::make(*collider);
  const dermis::Pose pose =  // or the host's own joint matrices
      model.clips.empty() ? stored_pose(model) : sample(model, model.clips[0], 0.5);
  const dermis::Pose turned = placed(pose, dermis::placement({0, 0, 2.2F}, 180));
  if (!a || !b || !a->set_pose(pose) || !b->set_pose(turned)) return std::puts("refused"), 2;
  const dermis::Pairs found = find_pairs(*a, *b);
  for (const auto& [i, j] : found.pairs) std::printf("triangle %u meets triangle %u\n", i, j);
}
