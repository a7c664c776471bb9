// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <ode/ode.h>

#include "math/doubles.h"

namespace dermis::ode {

/// Where a limb hangs on another: a ball joint, and a motor that knows three angles of it and keeps
/// them between limits. The first angle is about an axis of the parent, across the limb; the last
/// about an axis along the limb, of the limb itself.
class RagdollJoint {
 public:
  RagdollJoint() = default;
  /// Bodies stand in the pose in which all angles are 0.
  RagdollJoint(dWorldID world, dBodyID parent, dBodyID child, const math::Vec3d& pivot,
               const math::Vec3d& along);

  /// Bodies stand in a pose that they must be able to reach.
  void widen_limits();
  /// From now on angles stay that near to what was seen, in radians; torque resists bending.
  void set_limits(double margin, double torque);
  void enable(bool on);

 private:
  dJointID ball_ = nullptr;
  dJointID motor_ = nullptr;
  double low_[3] = {}, high_[3] = {};
};

}  // namespace dermis::ode
