// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/collide_shape.h"

#include <algorithm>
#include <cmath>

#include "dermis/limbs/make_limbs.h"
#include "limbs/limb_vertices.h"
#include "math/doubles.h"
#include "math/float_mode.h"

namespace dermis {

namespace {

using math::Vec3d;

std::uint32_t limb_of(const Model& model, const CollideShape& shape, const Triangle& triangle,
                      std::vector<double>& weights) {
  weights.assign(shape.limbs.size(), 0);
  for (const std::uint32_t v : triangle) {
    for (const Influence& i : model.influences.of(v)) {
      weights[shape.joint_limbs[i.joint]] += double{i.weight};
    }
  }
  return static_cast<std::uint32_t>(std::ranges::max_element(weights) - weights.begin());
}

/// Where most of a vector points.
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

void set_sides(const Model& model, CollideShape& shape) {
  shape.triangle_sides.clear();
  for (const Triangle& t : model.triangles) {
    const Vec3d p = math::to_double(model.positions[t[0]]);
    const Vec3d normal = cross(math::to_double(model.positions[t[1]]) - p,
                               math::to_double(model.positions[t[2]]) - p);
    shape.triangle_sides.push_back(side_of(normal));
  }
}

}  // namespace limbs

void assign_triangles(const Model& model, CollideShape& shape) {
  const math::DefinedFloatMode mode;
  shape.triangle_limbs.clear();
  std::vector<double> weights;
  for (const Triangle& t : model.triangles) {
    shape.triangle_limbs.push_back(limb_of(model, shape, t, weights));
  }
  limbs::set_sides(model, shape);
}

Result<std::uint32_t> find_limb(const CollideShape& shape, std::string_view name) {
  std::string known;
  for (std::uint32_t i = 0; i < shape.limbs.size(); ++i) {
    if (shape.limbs[i].name == name) return i;
    known += (i == 0 ? "" : ", ") + shape.limbs[i].name;
  }
  return Error{"there is no limb '" + std::string(name) + "'; there are " + known};
}

}  // namespace dermis
