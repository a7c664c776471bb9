// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/limb_refit.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "limbs/segment.h"
#include "math/enclosing_ball.h"

namespace dermis::limbs {

namespace {

using math::Affined;
using math::Vec3d;

Affined difference(const Affined& a, const Affined& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z, a.t - b.t};
}

/// An upper bound on the factor by which the linear part lengthens a vector: its Frobenius norm.
/// For a difference of rotations it is √2 times that factor.
double norm(const Affined& a) {
  return std::sqrt(dot(a.x, a.x) + dot(a.y, a.y) + dot(a.z, a.z));
}

}  // namespace

LimbRefit::LimbRefit(const skinning::SkinData& skin, const Limb& limb,
                     std::span<const std::uint32_t> vertices)
    : joint_(limb.joint), bound_(limb.bound) {
  const Segment segment(bound_);
  std::vector<std::uint32_t> blended;
  for (const std::uint32_t v : vertices) {
    const auto influences = skin.influences(v);
    if (influences.size() == 1 && influences[0].joint == joint_) {
      rigid_reach_ = std::max(rigid_reach_, segment.distance(math::to_double(skin.position(v))));
    } else {
      blended.push_back(v);
    }
  }
  if (!blended.empty()) add_cluster(skin, blended);
}

void LimbRefit::add_cluster(const skinning::SkinData& skin, std::span<std::uint32_t> vertices) {
  // Larger clusters have looser bounds; smaller ones take longer.
  constexpr std::size_t kMostVertices = 12;
  if (vertices.size() > kMostVertices) {
    Vec3d low{HUGE_VAL, HUGE_VAL, HUGE_VAL};
    Vec3d high{-HUGE_VAL, -HUGE_VAL, -HUGE_VAL};
    for (const std::uint32_t v : vertices) {
      const Vec3d p = math::to_double(skin.position(v));
      low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
      high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
    }
    const Vec3d size = high - low;
    const auto along = [&](std::uint32_t v) {
      const Vec3& p = skin.position(v);
      return size.x >= size.y && size.x >= size.z ? p.x : size.y >= size.z ? p.y : p.z;
    };
    std::ranges::sort(vertices, {}, [&](std::uint32_t v) { return std::pair(along(v), v); });
    add_cluster(skin, vertices.first(vertices.size() / 2));
    add_cluster(skin, vertices.subspan(vertices.size() / 2));
    return;
  }
  std::vector<Vec3> points;
  std::map<std::uint32_t, std::pair<double, double>> ranges;
  std::map<std::uint32_t, std::size_t> counts;
  Cluster cluster;
  for (const std::uint32_t v : vertices) {
    points.push_back(skin.position(v));
    cluster.reach =
        std::max(cluster.reach, Segment(bound_).distance(math::to_double(skin.position(v))));
    for (const Influence& i : skin.influences(v)) {
      if (i.joint == joint_) continue;
      const double w = i.weight;
      const auto [at, added] = ranges.try_emplace(i.joint, w, w);
      at->second = {std::min(at->second.first, w), std::max(at->second.second, w)};
      ++counts[i.joint];
    }
  }
  const Ball ball = math::enclosing_ball(points);
  cluster.center = math::to_double(ball.center);
  cluster.radius = ball.radius;
  cluster.first_weight = static_cast<std::uint32_t>(weights_.size());
  for (const auto& [joint, range] : ranges) {
    const double least = counts[joint] < vertices.size() ? 0.0 : range.first;
    const auto known = std::ranges::find(others_, joint);
    const auto place = static_cast<std::uint32_t>(known - others_.begin());
    if (known == others_.end()) others_.push_back(joint);
    weights_.push_back({place, (least + range.second) / 2, (range.second - least) / 2});
  }
  cluster.weight_count = static_cast<std::uint32_t>(weights_.size()) - cluster.first_weight;
  clusters_.push_back(cluster);
}

double LimbRefit::radius(std::span<const Affine> joints, std::span<const float> stretches) const {
  const Affined own = math::to_double(joints[joint_]);
  const Segment posed(own * math::to_double(bound_.a), own * math::to_double(bound_.b));
  const double stretch = stretches[joint_];
  double most = stretch * rigid_reach_;
  struct Other {
    Affined difference;
    double norm, stretch;
  };
  std::vector<Other> others;
  others.reserve(others_.size());
  for (const std::uint32_t j : others_) {
    const Affined d = difference(math::to_double(joints[j]), own);
    others.push_back({d, norm(d), stretches[j]});
  }
  for (const Cluster& cluster : clusters_) {
    const Vec3d& c = cluster.center;
    Vec3d moved_by;
    double spread = 0;  // Σ d_k (|D_k c| + ‖D_k‖ ρ)
    double turned = 0;  // Σ w̄_k ‖D_k‖ ρ
    double stretched = stretch;
    double middle_sum = 0;
    for (std::uint32_t i = 0; i < cluster.weight_count; ++i) {
      const Weight& weight = weights_[cluster.first_weight + i];
      const Other& other = others[weight.joint];
      const Vec3d dc = other.difference * c;
      const double bend = other.norm * cluster.radius;
      moved_by = moved_by + weight.middle * dc;
      spread += weight.half_range * (length(dc) + bend);
      turned += weight.middle * bend;
      stretched = std::max(stretched, other.stretch);
      middle_sum += weight.middle;
    }
    const double by_own = stretch * cluster.reach + length(moved_by) + turned + spread;
    // A blend of matrices stretches no more than the matrix that stretches most, if the middle
    // weights are shares. Their sum may exceed 1: then by a factor of at most 2 Σ w̄ − 1 more.
    const double blend = std::max(1.0, 2 * middle_sum - 1) * stretched;
    const double by_middle = posed.distance(own * c + moved_by) + blend * cluster.radius + spread;
    most = std::max(most, std::min(by_own, by_middle));
  }
  return most;
}

}  // namespace dermis::limbs
