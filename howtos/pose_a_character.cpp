// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <dermis/dermis.h>
#include <dermis/gltf/gltf.h>

#include <cstdio>

int main(int argc, char** argv) {
  const auto file = dermis::import_gltf(argc > 1 ? argv[1] : "creature.glb");
  if (!file) return std::puts(file.error().message.c_str()), 2;
  const dermis::Model& model = file->model;

  const dermis::Skin skin(model);
  std::vector<dermis::Vec3> vertices(skin.vertex_count());
  const bool moves = !model.clips.empty();
  const dermis::Pose pose = moves ? sample(model, model.clips[0], 0.5) : bind_pose(model);
  if (auto ok = skin.deform(pose, vertices); !ok) return std::puts(ok.error().message.c_str()), 2;
  std::printf("%s: vertex 0 at %g %g %g\n", model.name.c_str(), vertices[0].x, vertices[0].y,
              vertices[0].z);
}
