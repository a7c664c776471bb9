// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/bounds/collider.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "bounds/collider_data.h"
#include "dermis/model/validate.h"
#include "math/float_mode.h"

namespace dermis {

namespace {

double largest_weight_error(const Influences& influences) {
  double largest = 0;
  for (std::size_t v = 0; v < influences.vertex_count(); ++v) {
    double sum = 0;
    for (const Influence& influence : influences.of(v)) sum += influence.weight;
    largest = std::max(largest, std::abs(sum - 1));
  }
  return largest;
}

}  // namespace

Collider::Data::Data(const Model& model, const BakeOptions& options)
    : skin(model),
      triangles(model.triangles),
      tree(bounds::build_sphere_tree(model.positions, model.triangles, options.collapse)),
      groups(tree),
      refit(model, tree, groups),
      weight_error(largest_weight_error(model.influences)) {}

// R, the reach, bounds all coordinates and the terms of the sums they come from.
//  - The kernel's roundings each move a coordinate by at most 2⁻²⁴ R.
//  - Weights that miss 1 by e move it by at most e·R.
//  - A refitted centre takes 7 roundings from the matrix product, three per joint for the blending
//    of a corner (whose weights are rounded, too), 4 for the middle; its radius adds the distance
//    from there, of relative error 5 · 2⁻²⁴, and a sum: 64 in all, of numbers that are at most 4 R
//    (centres differ by up to 2 √3 R, and so do the points of a ball).
// Along the three axes together √3 times as much; the factor 2 covers the roundings of all this.
// And squares of lengths under 2⁻⁶³ may underflow; where lengths could overflow, bounds are
// infinite.
float Collider::Data::slack(double reach) const {
  static_assert(7 + 3 * bounds::kMostJoints + 4 + 5 <= 64);
  constexpr double kRefitRoundings = 4.0 * 64;
  constexpr double kLargestReach = 0x1p+120;
  if (reach > kLargestReach) return std::numeric_limits<float>::infinity();
  const double per_axis =
      reach * (0x1p-24 * (double(skin.roundings()) + kRefitRoundings) + weight_error);
  const auto total = static_cast<float>(2 * 1.7320508 * per_axis + 0x1p-60);
  return std::nextafter(total, std::numeric_limits<float>::infinity());
}

std::size_t Collider::triangle_count() const {
  return data_->triangles.size();
}

std::size_t Collider::sphere_count() const {
  return data_->tree.nodes.size();
}

Result<Collider> bake(const Model& model, const BakeOptions& options) {
  const math::DefinedFloatMode mode;
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (!(options.collapse > 0)) return Error{"BakeOptions::collapse must be greater than 0"};
  return Collider(std::make_shared<const Collider::Data>(model, options));
}

}  // namespace dermis
