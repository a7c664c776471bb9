// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bounds/sphere_groups.h"
#include "bounds/sphere_refit.h"
#include "bounds/sphere_tree.h"
#include "dermis/bounds/collider.h"
#include "dermis/skinning/linear_skin.h"

namespace dermis {

struct Collider::Data {
  Data(const Model& model, bounds::SphereTree tree, bounds::SphereGroups groups,
       bounds::SphereRefit refit, RefitCentre centre);

  /// What bounds need to know of a pose that the skin does not refuse, of this
  /// LinearSkin::reach().
  void set_motion(bounds::PoseMotion& motion, const Pose& pose, double reach) const;

  LinearSkin skin;
  std::vector<Triangle> triangles;
  bounds::SphereTree tree;
  bounds::SphereGroups groups;
  bounds::SphereRefit refit;
  RefitCentre centre;
  double weight_error = 0;  ///< the most that the weights of a vertex miss 1 by, together
};

}  // namespace dermis
