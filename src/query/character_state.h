// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "bounds/collider_data.h"
#include "bounds/pose_motion.h"
#include "dermis/query/character.h"
#include "dermis/query/contacts.h"
#include "dermis/query/triangle.h"
#include "query/lazy_array.h"
#include "skinning/posed_skin.h"

namespace dermis {

/// What queries see of a character. Callers hold a DefinedFloatMode.
struct Character::State {
  explicit State(Collider shared);

  /// The refitted ball of a node of the sphere tree.
  [[nodiscard]] bounds::Ball sphere(std::uint32_t node, QueryStats& stats) const;
  /// The posed corners of a triangle.
  [[nodiscard]] Corners corners(std::uint32_t triangle, QueryStats& stats) const;

  Collider collider;
  const Collider::Data* data;
  skinning::PosedSkin skin;
  bounds::PoseMotion motion;
  std::uint32_t epoch = 0;  ///< 0: no pose yet
  query::LazyArray<4> spheres;
  query::LazyArray<3> vertices;
};

}  // namespace dermis
