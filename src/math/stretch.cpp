// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "math/stretch.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/doubles.h"

namespace dermis::math {

namespace {

/// Applies a Jacobi rotation that makes m[p][q] zero.
void rotate(double (&m)[3][3], int p, int q) {
  if (m[p][q] == 0) return;
  const double theta = (m[q][q] - m[p][p]) / (2 * m[p][q]);
  const double t = (theta < 0 ? -1 : 1) / (std::abs(theta) + std::sqrt(theta * theta + 1));
  const double c = 1 / std::sqrt(t * t + 1);
  const double s = t * c;
  for (auto& row : m) {
    const double x = row[p];
    const double y = row[q];
    row[p] = c * x - s * y;
    row[q] = s * x + c * y;
  }
  for (int k = 0; k < 3; ++k) {
    const double x = m[p][k];
    const double y = m[q][k];
    m[p][k] = c * x - s * y;
    m[q][k] = s * x + c * y;
  }
}

bool nearly_diagonal(const double (&m)[3][3]) {
  const double largest = std::max({m[0][0], m[1][1], m[2][2]});
  return std::abs(m[0][1]) + std::abs(m[0][2]) + std::abs(m[1][2]) <= 1e-6 * largest;
}

}  // namespace

float largest_stretch(const Affine& a) {
  const Vec3d columns[3] = {to_double(a.x), to_double(a.y), to_double(a.z)};
  double m[3][3];  // AᵀA; its largest eigenvalue is the square of the largest singular value
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m[i][j] = dot(columns[i], columns[j]);
  }
  // Most matrices are rotations with a uniform scale. Their AᵀA is diagonal already.
  for (int sweep = 0; sweep < 6 && !nearly_diagonal(m); ++sweep) {
    rotate(m, 0, 1);
    rotate(m, 0, 2);
    rotate(m, 1, 2);
  }
  // Gershgorin: no eigenvalue exceeds the largest row sum of absolute values. The rounding so far,
  // some hundred operations on numbers of the size of the trace, is far below 2⁻⁴⁰.
  double largest = 0;
  for (const auto& row : m) {
    largest = std::max(largest, std::abs(row[0]) + std::abs(row[1]) + std::abs(row[2]));
  }
  const double stretch = std::sqrt(largest) * (1 + 0x1p-40);
  return std::nextafter(static_cast<float>(stretch), std::numeric_limits<float>::infinity());
}

}  // namespace dermis::math
