// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/garments.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "scenes/cloth_simulation.h"

namespace dermis::scenes {

namespace {

/// The sine of a whole turn times `share`, by a series, so that it is the same on every machine.
double sine_of_turn(double share) {
  constexpr double kTurn = 6.283185307179586;
  share -= std::floor(share);
  // Reduces the angle to −90° … 90°.
  if (share > 0.75) share -= 1;
  if (share > 0.25) share = 0.5 - share;
  const double x = kTurn * share;
  double term = x;
  double sum = x;
  for (int n = 1; n < 12; ++n) {
    term *= -x * x / ((2 * n) * (2 * n + 1));
    sum += term;
  }
  return sum;
}

/// The radius of a body by direction and height, the same for skirts with any number of vertices.
/// It never decreases downwards, so that a skirt can be put on.
class Silhouette {
 public:
  Silhouette(std::span<const Vec3> around, const Point& middle, double waist, double hem) {
    for (int r = 0; r < kRings; ++r) {
      const double height = waist + (hem - waist) * r / (kRings - 1);
      for (int c = 0; c < kColumns; ++c) {
        const double x = sine_of_turn(double(c) / kColumns + 0.25);
        const double z = sine_of_turn(double(c) / kColumns);
        double& far = radius_[r][c];
        far = r == 0 ? 0 : radius_[r - 1][c];
        for (const Vec3& p : around) {
          if (std::abs(p.y - height) > kNear) continue;
          far = std::max(far, (p.x - middle[0]) * x + (p.z - middle[2]) * z);
        }
      }
    }
  }

  /// The radius in a direction (a share of a turn) at a height (0 at the waist, 1 at the hem).
  [[nodiscard]] double radius(double turn, double down) const {
    const double column = turn * kColumns;
    const double ring = std::min(down * (kRings - 1), kRings - 1.001);
    const auto smooth = [](double t) { return t * t * (3 - 2 * t); };
    const int c = static_cast<int>(column);
    const int r = static_cast<int>(ring);
    const auto at = [&](int row) {
      const double next = radius_[row][(c + 1) % kColumns];
      return radius_[row][c % kColumns] + smooth(column - c) * (next - radius_[row][c % kColumns]);
    };
    return at(r) + smooth(ring - r) * (at(r + 1) - at(r));
  }

 private:
  static constexpr int kRings = 11;
  static constexpr int kColumns = 24;
  static constexpr double kNear = 0.04;
  double radius_[kRings][kColumns] = {};
};

}  // namespace

Mesh square_of_cloth(std::size_t vertices, double side) {
  // n − 1 rows of alternately n and n − 1 vertices: (n − 1) (n − 1/2) in all.
  const double root = std::sqrt(double(vertices));
  const auto n = std::max<std::uint32_t>(3, static_cast<std::uint32_t>(std::lround(root + 0.75)));
  const std::uint32_t rows = n - 1;
  Mesh cloth;
  std::vector<std::uint32_t> first;
  for (std::uint32_t r = 0; r < rows; ++r) {
    first.push_back(static_cast<std::uint32_t>(cloth.positions.size()));
    const std::uint32_t count = r % 2 == 0 ? n : n - 1;
    for (std::uint32_t i = 0; i < count; ++i) {
      const double x = (i + (r % 2 == 0 ? 0 : 0.5)) / (n - 1);
      cloth.positions.push_back({side * (x - 0.5), 0, side * (double(r) / (rows - 1) - 0.5)});
    }
  }
  for (std::uint32_t r = 0; r + 1 < rows; ++r) {
    const bool even = r % 2 == 0;
    const std::uint32_t wide = even ? first[r] : first[r + 1];
    const std::uint32_t narrow = even ? first[r + 1] : first[r];
    // All triangles face up, whichever row comes first.
    const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
      cloth.triangles.push_back(even ? Triangle{a, c, b} : Triangle{a, b, c});
    };
    for (std::uint32_t i = 0; i + 1 < n; ++i) {
      add(wide + i, wide + i + 1, narrow + i);
      if (i + 2 < n) add(wide + i + 1, narrow + i + 1, narrow + i);
    }
  }
  return cloth;
}

Skirt make_skirt(std::span<const Vec3> around, std::size_t vertices, double waist, double hem,
                 double flare) {
  // 264 vertices are 11 rings of 24. Larger skirts keep the shape of these triangles.
  const double finer = std::sqrt(double(vertices) / 264);
  const auto columns =
      std::max<std::uint32_t>(8, static_cast<std::uint32_t>(std::lround(24 * finer)));
  const auto rings = std::max<std::uint32_t>(
      2, static_cast<std::uint32_t>(std::lround(double(vertices) / columns)));
  constexpr double kGap = 0.012;
  // The axis goes through the middle of the waist.
  Point middle{0, waist, 0};
  std::size_t count = 0;
  for (const Vec3& p : around) {
    if (std::abs(p.y - waist) > 0.05) continue;
    middle = middle + Point{p.x, 0, p.z};
    ++count;
  }
  middle = {middle[0] / double(std::max<std::size_t>(count, 1)), waist,
            middle[2] / double(std::max<std::size_t>(count, 1))};

  const Silhouette silhouette(around, middle, waist, hem);
  Skirt skirt;
  for (std::uint32_t r = 0; r < rings; ++r) {
    const double down = double(r) / (rings - 1);
    const double height = waist + (hem - waist) * down;
    for (std::uint32_t c = 0; c < columns; ++c) {
      const double share = double(c) / columns;
      const double radius = silhouette.radius(share, down) + kGap + flare * (waist - height);
      if (r == 0) {
        skirt.waistband.push_back(static_cast<std::uint32_t>(skirt.mesh.positions.size()));
      }
      skirt.mesh.positions.push_back({middle[0] + radius * sine_of_turn(share + 0.25), height,
                                      middle[2] + radius * sine_of_turn(share)});
    }
  }
  const auto at = [&](std::uint32_t r, std::uint32_t c) { return r * columns + c % columns; };
  for (std::uint32_t r = 0; r + 1 < rings; ++r) {
    for (std::uint32_t c = 0; c < columns; ++c) {
      const std::array<std::uint32_t, 4> q{at(r, c), at(r, c + 1), at(r + 1, c), at(r + 1, c + 1)};
      // Diagonals alternate, so that it folds equally well in both directions. Triangles face
      // outwards.
      if ((r + c) % 2 == 0) {
        skirt.mesh.triangles.push_back({q[0], q[1], q[3]});
        skirt.mesh.triangles.push_back({q[0], q[3], q[2]});
      } else {
        skirt.mesh.triangles.push_back({q[0], q[1], q[2]});
        skirt.mesh.triangles.push_back({q[1], q[3], q[2]});
      }
    }
  }
  return skirt;
}

}  // namespace dermis::scenes
