// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/dermis.h"
#include "scenes/scene.h"
#include "scenes/walkers.h"

namespace dermis::test {

/// The vertices of a character in its first clip, at a place in the world.
inline std::vector<Vec3> standing(const Model& model, double time, const Vec3& at, double turn) {
  return *posed_vertices(model, scenes::walking(model, time, at, turn));
}

/// The demo's scene: two creatures snout to snout.
struct FaceToFace {
  scenes::Scene scene = scenes::face_to_face();
  const Model& model = scene.models[0];
  std::vector<Vec3> a = *posed_vertices(model, scene.frames[0][0]);
  std::vector<Vec3> b = *posed_vertices(model, scene.frames[0][1]);

  [[nodiscard]] PosedMesh mesh_a() const { return {a, model.triangles}; }
  [[nodiscard]] PosedMesh mesh_b() const { return {b, model.triangles}; }
};

}  // namespace dermis::test
