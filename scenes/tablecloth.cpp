// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>

#include "dermis/math/types.h"
#include "scenes/cloth_simulation.h"
#include "scenes/moving_scene.h"

namespace dermis::scenes {

namespace {

// A round table, in metres. The profile of its rim is half a circle.
constexpr double kHeight = 0.74;
constexpr double kRim = 0.018;
constexpr double kRadius = 0.55;
constexpr double kFlat = kRadius - kRim;  ///< radius at which the rim begins
constexpr double kLegAside = 0.27;
constexpr double kLegRadius = 0.028;

constexpr double kClothSide = 1.6;
constexpr double kThickness = 0.003;
constexpr double kFriction = 0.45;

struct Surface {
  double distance = 0;  ///< distance of a point; negative inside
  Point out{};
};

Surface top_surface(const Point& p) {
  const double from_axis = std::sqrt(p[0] * p[0] + p[2] * p[2]);
  const double up = p[1] - (kHeight - kRim);
  if (from_axis <= kFlat) return {std::abs(up) - kRim, {0, up < 0 ? -1.0 : 1.0, 0}};
  const double beyond = from_axis - kFlat;
  const double from_core = std::sqrt(beyond * beyond + up * up);
  const double outwards = beyond / (from_core * from_axis);
  return {from_core - kRim, {outwards * p[0], up / from_core, outwards * p[2]}};
}

Surface leg_surface(const Point& p) {
  // All four legs at once, because they stand symmetrically.
  const double x = std::abs(p[0]) - kLegAside;
  const double z = std::abs(p[2]) - kLegAside;
  const double from_axis = std::max(std::sqrt(x * x + z * z), 1e-9);
  return {from_axis - kLegRadius,
          {std::copysign(x / from_axis, p[0] * x), 0, std::copysign(z / from_axis, p[2] * z)}};
}

Surface table_surface(const Point& p) {
  const Surface top = top_surface(p);
  if (p[1] > kHeight - kRim) return top;
  const Surface leg = leg_surface(p);
  return leg.distance < top.distance ? leg : top;
}

/// A point of the outline of a body of revolution.
struct Turned {
  double radius = 0;
  double height = 0;
};

/// Adds a body of revolution about the vertical axis through (x, z). The outline goes down.
void add_turned(Mesh& mesh, double x, double z, std::uint32_t corners,
                std::span<const Turned> outline) {
  const auto add_point = [&](double height) {
    mesh.positions.push_back({x, height, z});
    return static_cast<std::uint32_t>(mesh.positions.size() - 1);
  };
  const std::uint32_t tip = add_point(outline.front().height);
  const std::uint32_t end = add_point(outline.back().height);
  const std::uint32_t first = end + 1;
  for (const Turned& ring : outline) {
    for (std::uint32_t i = 0; i < corners; ++i) {
      const Vec3 direction = placement({}, 360.0 * i / corners).x;
      mesh.positions.push_back({x + ring.radius * static_cast<double>(direction.x), ring.height,
                                z + ring.radius * static_cast<double>(direction.z)});
    }
  }
  const auto last = first + static_cast<std::uint32_t>(outline.size() - 1) * corners;
  for (std::uint32_t i = 0; i < corners; ++i) {
    const std::uint32_t next = (i + 1) % corners;
    mesh.triangles.push_back({tip, first + i, first + next});
    for (std::uint32_t above = first; above < last; above += corners) {
      const std::uint32_t below = above + corners;
      mesh.triangles.push_back({above + i, below + i, below + next});
      mesh.triangles.push_back({above + i, below + next, above + next});
    }
    mesh.triangles.push_back({end, last + next, last + i});
  }
}

/// A mesh inside of table_surface() and near it.
Mesh table() {
  constexpr std::uint32_t kCorners = 32;
  constexpr std::uint32_t kLegCorners = 6;
  constexpr int kRimSteps = 4;
  Mesh mesh;
  std::vector<Turned> outline{{kFlat / 3, kHeight}, {kFlat * 2 / 3, kHeight}};
  for (int step = 0; step <= kRimSteps; ++step) {
    const Vec3 down = placement({}, 180.0 * step / kRimSteps).x;
    outline.push_back({kFlat - kRim * static_cast<double>(down.z),
                       kHeight - kRim + kRim * static_cast<double>(down.x)});
  }
  outline.push_back({kFlat / 2, kHeight - 2 * kRim});
  add_turned(mesh, 0, 0, kCorners, outline);
  for (const double x : {-kLegAside, kLegAside}) {
    for (const double z : {-kLegAside, kLegAside}) {
      // The legs end slightly below the top. Otherwise they would touch it all the time.
      add_turned(mesh, x, z, kLegCorners,
                 std::array<Turned, 3>{{{kLegRadius, kHeight - 2 * kRim - 0.002},
                                        {kLegRadius, kHeight / 2},
                                        {0.7 * kLegRadius, 0}}});
    }
  }
  return mesh;
}

/// Puts the cloth slightly above the table, not quite level, with some waves in it.
void lift(ClothSimulation& cloth) {
  constexpr double kAbove = 0.07;
  constexpr double kSlope = 0.04;
  constexpr double kWave = 0.008;
  for (std::uint32_t v = 0; v < cloth.positions().size(); ++v) {
    const Point flat = cloth.positions()[v];
    const double wave = kWave * bumps(flat[0], flat[2], 0.2);
    cloth.place(v,
                {flat[0], kHeight + kAbove + kSlope * (flat[0] + 0.5 * flat[2]) + wave, flat[2]});
  }
}

/// Keeps vertices and the middles of sides out of the table. Otherwise sides would cut off the rim.
void keep_out(ClothSimulation& cloth) {
  for (std::uint32_t v = 0; v < cloth.positions().size(); ++v) {
    const Surface surface = table_surface(cloth.positions()[v]);
    if (surface.distance >= kThickness) continue;
    cloth.push_out(v, kThickness - surface.distance, surface.out, kFriction);
  }
  for (const auto& [a, b] : cloth.sides()) {
    const Surface surface = table_surface(0.5 * (cloth.positions()[a] + cloth.positions()[b]));
    if (surface.distance >= kThickness) continue;
    for (const std::uint32_t end : {a, b}) {
      cloth.push_out(end, kThickness - surface.distance, surface.out, 0);
    }
  }
}

}  // namespace

MovingScene tablecloth(std::size_t triangles, const Progress& progress) {
  constexpr int kKeyframes = 37;
  constexpr int kSteps = 50;  ///< between keyframes
  const Mesh flat = square_cloth(triangles, kClothSide);
  ClothSimulation simulation(flat, {.stretch = 0, .shear = 2e-5, .bend = 2e-4, .drag = 3});
  lift(simulation);

  MovingBody cloth{"cloth", flat.triangles, {keyframe(simulation.positions())}};
  while (cloth.keyframes.size() < kKeyframes) {
    for (int step = 0; step < kSteps; ++step) {
      simulation.step(1 / (kKeyframesPerSecond * kSteps),
                      [](const Point&, const Point&) { return kGravity; });
      keep_out(simulation);
    }
    cloth.keyframes.push_back(keyframe(simulation.positions()));
    if (progress) progress(static_cast<double>(cloth.keyframes.size()) / kKeyframes);
  }
  Mesh still = table();
  return {{std::move(cloth), {"table", std::move(still.triangles), {keyframe(still.positions)}}}};
}

}  // namespace dermis::scenes
