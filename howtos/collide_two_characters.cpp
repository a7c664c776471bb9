// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <dermis/dermis.h>
#include <dermis/io/gltf.h>

#include <cstdio>

int main(int argc, char** argv) {
  const auto file = dermis::import_gltf(argc > 1 ? argv[1] : "creature.glb");
  if (!file) return std::puts(file.error().message.c_str()), 2;
  const dermis::Model& model = file->model;

  const bool moves = !model.clips.empty();
  const dermis::Pose pose = moves ? sample(model, model.clips[0], 0.5) : rest_pose(model);
  const auto a = posed_vertices(model, pose);
  const auto b = posed_vertices(model, placed(pose, dermis::placement({0, 0, 2.2F}, 180)));
  if (!a || !b) return std::puts((a ? b : a).error().message.c_str()), 2;

  using dermis::brute_force::find_all;
  const auto contacts = find_all({*a, model.triangles}, {*b, model.triangles});
  for (const auto& [i, j] : contacts.pairs) std::printf("triangle %u meets triangle %u\n", i, j);
}
