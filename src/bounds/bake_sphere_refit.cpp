// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <set>

#include "bounds/enclosing_ball.h"
#include "bounds/parallel.h"
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
  // Of few vertices the weights themselves, of many their polytopes, whichever has fewer corners.
  constexpr std::size_t kFew = 4;
  lane.corners = vertex_weights(model.influences, lane.vertices, kFew);
  if (!lane.corners.empty()) return lane;
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

/// Appends indices, four to a register.
void add_indices(std::vector<Four>& registers, std::span<const std::uint32_t> indices) {
  for (std::size_t i = 0; i < indices.size(); i += 4) {
    std::array<std::uint32_t, 4> four{};
    std::ranges::copy(indices.subspan(i, std::min<std::size_t>(4, indices.size() - i)),
                      four.begin());
    registers.push_back(std::bit_cast<Four>(four));
  }
}

/// Lanes of a block from `first` on; those that are missing repeat the nearest one.
struct Lanes {
  std::span<const Lane> lanes;
  std::uint32_t first = 0;

  const Lane& operator[](std::uint32_t lane) const {
    return lanes[std::clamp<std::size_t>(lane, first, first + lanes.size() - 1) - first];
  }
};

/// Whether they can be refitted together from corners.
bool fit(std::span<const Lane> lanes) {
  return joints_of(lanes).size() <= kMostJoints &&
         std::ranges::none_of(lanes, [](const Lane& lane) { return lane.corners.empty(); });
}

}  // namespace

class RefitBaker {
 public:
  RefitBaker(const Model& model, const Skin& skin, std::vector<Four>& records)
      : model_(model), skin_(skin), records_(records) {}

  /// Four nodes, or fewer.
  void add_block(std::span<const Lane> lanes) {
    if (fit(lanes)) return add_corners({lanes, 0});
    for (std::uint32_t i = 0; i < lanes.size(); ++i) {
      const Lanes one{lanes.subspan(i, 1), i};
      if (fit(one.lanes)) {
        add_corners(one);
      } else {
        add_joint_balls(one);
      }
    }
  }

 private:
  void add_corners(const Lanes& lanes) {
    const auto joints = joints_of(lanes.lanes);
    std::size_t corner_count = 0;
    for (const Lane& lane : lanes.lanes) corner_count = std::max(corner_count, lane.corners.size());
    std::vector<Four> weights;
    for (std::size_t k = 0; k < corner_count; ++k) {
      for (const std::uint32_t joint : joints) {
        Four& four = weights.emplace_back();
        for (std::uint32_t i = 0; i < 4; ++i) {
          const auto& corners = lanes[i].corners;
          const Corner& corner = corners[std::min(k, corners.size() - 1)];
          const auto found = corner.find(joint);
          four[i] = found == corner.end() ? 0 : found->second;
        }
      }
    }
    add_record(lanes, {joints.begin(), joints.end()}, static_cast<std::uint32_t>(corner_count),
               weights);
  }

  void add_joint_balls(const Lanes& lanes) {
    std::map<std::uint32_t, std::vector<Vec3>> moved_by;
    for (const std::uint32_t v : lanes.lanes[0].vertices) {
      for (const Influence& influence : model_.influences.of(v)) {
        if (influence.weight != 0) moved_by[influence.joint].push_back(model_.positions[v]);
      }
    }
    std::vector<std::uint32_t> joints;
    std::vector<Four> balls;
    for (const auto& [joint, points] : moved_by) {
      const Ball ball = enclosing_ball(points);
      joints.push_back(joint);
      balls.push_back(Four{ball.center.x, ball.center.y, ball.center.z, ball.radius});
    }
    add_record(lanes, joints, 0, balls);
  }

  void add_record(const Lanes& lanes, const std::vector<std::uint32_t>& joints,
                  std::uint32_t corner_count, const std::vector<Four>& weights) {
    BallBlock rest{};
    for (std::uint32_t i = 0; i < 4; ++i) rest.set(i, lanes[i].rest);
    std::vector<Four> distances;
    std::vector<std::uint32_t> targets;
    for (std::uint32_t m = 0; m < model_.morph_targets.size(); ++m) {
      Four distance{};
      for (std::uint32_t i = 0; i < 4; ++i) {
        distance[i] = displacement(model_.morph_targets[m], lanes[i].vertices);
      }
      if (math::highest(distance) == 0) continue;
      distances.push_back(distance);
      targets.push_back(m);
    }
    std::map<std::uint32_t, Four> factors = pair_factors(lanes);
    const bool many_pairs = factors.size() > kMostPairs;
    if (many_pairs) factors.clear();
    records_.push_back(std::bit_cast<Four>(SphereRefit::Header{
        static_cast<std::uint32_t>(joints.size()), corner_count,
        static_cast<std::uint32_t>(targets.size()), lanes.first & 3U, many_pairs ? 1U : 0U,
        static_cast<std::uint32_t>(factors.size()) & 0x1fffffffU}));
    records_.insert(records_.end(), {rest.x, rest.y, rest.z, rest.radius});
    add_indices(records_, joints);
    records_.insert(records_.end(), weights.begin(), weights.end());
    records_.insert(records_.end(), distances.begin(), distances.end());
    add_indices(records_, targets);
    std::vector<std::uint32_t> pairs;
    for (const auto& [pair, factor] : factors) {
      pairs.push_back(pair);
      records_.push_back(factor);
    }
    add_indices(records_, pairs);
  }

  /// Of each pair of joints that move a vertex together; none in linear skins.
  [[nodiscard]] std::map<std::uint32_t, Four> pair_factors(const Lanes& lanes) const {
    std::map<std::uint32_t, Four> result;
    const skinning::JointSets& sets = skin_.joint_sets();
    if (sets.size() == 0) return result;
    for (std::uint32_t i = 0; i < 4; ++i) {
      for (const std::uint32_t v : lanes[i].vertices) {
        const float factor = pair_factor(skin_, v);
        sets.for_each_pair(v, [&](std::uint32_t pair) {
          Four& most = result[pair];
          most[i] = std::max(most[i], factor);
        });
      }
    }
    return result;
  }

  const Model& model_;
  const Skin& skin_;
  std::vector<Four>& records_;
};

SphereRefit::SphereRefit(const Model& model, const Skin& skin, const SphereTree& tree,
                         const SphereGroups& groups, const std::function<void(double)>& progress) {
  // Blocks do not depend on each other: each is baked by some thread, and all are put in a row.
  struct Block {
    std::uint32_t first_node = 0, node_count = 0;
    std::vector<Four> records;
  };
  std::vector<Block> blocks;
  blocks.reserve(groups.block_count);
  for (const SphereGroups::Group& group : groups.groups) {
    for (std::uint32_t first = 0; first < group.node_count; first += 4) {
      blocks.push_back({group.first_node + first, std::min(4U, group.node_count - first), {}});
    }
  }
  parallel_for(blocks.size(), progress, [&](std::size_t b) {
    std::vector<Lane> lanes;
    lanes.reserve(4);
    for (std::uint32_t i = 0; i < blocks[b].node_count; ++i) {
      lanes.push_back(lane_of(model, tree, tree.nodes[blocks[b].first_node + i]));
    }
    RefitBaker(model, skin, blocks[b].records).add_block(lanes);
  });
  std::size_t total = 0;
  for (const Block& block : blocks) total += block.records.size();
  records_.reserve(total);
  first_record_.reserve(blocks.size() + 1);
  for (Block& block : blocks) {
    first_record_.push_back(records_.size());
    records_.insert(records_.end(), block.records.begin(), block.records.end());
    block.records = {};
  }
  first_record_.push_back(records_.size());
}

}  // namespace dermis::bounds
