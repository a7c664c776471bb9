// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/principal_axes.h"

#include <algorithm>
#include <cmath>

namespace dermis::math {

PrincipalAxes::PrincipalAxes(std::span<const Vec3d> points) {
  if (points.empty()) return;
  for (const Vec3d& p : points) mean = mean + p;
  mean = (1.0 / double(points.size())) * mean;
  double m[3][3] = {};
  for (const Vec3d& p : points) {
    const double d[3] = {p.x - mean.x, p.y - mean.y, p.z - mean.z};
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) m[i][j] += d[i] * d[j];
    }
  }
  // Jacobi's method: rotations in one coordinate plane after the other reduce the off-diagonal
  // entries to zero.
  double v[3][3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  for (int sweep = 0; sweep < 12; ++sweep) {
    for (const auto& [p, q] : {std::pair{0, 1}, std::pair{0, 2}, std::pair{1, 2}}) {
      if (m[p][q] == 0) continue;
      const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
      const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
      const double c = 1 / std::sqrt(t * t + 1);
      const double s = t * c;
      for (auto& row : m) {
        const double a = row[p];
        row[p] = c * a - s * row[q];
        row[q] = s * a + c * row[q];
      }
      for (int k = 0; k < 3; ++k) {
        const double a = m[p][k];
        m[p][k] = c * a - s * m[q][k];
        m[q][k] = s * a + c * m[q][k];
      }
      for (auto& row : v) {
        const double a = row[p];
        row[p] = c * a - s * row[q];
        row[q] = s * a + c * row[q];
      }
    }
  }
  int order[3] = {0, 1, 2};
  std::ranges::sort(order, [&](int i, int j) { return m[i][i] > m[j][j]; });
  for (int i = 0; i < 3; ++i) axis[i] = {v[0][order[i]], v[1][order[i]], v[2][order[i]]};
}

}  // namespace dermis::math
