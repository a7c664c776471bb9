// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "bounds/box_refit.h"
#include "bounds/box_tree.h"
#include "bounds/meshlets.h"
#include "bounds/root_box.h"
#include "bounds/spheres.h"
#include "dermis/bounds/collider.h"
#include "dermis/skinning/skin.h"

namespace dermis {

namespace bounds {
/// Why a valid model cannot be blended like this; empty when it can.
std::string why_not(const Model& model, Skinning skinning);
}  // namespace bounds

struct Collider::Data {
  /// Bakes.
  Data(const Model& model, const BakeOptions& options);
  /// Puts together what was baked before.
  Data(const Model& model, Skin skin, const bounds::Patches& patches, bounds::BoxTree tree,
       bounds::BoxRefit refit, const bounds::SphereOptions& sphere_options);

  [[nodiscard]] const bounds::Spheres& spheres() const { return lazy_spheres.of(skin, triangles); }

  /// How far boxes are widened in a pose of this Skin::reach().
  /// The result refers to `squared_images`, where it needs them.
  [[nodiscard]] bounds::BoxSlack box_slack(const skinning::PosedSkin& posed, const Pose& pose,
                                           double reach,
                                           std::vector<math::Float8>& squared_images) const;

  /// What spheres need to know of a pose that the skin does not refuse, of this Skin::reach().
  void set_motion(bounds::PoseMotion& motion, const skinning::PosedSkin& pose,
                  const bounds::BoxSlack& slack, double reach) const;

  Skin skin;
  std::vector<Triangle> triangles;
  double weight_error = 0;  ///< the most that the weights of a vertex miss 1 by, together
  bounds::Meshlets meshlets;
  bounds::BoxTree box_tree;
  bounds::BoxRefit box_refit;
  bounds::RootBox root_box;
  bounds::LazySpheres lazy_spheres;
};

}  // namespace dermis
