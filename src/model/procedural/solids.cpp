// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/solids.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/float_mode.h"
#include "math/elementary.h"

namespace dermis {

namespace {

[[maybe_unused]] bool is_length(float x) {
  return x > 0 && std::isfinite(x);
}

/// A model with one joint and no vertices.
Model rigid(const char* name) {
  Model model;
  model.name = name;
  Node node;
  node.name = name;
  model.skeleton.nodes.push_back(node);
  model.skeleton.joints.push_back({0, {}, false});
  return model;
}

void add_vertex(Model& model, const Vec3& p) {
  model.positions.push_back(p);
  const Influence whole{0, 1};
  model.influences.add_vertex(std::span(&whole, 1));
}

Model finished(Model model) {
  Part part;
  part.node_name = model.name;
  part.mesh_name = model.name;
  part.triangle_count = static_cast<std::uint32_t>(model.triangles.size());
  part.vertex_count = static_cast<std::uint32_t>(model.positions.size());
  model.parts.push_back(part);
  return model;
}

}  // namespace

Model make_box(const Vec3& size) {
  assert(is_length(size.x) && is_length(size.y) && is_length(size.z));
  Model model = rigid("box");
  for (unsigned corner = 0; corner < 8; ++corner) {
    const auto half = [&](float extent, unsigned bit) {
      return (corner >> bit & 1U) != 0 ? extent / 2 : -extent / 2;
    };
    add_vertex(model, {half(size.x, 0), half(size.y, 1), half(size.z, 2)});
  }
  model.triangles = {{0, 2, 1}, {1, 2, 3}, {4, 5, 6}, {5, 7, 6}, {0, 1, 4}, {1, 5, 4},
                     {2, 6, 3}, {3, 6, 7}, {0, 4, 2}, {2, 4, 6}, {1, 3, 5}, {3, 7, 5}};
  return finished(std::move(model));
}

Model make_capsule(float length, float radius, int detail) {
  assert(is_length(radius) && (length == 0 || is_length(length)));
  assert(detail >= 4 && detail <= 10'000);
  const base::DefinedFloatMode mode;
  Model model = rigid(length > 0 ? "capsule" : "ball");
  const int around = std::max(detail, 4);
  const int rings = std::max(around / 4, 1);  // from a pole to the widest ring
  const double half = length / 2;
  // Poles, and rings between them. A capsule has the widest ring twice, once per end; a ball has it
  // once.
  add_vertex(model, {0, static_cast<float>(half + radius), 0});
  const int all = length > 0 ? 2 * rings : 2 * rings - 1;
  for (int ring = 1; ring <= all; ++ring) {
    const bool upper = ring <= rings;
    const int step = upper || length <= 0 ? ring : ring - 1;
    const auto [s, c] = math::sin_cos_degrees(90.0 * step / rings);
    const double y = radius * c + (upper ? half : -half);
    for (int i = 0; i < around; ++i) {
      const auto turn = math::sin_cos_degrees(360.0 * i / around);
      add_vertex(model, {static_cast<float>(radius * s * turn.sin), static_cast<float>(y),
                         static_cast<float>(radius * s * turn.cos)});
    }
  }
  add_vertex(model, {0, static_cast<float>(-half - radius), 0});
  const auto at = [&](int ring, int i) {
    return static_cast<std::uint32_t>(1 + (ring - 1) * around + i % around);
  };
  const auto last = static_cast<std::uint32_t>(model.positions.size() - 1);
  for (int i = 0; i < around; ++i) {
    model.triangles.push_back({0, at(1, i), at(1, i + 1)});
    for (int ring = 1; ring < all; ++ring) {
      model.triangles.push_back({at(ring, i), at(ring + 1, i), at(ring, i + 1)});
      model.triangles.push_back({at(ring, i + 1), at(ring + 1, i), at(ring + 1, i + 1)});
    }
    model.triangles.push_back({at(all, i + 1), at(all, i), last});
  }
  return finished(std::move(model));
}

Model make_ball(float radius, int detail) {
  return make_capsule(0, radius, detail);
}

}  // namespace dermis
