// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/collide_shape.h"

#include <cmath>

#include "base/float_mode.h"
#include "dermis/limbs/make_limbs.h"
#include "limbs/limb_vertices.h"
#include "math/doubles.h"

namespace dermis {

namespace {

using math::Vec3d;

/// The side along the largest component of a vector.
LimbSide side_of(const Vec3d& v) {
  const double x = std::abs(v.x);
  const double y = std::abs(v.y);
  const double z = std::abs(v.z);
  if (x >= y && x >= z) return v.x >= 0 ? LimbSide::left : LimbSide::right;
  if (y >= z) return v.y >= 0 ? LimbSide::top : LimbSide::bottom;
  return v.z >= 0 ? LimbSide::front : LimbSide::back;
}

}  // namespace

namespace limbs {

std::vector<LimbSide> sides_of(std::span<const Vec3> positions,
                               std::span<const Triangle> triangles) {
  std::vector<LimbSide> result;
  result.reserve(triangles.size());
  for (const Triangle& t : triangles) {
    const Vec3d p = math::to_double(positions[t[0]]);
    const Vec3d normal =
        cross(math::to_double(positions[t[1]]) - p, math::to_double(positions[t[2]]) - p);
    result.push_back(side_of(normal));
  }
  return result;
}

}  // namespace limbs

void assign_triangles(const Model& model, CollideShape& shape) {
  const base::DefinedFloatMode mode;
  shape.triangle_limbs = limb_of_triangles(model, shape.joint_limbs, shape.limbs.size());
  shape.triangle_sides = limbs::sides_of(model.positions, model.triangles);
}

Result<std::uint32_t> find_limb(const CollideShape& shape, std::string_view name) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < shape.limbs.size(); ++i) {
    if (shape.limbs[i].name == name) return i;
    names.push_back(shape.limbs[i].name);
  }
  return unknown_name("limb", name, names);
}

}  // namespace dermis
