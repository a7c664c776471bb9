// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bounds/collider_data.h"
#include "dermis/model/pose.h"
#include "query/boxes.h"

namespace dermis::query {

/// What there was before on-demand refitting: all vertices deformed, then every bound of the tree
/// refitted from the leaves up. As fast as it gets without laziness, or the comparison would prove
/// nothing: one SIMD pass over the vertices, one pass over the nodes.
class EagerMesh {
 public:
  void deform(const Collider::Data& data, const Pose& pose);
  void refit_spheres(const Collider::Data& data);
  void refit_boxes(const Collider::Data& data);

  [[nodiscard]] const std::vector<Vec3>& vertices() const { return vertices_; }
  [[nodiscard]] const std::vector<bounds::Ball>& spheres() const { return spheres_; }
  [[nodiscard]] const std::vector<Box>& boxes() const { return boxes_; }

 private:
  std::vector<Vec3> vertices_;
  std::vector<bounds::Ball> spheres_;
  std::vector<Box> boxes_;
};

}  // namespace dermis::query
