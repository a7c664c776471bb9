// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/model.h"

namespace dermis::test {

/// One triangle (0,0,0) (1,0,0) (0,1,0) on one joint at the origin.
inline Model single_triangle() {
  Model model;
  model.name = "triangle";
  model.positions = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}};
  model.triangles = {{0, 1, 2}};
  model.skeleton.nodes.push_back({"root", kNone, {}, {}});
  model.skeleton.joints.push_back({0, {}});
  const Influence whole{0, 1};
  for (int v = 0; v < 3; ++v) model.influences.add_vertex({&whole, 1});
  Part part;
  part.node_name = "root";
  part.mesh_name = "mesh";
  part.triangle_count = 1;
  part.vertex_count = 3;
  model.parts.push_back(part);
  return model;
}

}  // namespace dermis::test
