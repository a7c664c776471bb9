// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/air.h"

#include <algorithm>
#include <cmath>

#include "base/parallel.h"

namespace dermis::cloth {

using math::Vec3d;

Air::Air(std::span<const Triangle> triangles, std::size_t vertex_count)
    : first_(vertex_count + 1), triangles_(3 * triangles.size()), thirds_(triangles.size()) {
  for (const Triangle& t : triangles) {
    for (const std::uint32_t v : t) ++first_[v + 1];
  }
  for (std::size_t v = 0; v < vertex_count; ++v) first_[v + 1] += first_[v];
  std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (const std::uint32_t v : triangles[t]) triangles_[next[v]++] = t;
  }
}

void Air::add_forces(std::span<const Triangle> triangles, std::span<const Vec3d> at,
                     std::span<const Vec3d> velocities, const Flow& flow, std::span<Vec3d> forces) {
  constexpr std::size_t kPart = 2048;
  base::parallel_for(triangles.size(), kPart, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const auto& [a, b, c] = triangles[i];
      const Vec3d twice_area = cross(at[b] - at[a], at[c] - at[a]);
      const double size = length(twice_area);
      const Vec3d motion =
          flow.wind - (1.0 / 3) * (velocities[a] + (velocities[b] + velocities[c]));
      // (ρ/2) |s| s A n, with s = motion · n and A n = twice_area / 2.
      const double speed = size > 0 ? dot(motion, twice_area) / size : 0;
      const double resistance = std::min(flow.density * std::abs(speed) / 2, flow.most);
      thirds_[i] = (resistance * speed / 6) * twice_area;
    }
  });
  base::parallel_for(forces.size(), kPart, [&](std::size_t begin, std::size_t end) {
    for (std::size_t v = begin; v < end; ++v) {
      Vec3d sum = forces[v];
      for (std::uint32_t i = first_[v]; i < first_[v + 1]; ++i) sum = sum + thirds_[triangles_[i]];
      forces[v] = sum;
    }
  });
}

}  // namespace dermis::cloth
