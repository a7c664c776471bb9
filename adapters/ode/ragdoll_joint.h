// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <ode/ode.h>

#include "math/doubles.h"

namespace dermis::ode {

/// The joint between two limbs: a ball joint, and a motor that limits its three Euler angles. The
/// first axis is fixed to the parent, perpendicular to the limb. The last axis is fixed to the
/// child, along the limb.
class RagdollJoint {
 public:
  RagdollJoint() = default;
  /// The bodies must be in the pose in which all angles are 0.
  RagdollJoint(dWorldID world, dBodyID parent, dBodyID child, const math::Vec3d& pivot,
               const math::Vec3d& along);

  /// Extends the limits so that the current pose of the bodies is within them.
  void widen_limits();
  /// Sets the limits: the range of angles seen so far, extended by `margin` radians on both sides
  /// and clamped to ±3 radians (the second angle to ±1.45). `torque` resists bending, in newton
  /// metres.
  void set_limits(double margin, double torque);
  void enable(bool on);

 private:
  dJointID ball_ = nullptr;
  dJointID motor_ = nullptr;
  double low_[3] = {}, high_[3] = {};
};

}  // namespace dermis::ode
