// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "bounds/sphere_groups.h"
#include "query/bound_blocks.h"
#include "skinning/posed_skin.h"

namespace dermis::query {

/// What there was before on-demand refitting: all vertices deformed, then every bound of the tree
/// refitted from the leaves up. As fast as it gets without laziness, or the comparison would prove
/// nothing: one SIMD pass over the vertices, one over the groups, children four at a time.
class EagerMesh {
 public:
  void deform(const skinning::PosedSkin& skin, std::size_t vertex_count);
  void refit_spheres(std::span<const Triangle> triangles, const bounds::SphereGroups& groups);
  void refit_boxes(std::span<const Triangle> triangles, const bounds::SphereGroups& groups);

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
