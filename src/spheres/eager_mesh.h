// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <vector>

#include "skinning/posed_skin.h"
#include "spheres/bound_blocks.h"
#include "spheres/sphere_groups.h"

namespace dermis::spheres {

/// The method before on-demand refitting: deforms all vertices, then refits every bound of the tree
/// from the leaves up. It is as fast as possible without laziness, so that the comparison is fair:
/// one SIMD pass over the vertices, one over the groups, children four at a time.
class EagerMesh {
 public:
  void deform(const skinning::PosedSkin& skin, std::size_t vertex_count);
  void refit_spheres(std::span<const Triangle> triangles, const spheres::SphereGroups& groups);
  void refit_boxes(std::span<const Triangle> triangles, const spheres::SphereGroups& groups);

  [[nodiscard]] const std::vector<Vec3>& vertices() const { return vertices_; }
  /// Indexed by the blocks of SphereGroups.
  [[nodiscard]] const std::vector<BallBlock>& spheres() const { return spheres_; }
  [[nodiscard]] const std::vector<BoxBlock>& boxes() const { return boxes_; }

 private:
  std::vector<Vec3> vertices_;
  std::vector<BallBlock> spheres_;
  std::vector<BoxBlock> boxes_;
};

}  // namespace dermis::spheres
