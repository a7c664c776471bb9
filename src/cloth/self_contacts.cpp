// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/self_contacts.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "dermis/motion/impacts.h"
#include "math/nearest_on_triangle.h"
#include "math/points.h"

namespace dermis::cloth {

using math::to_point;
using math::Vec3d;

namespace {

MovingMesh moving_mesh(std::span<const Triangle> triangles, std::span<const Vec3d> at) {
  Mesh mesh;
  mesh.triangles.assign(triangles.begin(), triangles.end());
  for (const Vec3d& p : at) mesh.positions.push_back(to_point(p));
  return std::move(*MovingMesh::make(std::move(mesh)));
}

/// The nearest points of two segments, as shares of the ways to their second ends.
std::array<double, 2> nearest_shares(const Vec3d& a, const Vec3d& b, const Vec3d& c,
                                     const Vec3d& d) {
  const Vec3d u = b - a;
  const Vec3d v = d - c;
  const Vec3d r = a - c;
  const double uu = dot(u, u);
  const double vv = dot(v, v);
  const double uv = dot(u, v);
  const double det = uu * vv - uv * uv;
  double s =
      det > 1e-12 * uu * vv ? std::clamp((uv * dot(v, r) - vv * dot(u, r)) / det, 0.0, 1.0) : 0.5;
  const double t = std::clamp((dot(v, r) + uv * s) / vv, 0.0, 1.0);
  s = std::clamp((uv * t - dot(u, r)) / uu, 0.0, 1.0);
  return {s, t};
}

}  // namespace

SelfContacts::SelfContacts(std::span<const Triangle> triangles, std::span<const Vec3d> at,
                           double thickness)
    : thickness_(thickness),
      mesh_(moving_mesh(triangles, at)),
      zones_(at.size()),
      from_(at.size()),
      to_(at.size()) {}

void SelfContacts::find_near(std::span<const Vec3d> at, std::span<const Vec3d> speeds,
                             double seconds) {
  near_.clear();
  for (std::size_t v = 0; v < at.size(); ++v) {
    from_[v] = to_point(at[v]);
    to_[v] = to_point(at[v] + seconds * speeds[v]);
  }
  const std::vector<float> radii(at.size(), static_cast<float>(1.5 * thickness_));
  if (!mesh_.set_radii(radii) || !mesh_.fly(from_, to_)) return;
  const Impacts found = find_self_impacts(mesh_);
  static_cast<void>(mesh_.set_radii({}));  // an empty list is never refused
  const auto corner = [&](std::uint32_t t, std::size_t c) { return mesh_.triangles()[t][c % 3]; };
  for (const Impact& pair : found.impacts) {
    for (const auto& [face, other] : {std::pair{pair.a, pair.b}, std::pair{pair.b, pair.a}}) {
      const std::uint32_t a = corner(face, 0);
      const std::uint32_t b = corner(face, 1);
      const std::uint32_t c = corner(face, 2);
      for (std::size_t i = 0; i < 3; ++i) {
        const std::uint32_t v = corner(other, i);
        const auto nearest = math::nearest_on_triangle(at[v], at[a], at[b], at[c]);
        add({v, a, b, c}, {1, -nearest.weight[0], -nearest.weight[1], -nearest.weight[2]}, at);
      }
    }
    for (std::size_t i = 0; i < 3; ++i) {
      for (std::size_t j = 0; j < 3; ++j) {
        const std::array<std::uint32_t, 4> ends{corner(pair.a, i), corner(pair.a, i + 1),
                                                corner(pair.b, j), corner(pair.b, j + 1)};
        const auto [s, t] = nearest_shares(at[ends[0]], at[ends[1]], at[ends[2]], at[ends[3]]);
        add(ends, {1 - s, s, t - 1, -t}, at);
      }
    }
  }
  // Neighbouring triangles share vertices and edges, so entries can be equal.
  const auto by_vertices = [](const Near& a, const Near& b) { return a.vertices < b.vertices; };
  std::ranges::sort(near_, by_vertices);
  const auto same = [](const Near& a, const Near& b) { return a.vertices == b.vertices; };
  near_.erase(std::unique(near_.begin(), near_.end(), same), near_.end());
}

void SelfContacts::add(const std::array<std::uint32_t, 4>& vertices,
                       const std::array<double, 4>& weights, std::span<const Vec3d> at) {
  Vec3d way;
  for (std::size_t i = 0; i < 4; ++i) way = way + weights[i] * at[vertices[i]];
  const double distance = length(way);
  if (!(distance > 0) || distance > 2 * thickness_) return;
  // Features that are nearer than the thickness move apart slowly.
  const double least = std::min(thickness_, distance + 0.1 * thickness_);
  near_.push_back({vertices, weights, (1 / distance) * way, least});
}

void SelfContacts::keep_apart(std::span<Vec3d> at, std::span<const double> inverse_masses) const {
  for (const Near& near : near_) {
    double apart = 0;
    double give = 0;
    for (std::size_t i = 0; i < 4; ++i) {
      apart += near.weights[i] * dot(at[near.vertices[i]], near.normal);
      give += near.weights[i] * near.weights[i] * inverse_masses[near.vertices[i]];
    }
    if (apart >= near.least || !(give > 0)) continue;
    const double by = (near.least - apart) / give;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::uint32_t v = near.vertices[i];
      at[v] = at[v] + (by * near.weights[i] * inverse_masses[v]) * near.normal;
    }
  }
}

void SelfContacts::begin_stops() {
  std::iota(zones_.begin(), zones_.end(), 0U);
}

SelfContacts::Stopped SelfContacts::stop(std::span<const Vec3d> from, std::span<Vec3d> to,
                                         std::span<const double> inverse_masses) {
  for (std::size_t v = 0; v < from.size(); ++v) {
    from_[v] = to_point(from[v]);
    to_[v] = to_point(to[v]);
  }
  // Positions that are not finite are ignored here; callers have to refuse them.
  if (!mesh_.fly(from_, to_)) return {};
  const Impacts found = find_self_impacts(mesh_);
  Stopped result{static_cast<std::uint32_t>(found.impacts.size()), false};
  if (result.touching == 0) return result;
  const auto root = [&](std::uint32_t v) {
    while (zones_[v] != v) v = zones_[v] = zones_[zones_[v]];
    return v;
  };
  for (const Impact& pair : found.impacts) {
    const std::uint32_t first = root(mesh_.triangles()[pair.a][0]);
    for (const std::uint32_t t : {pair.a, pair.b}) {
      for (const std::uint32_t v : mesh_.triangles()[t]) {
        result.joined = result.joined || root(v) != first;
        zones_[root(v)] = first;
      }
    }
  }
  // The mean way of each zone, weighted by mass. The mass of pinned vertices outweighs all others.
  struct Mean {
    Vec3d way;
    double mass = 0;
  };
  std::vector<Mean> means(from.size());
  std::vector<std::uint32_t> sizes(from.size());
  for (std::uint32_t v = 0; v < from.size(); ++v) ++sizes[root(v)];
  constexpr double kPinned = 1e6;
  for (std::uint32_t v = 0; v < from.size(); ++v) {
    if (sizes[root(v)] < 2) continue;
    const double mass = inverse_masses[v] > 0 ? 1 / inverse_masses[v] : kPinned;
    means[root(v)].way = means[root(v)].way + mass * (to[v] - from[v]);
    means[root(v)].mass += mass;
  }
  for (std::uint32_t v = 0; v < from.size(); ++v) {
    if (sizes[root(v)] < 2 || inverse_masses[v] == 0) continue;
    to[v] = from[v] + (1 / means[root(v)].mass) * means[root(v)].way;
  }
  return result;
}

}  // namespace dermis::cloth
