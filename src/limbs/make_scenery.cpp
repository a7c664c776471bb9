// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/float_mode.h"
#include "dermis/limbs/make_limbs.h"
#include "dermis/model/validate.h"
#include "limbs/limb_vertices.h"
#include "math/enclosing_ball.h"

namespace dermis {

namespace {

/// Cuts triangles into pieces of at most `most`. Larger pieces are halved across their longest
/// side.
void cut(const Model& model, std::span<std::uint32_t> triangles, std::size_t most,
         std::vector<std::span<std::uint32_t>>& pieces) {
  if (triangles.size() <= most) {
    pieces.push_back(triangles);
    return;
  }
  const auto middle = [&](std::uint32_t t, int axis) {
    double sum = 0;
    for (const std::uint32_t v : model.triangles[t]) {
      const Vec3& p = model.positions[v];
      sum += double{axis == 0 ? p.x : axis == 1 ? p.y : p.z};
    }
    return sum;
  };
  int longest = 0;
  double size = -1;
  for (int axis = 0; axis < 3; ++axis) {
    double low = HUGE_VAL;
    double high = -HUGE_VAL;
    for (const std::uint32_t t : triangles) {
      low = std::min(low, middle(t, axis));
      high = std::max(high, middle(t, axis));
    }
    if (high - low > size) {
      size = high - low;
      longest = axis;
    }
  }
  std::ranges::sort(triangles, {},
                    [&](std::uint32_t t) { return std::pair(middle(t, longest), t); });
  cut(model, triangles.first(triangles.size() / 2), most, pieces);
  cut(model, triangles.subspan(triangles.size() / 2), most, pieces);
}

}  // namespace

Result<CollideShape> make_scenery(const Model& model, std::uint32_t max_triangles) {
  const base::DefinedFloatMode mode;
  if (const auto reasons = validate(model); !reasons.empty()) return Error{reasons.front()};
  if (max_triangles < 1)
    return Error{"pieces of scenery have at least 1 triangle: max_triangles is 0"};
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    if (model.influences.of(v).size() == 1) continue;
    return Error{"vertex " + std::to_string(v) + " of '" + model.name +
                 "' follows several joints; scenery is rigid"};
  }
  CollideShape shape;
  shape.scenery = true;
  shape.joint_limbs.assign(model.skeleton.joints.size(), 0);
  shape.triangle_limbs.resize(model.triangles.size());
  // Each joint's triangles separately, so that a piece follows one joint.
  std::vector<std::vector<std::uint32_t>> by_joint(model.skeleton.joints.size());
  for (std::uint32_t t = 0; t < model.triangles.size(); ++t) {
    by_joint[model.influences.of(model.triangles[t][0])[0].joint].push_back(t);
  }
  for (std::uint32_t j = 0; j < by_joint.size(); ++j) {
    std::vector<std::span<std::uint32_t>> pieces;
    if (!by_joint[j].empty()) cut(model, by_joint[j], max_triangles, pieces);
    for (const auto& piece : pieces) {
      const auto index = static_cast<std::uint32_t>(shape.limbs.size());
      Limb& limb = shape.limbs.emplace_back();
      limb.name = model.name + " " + std::to_string(index + 1);
      limb.joint = j;
      limb.joints = {j};
      std::vector<Vec3> points;
      for (const std::uint32_t t : piece) {
        shape.triangle_limbs[t] = index;
        for (const std::uint32_t v : model.triangles[t]) points.push_back(model.positions[v]);
      }
      const Ball ball = math::enclosing_ball(points);
      limb.bound = {ball.center, ball.center, ball.radius};
    }
  }
  if (shape.limbs.empty()) return Error{"'" + model.name + "' has no triangles"};
  shape.triangle_sides = limbs::sides_of(model.positions, model.triangles);
  return shape;
}

}  // namespace dermis
