// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <ode/ode.h>

#include "math/doubles.h"

namespace dermis::ode {

inline math::Vec3d to_vec(const dReal* v) {
  return {v[0], v[1], v[2]};
}
/// ODE's quaternions begin with the scalar part.
inline math::Quatd to_quat(const dReal* q) {
  return {q[1], q[2], q[3], q[0]};
}
inline void set_rotation(dBodyID body, const math::Quatd& q) {
  const dQuaternion turned = {q.w, q.x, q.y, q.z};
  dBodySetQuaternion(body, turned);
}
inline void set_position(dBodyID body, const math::Vec3d& p) {
  dBodySetPosition(body, p.x, p.y, p.z);
}
/// A scale, then a rotation, then a translation.
inline math::Affined rigid(const math::Quatd& turn, const math::Vec3d& at, double scale = 1) {
  return math::to_affine({at, turn, {scale, scale, scale}});
}

}  // namespace dermis::ode
