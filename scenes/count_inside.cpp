// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/count_inside.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "scenes/cloth_simulation.h"

namespace dermis::scenes {

namespace {

/// The triangles of a mesh in a grid, projected along a direction. A ray in that direction needs to
/// be tested against few triangles only.
class ShadowGrid {
 public:
  ShadowGrid(const Point& light, const PosedMesh& mesh) : cells_(kSide * kSide) {
    // Two directions perpendicular to the light. They need not be unit vectors, nor perpendicular
    // to each other.
    axes_[0] = {light[1], -light[0], 0};
    axes_[1] = {0, light[2], -light[1]};
    for (const Vec3& v : mesh.vertices) {
      const std::array<double, 2> shadow = shadow_of({v.x, v.y, v.z});
      for (const std::size_t k : {0U, 1U}) {
        low_[k] = std::min(low_[k], shadow[k]);
        high_[k] = std::max(high_[k], shadow[k]);
      }
    }
    for (std::uint32_t t = 0; t < mesh.triangles.size(); ++t) {
      std::array<std::size_t, 2> first{kSide, kSide};
      std::array<std::size_t, 2> last{0, 0};
      for (const std::uint32_t v : mesh.triangles[t]) {
        const Vec3& corner = mesh.vertices[v];
        const std::array<double, 2> shadow = shadow_of({corner.x, corner.y, corner.z});
        for (const std::size_t k : {0U, 1U}) {
          // Includes the neighbouring cell if rounding may put a point on the border there.
          first[k] = std::min(first[k], cell(shadow[k] - slack(k), k));
          last[k] = std::max(last[k], cell(shadow[k] + slack(k), k));
        }
      }
      for (std::size_t i = first[0]; i <= last[0]; ++i) {
        for (std::size_t j = first[1]; j <= last[1]; ++j) cells_[kSide * i + j].push_back(t);
      }
    }
  }

  /// All triangles that a ray through p in the direction of the light can meet.
  [[nodiscard]] std::span<const std::uint32_t> near(const Point& p) const {
    const std::array<double, 2> shadow = shadow_of(p);
    return cells_[kSide * cell(shadow[0], 0) + cell(shadow[1], 1)];
  }

 private:
  static constexpr std::size_t kSide = 100;

  [[nodiscard]] std::array<double, 2> shadow_of(const Point& p) const {
    const auto along = [&](const Point& axis) {
      return axis[0] * p[0] + axis[1] * p[1] + axis[2] * p[2];
    };
    return {along(axes_[0]), along(axes_[1])};
  }
  [[nodiscard]] double slack(std::size_t axis) const { return 1e-9 * (high_[axis] - low_[axis]); }
  [[nodiscard]] std::size_t cell(double shadow, std::size_t axis) const {
    const double share = (shadow - low_[axis]) / (high_[axis] - low_[axis]);
    return share > 0 ? static_cast<std::size_t>(std::min(share * kSide, kSide - 1.0)) : 0;
  }

  std::array<Point, 2> axes_;
  std::array<double, 2> low_{HUGE_VAL, HUGE_VAL}, high_{-HUGE_VAL, -HUGE_VAL};
  std::vector<std::vector<std::uint32_t>> cells_;
};

}  // namespace

std::size_t count_inside(const PosedMesh& mesh, std::span<const Point> points) {
  // No side has this direction, so a ray meets a side or a corner only by chance. It is then close
  // to both triangles, and counts as in one or in none of them.
  constexpr Point kDirection{0.8017, 0.2672, 0.5345};
  const auto at = [&](std::uint32_t v) {
    return Point{mesh.vertices[v].x, mesh.vertices[v].y, mesh.vertices[v].z};
  };
  const auto volume = [](const Point& a, const Point& b, const Point& c) {
    return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
           a[2] * (b[0] * c[1] - b[1] * c[0]);
  };
  const ShadowGrid grid(kDirection, mesh);
  std::size_t inside = 0;
  for (const Point& p : points) {
    int turns = 0;
    for (const std::uint32_t t : grid.near(p)) {
      const Triangle& corners = mesh.triangles[t];
      const Point a = at(corners[0]) - p;
      const Point b = at(corners[1]) - p;
      const Point c = at(corners[2]) - p;
      const double u = volume(kDirection, a, b);
      const double v = volume(kDirection, b, c);
      const double w = volume(kDirection, c, a);
      const bool out = u > 0 && v > 0 && w > 0;
      const bool in = u < 0 && v < 0 && w < 0;
      if (!out && !in) continue;
      // Ahead of p: the ray meets the plane at a positive distance, det / (u + v + w).
      if (volume(a, b, c) / (u + v + w) > 0) turns += out ? 1 : -1;
    }
    if (turns != 0) ++inside;
  }
  return inside;
}

}  // namespace dermis::scenes
