// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/doubles.h"

#include <algorithm>

#include "base/float_mode.h"
#include "math/elementary.h"

namespace dermis::math {

Quatd normalized(const Quatd& q) {
  const double l = length(q);
  return l > 0 && std::isfinite(l) ? Quatd{q.x / l, q.y / l, q.z / l, q.w / l} : Quatd{};
}

Affined to_affine(const Transformd& transform) {
  const Quatd q = normalized(transform.rotation);
  const Vec3d& s = transform.scale;
  return {s.x * Vec3d{1 - 2 * (q.y * q.y + q.z * q.z), 2 * (q.x * q.y + q.w * q.z),
                      2 * (q.x * q.z - q.w * q.y)},
          s.y * Vec3d{2 * (q.x * q.y - q.w * q.z), 1 - 2 * (q.x * q.x + q.z * q.z),
                      2 * (q.y * q.z + q.w * q.x)},
          s.z * Vec3d{2 * (q.x * q.z + q.w * q.y), 2 * (q.y * q.z - q.w * q.x),
                      1 - 2 * (q.x * q.x + q.y * q.y)},
          transform.translation};
}

bool invert(const Affined& a, Affined& inverse) {
  // The rows of the inverse are the cross products of the columns, divided by the determinant.
  const Vec3d yz = cross(a.y, a.z);
  const Vec3d zx = cross(a.z, a.x);
  const Vec3d xy = cross(a.x, a.y);
  const double f = 1 / dot(a.x, yz);
  const Affined r{
      f * Vec3d{yz.x, zx.x, xy.x}, f * Vec3d{yz.y, zx.y, xy.y}, f * Vec3d{yz.z, zx.z, xy.z}, {}};
  inverse = r;
  inverse.t = -1.0 * linear_part(r, a.t);
  const Vec3d sum = inverse.x + inverse.y + inverse.z + inverse.t;
  return std::isfinite(sum.x) && std::isfinite(sum.y) && std::isfinite(sum.z);
}

}  // namespace dermis::math

namespace dermis {

Affine to_affine(const Transform& transform) {
  const base::DefinedFloatMode mode;
  return math::to_float(math::to_affine(math::to_double(transform)));
}

Transform decompose(const Affine& affine) {
  const base::DefinedFloatMode mode;
  const math::Affined a = math::to_double(affine);
  double sx = length(a.x);
  const double sy = length(a.y);
  const double sz = length(a.z);
  if (dot(a.x, cross(a.y, a.z)) < 0) sx = -sx;
  Transform result;
  result.translation = affine.t;
  result.scale = math::to_float(math::Vec3d{sx, sy, sz});
  if (sx == 0 || sy == 0 || sz == 0) return result;

  // The rotation's entries are r[row][column]. The largest of the four squares below is at least 1,
  // so the division by it is well-conditioned.
  const double r[3][3] = {{a.x.x / sx, a.y.x / sy, a.z.x / sz},
                          {a.x.y / sx, a.y.y / sy, a.z.y / sz},
                          {a.x.z / sx, a.y.z / sy, a.z.z / sz}};
  double q[4] = {1 + r[0][0] - r[1][1] - r[2][2], 1 - r[0][0] + r[1][1] - r[2][2],
                 1 - r[0][0] - r[1][1] + r[2][2], 1 + r[0][0] + r[1][1] + r[2][2]};
  const auto k = static_cast<int>(std::max_element(q, q + 4) - q);
  const double largest = std::sqrt(q[k]) / 2;
  const double products[4][4] = {{0, r[0][1] + r[1][0], r[0][2] + r[2][0], r[2][1] - r[1][2]},
                                 {r[0][1] + r[1][0], 0, r[1][2] + r[2][1], r[0][2] - r[2][0]},
                                 {r[0][2] + r[2][0], r[1][2] + r[2][1], 0, r[1][0] - r[0][1]},
                                 {r[2][1] - r[1][2], r[0][2] - r[2][0], r[1][0] - r[0][1], 0}};
  for (int i = 0; i < 4; ++i) q[i] = i == k ? largest : products[k][i] / (4 * largest);
  result.rotation = math::to_float(math::Quatd{q[0], q[1], q[2], q[3]});
  return result;
}

Affine compose(const Affine& outer, const Affine& inner) {
  const base::DefinedFloatMode mode;
  return math::to_float(math::to_double(outer) * math::to_double(inner));
}

Affine placement(const Vec3& at, double turn_degrees) {
  const base::DefinedFloatMode mode;
  const auto [sin, cos] = math::sin_cos_degrees(turn_degrees);
  const auto s = static_cast<float>(sin);
  const auto c = static_cast<float>(cos);
  return {{c, 0, -s}, {0, 1, 0}, {s, 0, c}, at};
}

}  // namespace dermis
