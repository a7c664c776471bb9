// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/bounds/collider.h"

#include <algorithm>
#include <cmath>

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
      refit(model, tree),
      weight_error(largest_weight_error(model.influences)) {}

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
