// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <vector>

#include "collider/collider_data.h"
#include "skinning/posed_skin.h"

namespace dermis::collider {

/// A pose in which validate() looks at bounds.
struct TestPose {
  skinning::PosedSkin skin;
  BoxSlack slack;
  std::vector<math::Float8> squared_images;  ///< `slack` refers to them
  std::vector<Vec3> vertices;
  bool at_rest = false;
};

/// Calls visit(pose) for the bind pose and three poses in which joints move independently of each
/// other, as long as it returns true. Poses that the skin refuses are left out.
void for_each_test_pose(const Collider::Data& data,
                        const std::function<bool(const TestPose&)>& visit);

}  // namespace dermis::collider
