// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/springs.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <map>

#include "base/parallel.h"
#include "cloth/spatial_order.h"
#include "math/points.h"

namespace dermis::cloth {

using math::to_vector;
using math::Vec3d;

namespace {

/// The corners opposite a side, in the first two triangles that have it.
struct Facing {
  std::uint32_t count = 0;
  std::array<std::uint32_t, 2> corners{};
  bool longest = true;  ///< the longest side of all its triangles
};

/// Orders springs so that consecutive ones share no vertex: a processor can then work on several at
/// once.
void spread(std::vector<Spring>& springs, std::size_t vertex_count) {
  std::vector<std::uint64_t> taken(vertex_count);
  std::vector<std::vector<Spring>> groups(65);
  for (const Spring& spring : springs) {
    const auto group = static_cast<unsigned>(std::countr_one(taken[spring.a] | taken[spring.b]));
    const std::uint64_t bit = group < 64 ? std::uint64_t{1} << group : 0;
    taken[spring.a] |= bit;
    taken[spring.b] |= bit;
    groups[group].push_back(spring);
  }
  springs.clear();
  for (const std::vector<Spring>& group : groups) {
    springs.insert(springs.end(), group.begin(), group.end());
  }
}

}  // namespace

Springs::Springs(const Mesh& rest, const ClothMaterial& material) {
  const auto apart = [&](std::uint32_t a, std::uint32_t b) {
    return length(to_vector(rest.positions[b]) - to_vector(rest.positions[a]));
  };
  std::map<std::array<std::uint32_t, 2>, Facing> facing;
  for (const Triangle& t : rest.triangles) {
    double longest = 0;
    for (std::size_t c = 0; c < 3; ++c) longest = std::max(longest, apart(t[c], t[(c + 1) % 3]));
    for (std::size_t c = 0; c < 3; ++c) {
      const auto [a, b] = std::minmax(t[(c + 1) % 3], t[(c + 2) % 3]);
      Facing& side = facing[{a, b}];
      if (side.count < 2) side.corners[side.count++] = t[c];
      // Among nearly equal sides, none counts as a diagonal.
      const double others = std::max(apart(t[c], t[(c + 1) % 3]), apart(t[c], t[(c + 2) % 3]));
      side.longest = side.longest && apart(a, b) > 1.15 * others;
    }
  }
  shortest_side_ = HUGE_VAL;
  for (const auto& [side, faces] : facing) {
    const double rest_length = apart(side[0], side[1]);
    shortest_side_ = std::min(shortest_side_, rest_length);
    const auto spring = [](std::uint32_t a, std::uint32_t b, double far, double stiffness) {
      return Spring{a, b, far, stiffness, 1 / stiffness};
    };
    sides_.push_back(
        spring(side[0], side[1], rest_length, faces.longest ? material.shear : material.stretch));
    all_.push_back(sides_.back());
    if (faces.count < 2 || faces.corners[0] == faces.corners[1]) continue;
    const auto [a, b] = std::minmax(faces.corners[0], faces.corners[1]);
    const double across = apart(a, b);
    if (!(across > 0)) continue;
    // Consider a strip as wide as the side is long, bent by an angle φ over the length of the
    // spring. Its energy is B/2 φ²/across · side, and the spring shortens by about across φ²/8.
    const double bend = 8 * material.bend * rest_length / (across * across * across);
    all_.push_back(spring(a, b, across, faces.longest ? material.shear : bend));
  }
  sort_by_blocks(rest);
}

void Springs::sort_by_blocks(const Mesh& rest) {
  constexpr std::size_t kMost = 2048;  // vertices of a block, worth a thread
  const SpatialOrder blocks(rest.positions, kMost);
  std::vector<std::size_t> block_of(rest.positions.size());
  for (std::size_t i = 0, block = 0; i < block_of.size(); ++i) {
    if (i == blocks.ends[block]) ++block;
    block_of[blocks.order[i]] = block;
  }
  std::vector<std::vector<Spring>> within(blocks.ends.size());
  std::vector<Spring> between;
  for (const Spring& spring : all_) {
    const bool same = block_of[spring.a] == block_of[spring.b];
    (same ? within[block_of[spring.a]] : between).push_back(spring);
  }
  all_.clear();
  for (std::vector<Spring>& springs : within) {
    spread(springs, rest.positions.size());
    all_.insert(all_.end(), springs.begin(), springs.end());
    block_ends_.push_back(all_.size());
  }
  spread(between, rest.positions.size());
  all_.insert(all_.end(), between.begin(), between.end());
}

void Springs::relax(std::span<Vec3d> at, std::span<const double> inverse_masses,
                    double seconds) const {
  const double per_step = 1 / (seconds * seconds);
  const auto relax_some = [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) {
      const Spring& spring = all_[i];
      const double mobile_a = inverse_masses[spring.a];
      const double mobile_b = inverse_masses[spring.b];
      const double give = mobile_a + mobile_b;
      const Vec3d way = at[spring.b] - at[spring.a];
      const double now = length(way);
      if (!(give > 0) || !(now > 0)) continue;
      const double share = (now - spring.rest) / (now * (give + per_step * spring.compliance));
      at[spring.a] = at[spring.a] + (mobile_a * share) * way;
      at[spring.b] = at[spring.b] - (mobile_b * share) * way;
    }
  };
  base::parallel_for(block_ends_.size(), 1, [&](std::size_t from, std::size_t to) {
    for (std::size_t b = from; b < to; ++b) {
      relax_some(b == 0 ? 0 : block_ends_[b - 1], block_ends_[b]);
    }
  });
  relax_some(block_ends_.back(), all_.size());
}

void Springs::add_forces(std::span<const Vec3d> at, std::span<const Vec3d> velocities,
                         std::span<const double> masses, std::span<Vec3d> forces) const {
  // Share of the critical damping of two such masses. Keeps springs from ringing.
  constexpr double kDamping = 0.05;
  for (const Spring& spring : all_) {
    const Vec3d way = at[spring.b] - at[spring.a];
    const double now = length(way);
    if (!(now > 0)) continue;
    const Vec3d along = (1 / now) * way;
    const double parting = dot(velocities[spring.b] - velocities[spring.a], along);
    const double mass = std::min(masses[spring.a], masses[spring.b]);
    const double pull = spring.stiffness * (now - spring.rest) +
                        kDamping * 2 * std::sqrt(spring.stiffness * mass) * parting;
    forces[spring.a] = forces[spring.a] + pull * along;
    forces[spring.b] = forces[spring.b] - pull * along;
  }
}

double Springs::max_stretch(std::span<const Vec3d> at,
                            std::span<const double> inverse_masses) const {
  double most = 0;
  for (const Spring& side : sides_) {
    if (inverse_masses[side.a] + inverse_masses[side.b] == 0) continue;
    const Vec3d way = at[side.b] - at[side.a];
    most = std::max(most, dot(way, way) / (side.rest * side.rest));
  }
  return std::sqrt(most) - 1;
}

bool Springs::limit_stretch(std::span<Vec3d> at, std::span<const double> inverse_masses,
                            double most) const {
  // Shortens to slightly less than allowed. Otherwise, passes over the sides would approach the
  // limit and never end.
  constexpr double kShare = 0.97;
  bool any = false;
  for (const Spring& side : sides_) {
    const Vec3d way = at[side.b] - at[side.a];
    const double longest = (1 + most) * side.rest;
    const double square = dot(way, way);
    if (square <= longest * longest) continue;
    const double give = inverse_masses[side.a] + inverse_masses[side.b];
    if (!(give > 0)) continue;
    any = true;
    const double share = (1 - (1 + kShare * most) * side.rest / std::sqrt(square)) / give;
    at[side.a] = at[side.a] + (inverse_masses[side.a] * share) * way;
    at[side.b] = at[side.b] - (inverse_masses[side.b] * share) * way;
  }
  return any;
}

double Springs::stable_step(std::span<const double> masses) const {
  // The stiffness k at a vertex bounds its frequency: ω² ≤ 2 k / m. Steps below 2 / ω are stable;
  // half of that is safe with damping.
  std::vector<double> stiffness(masses.size());
  for (const Spring& spring : all_) {
    stiffness[spring.a] += spring.stiffness;
    stiffness[spring.b] += spring.stiffness;
  }
  double least = HUGE_VAL;
  for (std::size_t v = 0; v < masses.size(); ++v) {
    if (stiffness[v] > 0) least = std::min(least, masses[v] / (2 * stiffness[v]));
  }
  return std::sqrt(least);
}

}  // namespace dermis::cloth
