// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <set>

#include "bounds/enclosing_ball.h"
#include "bounds/sphere_refit.h"
#include "bounds/weight_polytope.h"
#include "math/doubles.h"

namespace dermis::bounds {

namespace {

using math::Four;
using Corner = std::map<std::uint32_t, float>;  ///< a weight per joint
using Vertices = std::vector<std::uint32_t>;

/// The vertices of a node's triangles, each once.
Vertices vertices_of(const Model& model, const SphereTree& tree, const SphereTree::Node& node) {
  Vertices vertices;
  vertices.reserve(3 * std::size_t{node.triangle_count});
  for (const std::uint32_t t :
       std::span(tree.triangles).subspan(node.first_triangle, node.triangle_count)) {
    vertices.insert(vertices.end(), model.triangles[t].begin(), model.triangles[t].end());
  }
  std::ranges::sort(vertices);
  const auto rest = std::ranges::unique(vertices);
  vertices.erase(rest.begin(), rest.end());
  return vertices;
}

/// The corners of all weight polytopes of the vertices; nothing when there are too many.
std::vector<Corner> polytope_corners(const Influences& influences, const Vertices& vertices) {
  std::vector<Corner> result;
  for (const WeightPolytope& polytope : weight_polytopes(influences, vertices)) {
    const std::size_t joint_count = polytope.joints.size();
    if (joint_count > kMostCornerJoints) return {};
    const std::vector<float> weights = corners(polytope);
    for (std::size_t i = 0; i < weights.size(); i += joint_count) {
      Corner& corner = result.emplace_back();
      for (std::size_t j = 0; j < joint_count; ++j) corner[polytope.joints[j]] = weights[i + j];
    }
    if (result.size() > kMostCorners) return {};
  }
  return result;
}

/// The different weights of the vertices, which are corners, too; nothing when there are more than
/// `most`.
std::vector<Corner> vertex_weights(const Influences& influences, const Vertices& vertices,
                                   std::size_t most) {
  std::set<Corner> result;
  for (const std::uint32_t v : vertices) {
    const WeightPolytope one = polytope_of(influences.of(v));
    Corner weights;
    for (std::size_t j = 0; j < one.joints.size(); ++j) {
      weights[one.joints[j]] = static_cast<float>(one.low[j]);
    }
    result.insert(std::move(weights));
    if (result.size() > most) return {};
  }
  return {result.begin(), result.end()};
}

/// What one lane needs.
struct Lane {
  Ball rest;
  Vertices vertices;
  std::vector<Corner> corners;  ///< none: too many
};

Lane lane_of(const Model& model, const SphereTree& tree, const SphereTree::Node& node) {
  Lane lane{node.rest, vertices_of(model, tree, node), {}};
  // Of few vertices the weights themselves, of many their polytopes.
  lane.corners = polytope_corners(model.influences, lane.vertices);
  const std::size_t most = lane.corners.empty() ? kMostCorners : lane.corners.size();
  auto weights = vertex_weights(model.influences, lane.vertices, most);
  if (!weights.empty()) lane.corners = std::move(weights);
  return lane;
}

std::set<std::uint32_t> joints_of(std::span<const Lane> lanes) {
  std::set<std::uint32_t> joints;
  for (const Lane& lane : lanes) {
    for (const Corner& corner : lane.corners) {
      for (const auto& [joint, weight] : corner) joints.insert(joint);
    }
  }
  return joints;
}

/// The farthest that a morph target of weight 1 moves one of the vertices, rounded up.
float displacement(const MorphTarget& target, const Vertices& vertices) {
  double most = 0;
  for (const std::uint32_t v : vertices) {
    if (v < target.first_vertex || v - target.first_vertex >= target.deltas.size()) continue;
    most = std::max(most, length(math::to_double(target.deltas[v - target.first_vertex])));
  }
  return static_cast<float>(most * (1 + 0x1p-22));
}

}  // namespace

struct SphereRefit::Baker {
  SphereRefit& out;
  const Model& model;

  /// Four nodes, or fewer.
  void add_block(const std::vector<Lane>& lanes) {
    const auto count = static_cast<std::uint32_t>(lanes.size());
    if (fits(lanes)) return add_corners(lanes, 0);
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::span one = std::span(lanes).subspan(i, 1);
      if (fits(one)) {
        add_corners(one, i);
      } else {
        add_joint_balls(one[0], i);
      }
    }
  }

  static bool fits(std::span<const Lane> lanes) {
    return joints_of(lanes).size() <= kMostJoints &&
           std::ranges::none_of(lanes, [](const Lane& lane) { return lane.corners.empty(); });
  }

  /// A unit for lanes from `first` on; those that are missing repeat the last one.
  Unit& add_unit(std::span<const Lane> lanes, std::uint32_t first) {
    Unit& unit = out.units_.emplace_back();
    unit.lane = first;
    unit.first_joint = static_cast<std::uint32_t>(out.joints_.size());
    unit.first_displacement = static_cast<std::uint32_t>(out.displacements_.size());
    for (std::uint32_t i = 0; i < 4; ++i) unit.rest.set(i, at(lanes, first, i).rest);
    for (std::uint32_t m = 0; m < model.morph_targets.size(); ++m) {
      Four distance{};
      for (std::uint32_t i = 0; i < 4; ++i) {
        distance[i] = displacement(model.morph_targets[m], at(lanes, first, i).vertices);
      }
      if (math::highest(distance) > 0) out.displacements_.push_back({distance, m});
    }
    unit.displacement_count =
        static_cast<std::uint32_t>(out.displacements_.size()) - unit.first_displacement;
    return unit;
  }

  static const Lane& at(std::span<const Lane> lanes, std::uint32_t first, std::uint32_t lane) {
    return lanes[std::clamp<std::size_t>(lane, first, first + lanes.size() - 1) - first];
  }

  void add_corners(std::span<const Lane> lanes, std::uint32_t first) {
    Unit& unit = add_unit(lanes, first);
    const auto joints = joints_of(lanes);
    unit.joint_count = static_cast<std::uint32_t>(joints.size());
    out.joints_.insert(out.joints_.end(), joints.begin(), joints.end());
    unit.first_weight = static_cast<std::uint32_t>(out.weights_.size());
    for (const Lane& lane : lanes) {
      const auto count = static_cast<std::uint32_t>(lane.corners.size());
      unit.corner_count = std::max(unit.corner_count, count);
    }
    for (std::size_t k = 0; k < unit.corner_count; ++k) {
      for (const std::uint32_t joint : joints) {
        Four& weights = out.weights_.emplace_back();
        for (std::uint32_t i = 0; i < 4; ++i) {
          const auto& corners = at(lanes, first, i).corners;
          const Corner& corner = corners[std::min(k, corners.size() - 1)];
          const auto found = corner.find(joint);
          weights[i] = found == corner.end() ? 0 : found->second;
        }
      }
    }
  }

  void add_joint_balls(const Lane& lane, std::uint32_t index) {
    Unit& unit = add_unit({&lane, 1}, index);
    std::map<std::uint32_t, std::vector<Vec3>> moved_by;
    for (const std::uint32_t v : lane.vertices) {
      for (const Influence& influence : model.influences.of(v)) {
        if (influence.weight != 0) moved_by[influence.joint].push_back(model.positions[v]);
      }
    }
    unit.joint_count = static_cast<std::uint32_t>(moved_by.size());
    unit.first_weight = static_cast<std::uint32_t>(out.joint_balls_.size());
    for (const auto& [joint, points] : moved_by) {
      out.joints_.push_back(joint);
      out.joint_balls_.push_back(enclosing_ball(points));
    }
  }
};

SphereRefit::SphereRefit(const Model& model, const SphereTree& tree, const SphereGroups& groups) {
  Baker baker{*this, model};
  first_unit_.reserve(std::size_t{groups.block_count} + 1);
  for (const SphereGroups::Group& group : groups.groups) {
    for (std::uint32_t first = 0; first < group.node_count; first += 4) {
      first_unit_.push_back(static_cast<std::uint32_t>(units_.size()));
      std::vector<Lane> lanes;
      for (std::uint32_t i = first; i < std::min(first + 4, group.node_count); ++i) {
        lanes.push_back(lane_of(model, tree, tree.nodes[group.first_node + i]));
      }
      baker.add_block(lanes);
    }
  }
  first_unit_.push_back(static_cast<std::uint32_t>(units_.size()));
}

}  // namespace dermis::bounds
