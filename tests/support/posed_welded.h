// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gtest/gtest.h>

#include <vector>

#include "dermis/model/pose.h"
#include "model/weld.h"
#include "skinning/skin_data.h"

namespace dermis::test {

/// The posed vertices of a welded model. It has no parts, so Skin, which takes valid models only,
/// refuses it.
inline std::vector<Vec3> posed_welded(const Model& welded, const Pose& pose,
                                      Skinning skinning = Skinning::linear) {
  const skinning::SkinData skin(welded, skinning);
  std::vector<Vec3> out(skin.vertex_count());
  EXPECT_TRUE(skin.deform(pose, out));
  return out;
}

}  // namespace dermis::test
