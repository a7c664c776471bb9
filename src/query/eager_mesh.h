// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bounds/collider_data.h"
#include "dermis/model/pose.h"
#include "query/bound_blocks.h"

namespace dermis::query {

/// What there was before on-demand refitting: all vertices deformed, then every bound of the tree
/// refitted from the leaves up. As fast as it gets without laziness, or the comparison would prove
/// nothing: one SIMD pass over the vertices, one over the groups, children four at a time.
class EagerMesh {
 public:
  void deform(const Collider::Data& data, const Pose& pose);
  void refit_spheres(const Collider::Data& data);
  void refit_boxes(const Collider::Data& data);

  [[nodiscard]] const std::vector<Vec3>& vertices() const { return vertices_; }
  /// By the blocks of SphereGroups.
  [[nodiscard]] const std::vector<BallBlock>& spheres() const { return spheres_; }
  [[nodiscard]] const std::vector<BoxBlock>& boxes() const { return boxes_; }

 private:
  std::vector<Vec3> vertices_;
  std::vector<BallBlock> spheres_;
  std::vector<BoxBlock> boxes_;
};

}  // namespace dermis::query
