// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "dermis/dermis.h"

namespace dermis::test {

/// The vertices of a character in its first clip, somewhere in the world.
inline std::vector<Vec3> standing(const Model& model, double time, const Vec3& at, double turn) {
  return *posed_vertices(model, placed(sample(model, model.clips[0], time), placement(at, turn)));
}

/// The demo's scene: two creatures snout to snout.
struct FaceToFace {
  Model model = make_creature();
  std::vector<Vec3> a = standing(model, 0.3, {0, 0, -1.1F}, 0);
  std::vector<Vec3> b = standing(model, 0.8, {0.15F, 0, 1.1F}, 180);

  [[nodiscard]] PosedMesh mesh_a() const { return {a, model.triangles}; }
  [[nodiscard]] PosedMesh mesh_b() const { return {b, model.triangles}; }
};

}  // namespace dermis::test
