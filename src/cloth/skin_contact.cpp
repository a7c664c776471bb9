// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Contact of cloth with skin and floor: the planes that vertices stay outside of, and friction
// along them. Each solver has its own response; both use friction_share().
#include <algorithm>

#include "base/parallel.h"
#include "cloth/cloth_state.h"
#include "dermis/cloth/friction.h"

namespace dermis {

using math::Vec3d;

namespace {

constexpr std::size_t kVerticesPerTask = 4096;

constexpr double kLeastNormal = 0.1;  ///< a normal whose squared length is less is not used

}  // namespace

void Cloth::State::keep_out(double begin, double end) {
  const double friction = options.material.friction;
  base::parallel_for(planes.size(), kVerticesPerTask, [&](std::size_t from, std::size_t to) {
    for (std::size_t i = from; i < to; ++i) {
      const cloth::MovingPlane& plane = planes[i];
      if (is_pinned(plane.vertex)) continue;
      Vec3d& p = at[plane.vertex];
      const Vec3d normal = plane.normal + end * plane.turn;
      // Skin that turns over within a step, or vanishes, has no effect.
      if (!(dot(normal, normal) > kLeastNormal)) continue;
      const double height = dot(p - (plane.place + end * plane.way), normal);
      const double depth = options.thickness - height;
      if (!(depth > 0)) continue;
      p = p + (depth / dot(normal, normal)) * normal;
      // Friction takes back sliding along the skin, up to the coefficient times the depth.
      const Vec3d slip = (p - before[plane.vertex]) - (end - begin) * plane.way;
      const Vec3d along = slip - (dot(slip, normal) / dot(normal, normal)) * normal;
      p = p - friction_share(length(along), friction * depth) * along;
    }
  });
  if (!options.floor) return;
  const double lowest = *options.floor + options.thickness;
  base::parallel_for(at.size(), kVerticesPerTask, [&](std::size_t from, std::size_t to) {
    for (std::size_t v = from; v < to; ++v) {
      const double depth = lowest - at[v].y;
      if (!(depth > 0) || is_pinned(v)) continue;
      const Vec3d along{at[v].x - before[v].x, 0, at[v].z - before[v].z};
      at[v] = at[v] + Vec3d{0, depth, 0} - friction_share(length(along), friction * depth) * along;
    }
  });
}

void Cloth::State::push_off(std::span<Vec3d> accelerations, double seconds, double begin,
                            double end) {
  // As in §4.6: a vertex on the skin loses all force and speed into it. A deeper vertex is also
  // pushed out by an acceleration proportional to its depth, in about ten small steps.
  const double per_depth = 1 / (100 * seconds * seconds);
  const double all = (end - begin) / seconds;  // 1 / the time of the whole step
  for (const cloth::MovingPlane& plane : planes) {
    Vec3d normal = plane.normal + end * plane.turn;
    if (is_pinned(plane.vertex) || !(dot(normal, normal) > kLeastNormal)) continue;
    normal = normalized(normal);
    const Vec3d place = plane.place + end * plane.way;
    const double depth = options.thickness - dot(at[plane.vertex] - place, normal);
    if (!(depth > 0)) continue;
    Vec3d& acceleration = accelerations[plane.vertex];
    const double into = std::min(0.0, dot(acceleration, normal));
    acceleration = acceleration - into * normal;
    Vec3d slip = speed[plane.vertex] - all * plane.way;
    slip = slip - std::min(0.0, dot(slip, normal)) * normal;
    const Vec3d along = slip - dot(slip, normal) * normal;
    const double most = -options.material.friction * into * seconds;
    slip = slip - friction_share(length(along), most) * along;
    speed[plane.vertex] = slip + all * plane.way;
    acceleration = acceleration + (per_depth * depth) * normal;
  }
}

}  // namespace dermis
