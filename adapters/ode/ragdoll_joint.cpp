// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "ragdoll_joint.h"

#include <algorithm>
#include <cmath>

namespace dermis::ode {

using math::Vec3d;

RagdollJoint::RagdollJoint(dWorldID world, dBodyID parent, dBodyID child, const Vec3d& pivot,
                           const Vec3d& along)
    : ball_(dJointCreateBall(world, nullptr)), motor_(dJointCreateAMotor(world, nullptr)) {
  dJointAttach(ball_, parent, child);
  dJointSetBallAnchor(ball_, pivot.x, pivot.y, pivot.z);
  dJointAttach(motor_, parent, child);
  dJointSetAMotorMode(motor_, dAMotorEuler);
  // Limbs bend most about the x axis (from side to side). If a limb points along x, z is used
  // instead.
  const Vec3d twist = normalized(dot(along, along) > 0 ? along : Vec3d{0, 1, 0});
  const Vec3d aside = std::abs(twist.x) < 0.8 ? Vec3d{1, 0, 0} : Vec3d{0, 0, 1};
  const Vec3d bend = normalized(aside - dot(aside, twist) * twist);
  dJointSetAMotorAxis(motor_, 0, 1, bend.x, bend.y, bend.z);
  dJointSetAMotorAxis(motor_, 2, 2, twist.x, twist.y, twist.z);
}

void RagdollJoint::widen_limits() {
  // ODE updates the angles when an axis is set, and in every step.
  dVector3 axis;
  dJointGetAMotorAxis(motor_, 0, axis);
  dJointSetAMotorAxis(motor_, 0, 1, axis[0], axis[1], axis[2]);
  for (int i = 0; i < 3; ++i) {
    const double angle = dJointGetAMotorAngle(motor_, i);
    low_[i] = std::min(low_[i], angle);
    high_[i] = std::max(high_[i], angle);
  }
}

void RagdollJoint::set_limits(double margin, double torque) {
  static constexpr int kLow[] = {dParamLoStop1, dParamLoStop2, dParamLoStop3};
  static constexpr int kHigh[] = {dParamHiStop1, dParamHiStop2, dParamHiStop3};
  static constexpr int kTorque[] = {dParamFMax1, dParamFMax2, dParamFMax3};
  static constexpr int kSpeed[] = {dParamVel1, dParamVel2, dParamVel3};
  for (int i = 0; i < 3; ++i) {
    // The second Euler angle is singular at 90 degrees.
    const double most = i == 1 ? 1.45 : 3.0;
    dJointSetAMotorParam(motor_, kLow[i], std::clamp(low_[i] - margin, -most, most));
    dJointSetAMotorParam(motor_, kHigh[i], std::clamp(high_[i] + margin, -most, most));
    dJointSetAMotorParam(motor_, kTorque[i], torque);
    dJointSetAMotorParam(motor_, kSpeed[i], 0);
  }
}

void RagdollJoint::enable(bool on) {
  for (const dJointID joint : {ball_, motor_}) {
    if (on) {
      dJointEnable(joint);
    } else {
      dJointDisable(joint);
    }
  }
}

}  // namespace dermis::ode
