// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <bit>
#include <map>
#include <optional>

#include "base/shared_progress.h"
#include "math/doubles.h"
#include "math/enclosing_ball.h"
#include "spheres/refit_lane.h"
#include "spheres/sphere_refit.h"

namespace dermis::spheres {

namespace {

using math::Four;
using Lane = RefitLane;

/// The largest distance that a morph target of weight 1 moves one of the vertices, rounded up.
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

/// The lanes of a block from `first` on. Missing lanes repeat the nearest one.
struct Lanes {
  std::span<const Lane> lanes;
  std::uint32_t first = 0;

  const Lane& operator[](std::uint32_t lane) const {
    return lanes[std::clamp<std::size_t>(lane, first, first + lanes.size() - 1) - first];
  }
};

/// Whether the lanes can be refitted together from corners.
bool fit(std::span<const Lane> lanes) {
  return joints_of(lanes).size() <= kMostJoints &&
         std::ranges::none_of(lanes, [](const Lane& lane) { return lane.corners.empty(); });
}

/// The numbers of parts, and of their corners and joints, that the lanes of a record need.
struct PartShape {
  std::size_t parts = 0, corners = 0, joints = 0;

  /// One part for each joint set; empty if that is impossible, or if there are too many.
  static std::optional<PartShape> of_sets(std::span<const Lane> lanes) {
    PartShape shape;
    for (const Lane& lane : lanes) {
      if (lane.joint_sets.empty()) return {};
      shape.parts = std::max(shape.parts, lane.joint_sets.size());
      for (const LanePart& part : lane.joint_sets) {
        shape.corners = std::max(shape.corners, part.corners.size());
        shape.joints = std::max(shape.joints, part.corners[0].size());
      }
    }
    if (shape.parts * shape.corners > kMostInParts) return {};
    return shape;
  }
  /// One part for each different weight; empty if there are too many.
  static std::optional<PartShape> of_weights(std::span<const Lane> lanes) {
    PartShape shape;
    for (const Lane& lane : lanes) {
      if (lane.with_different_weights.empty()) return {};
      shape.parts = std::max(shape.parts, lane.with_different_weights.size());
    }
    return shape;
  }
};

}  // namespace

class RefitBaker {
 public:
  RefitBaker(const Model& model, const skinning::SkinData& skin, std::vector<Four>& records)
      : model_(model), skin_(skin), records_(records) {}

  /// Adds one to four nodes.
  void add_block(std::span<const Lane> lanes) {
    if (add_parts({lanes, 0})) return;
    if (fit(lanes)) return add_corners({lanes, 0});
    for (std::uint32_t i = 0; i < lanes.size(); ++i) {
      const Lanes one{lanes.subspan(i, 1), i};
      if (add_parts(one)) continue;
      if (fit(one.lanes)) {
        add_corners(one);
      } else {
        add_joint_balls(one);
      }
    }
  }

 private:
  /// Returns false if parts cannot be used, or if there are too many.
  bool add_parts(const Lanes& lanes) {
    const bool follow_one = std::ranges::all_of(lanes.lanes, [&](const Lane& lane) {
      return std::ranges::all_of(lane.vertices,
                                 [&](std::uint32_t v) { return skin_.influences(v).size() == 1; });
    });
    if (skin_.skinning() == Skinning::linear || follow_one) return false;
    const auto of_weights = PartShape::of_weights(lanes.lanes);
    const auto of_sets = PartShape::of_sets(lanes.lanes);
    // Weights are exact, and cost less than joint sets.
    if (of_weights) {
      add_weights(lanes, *of_weights);
    } else if (of_sets) {
      add_joint_sets(lanes, *of_sets);
    }
    return of_weights || of_sets;
  }

  void add_weights(const Lanes& lanes, const PartShape& shape) {
    std::vector<std::uint32_t> vertices;
    for (std::size_t p = 0; p < shape.parts; ++p) {
      for (std::uint32_t i = 0; i < 4; ++i) {
        const Vertices& own = lanes[i].with_different_weights;
        vertices.push_back(own[std::min(p, own.size() - 1)]);
      }
    }
    add_record(lanes, header_of(lanes, shape), vertices, {}, {});
  }

  void add_joint_sets(const Lanes& lanes, const PartShape& shape) {
    std::vector<std::uint32_t> sets;
    std::vector<Four> weights;
    for (std::size_t p = 0; p < shape.parts; ++p) {
      const auto part = [&](std::uint32_t lane) -> const LanePart& {
        const auto& own = lanes[lane].joint_sets;
        return own[std::min(p, own.size() - 1)];
      };
      for (std::uint32_t i = 0; i < 4; ++i) sets.push_back(part(i).joint_set);
      for (std::size_t k = 0; k < shape.corners; ++k) {
        for (std::size_t j = 0; j < shape.joints; ++j) {
          Four& four = weights.emplace_back();
          for (std::uint32_t i = 0; i < 4; ++i) {
            const auto& corners = part(i).corners;
            const std::vector<float>& corner = corners[std::min(k, corners.size() - 1)];
            four[i] = j < corner.size() ? corner[j] : 0;
          }
        }
      }
    }
    add_record(lanes, header_of(lanes, shape), sets, weights, {});
  }

  static SphereRefit::Header header_of(const Lanes& lanes, const PartShape& shape) {
    return {.joints = static_cast<std::uint32_t>(shape.joints),
            .corners = static_cast<std::uint16_t>(shape.corners),
            .parts = static_cast<std::uint16_t>(shape.parts),
            .displacements = 0,
            .pairs = 0,
            .many_pairs = 0,
            .lane = static_cast<std::uint8_t>(lanes.first)};
  }

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
    add_blended(lanes, {joints.begin(), joints.end()}, corner_count, weights);
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
      const Ball ball = math::enclosing_ball(points);
      joints.push_back(joint);
      balls.push_back(Four{ball.center.x, ball.center.y, ball.center.z, ball.radius});
    }
    add_blended(lanes, joints, 0, balls);
  }

  void add_blended(const Lanes& lanes, const std::vector<std::uint32_t>& joints,
                   std::size_t corner_count, const std::vector<Four>& weights) {
    std::map<std::uint32_t, Four> factors = pair_factors(lanes);
    const bool many_pairs = factors.size() > collider::kMostPairs;
    if (many_pairs) factors.clear();
    const SphereRefit::Header header{.joints = static_cast<std::uint32_t>(joints.size()),
                                     .corners = static_cast<std::uint16_t>(corner_count),
                                     .parts = 0,
                                     .displacements = 0,
                                     .pairs = static_cast<std::uint16_t>(factors.size()),
                                     .many_pairs = static_cast<std::uint8_t>(many_pairs),
                                     .lane = static_cast<std::uint8_t>(lanes.first)};
    add_record(lanes, header, joints, weights, factors);
  }

  void add_record(const Lanes& lanes, SphereRefit::Header header,
                  const std::vector<std::uint32_t>& indices, const std::vector<Four>& weights,
                  const std::map<std::uint32_t, Four>& factors) {
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
    header.displacements = static_cast<std::uint32_t>(targets.size());
    records_.push_back(std::bit_cast<Four>(header));
    records_.insert(records_.end(), {rest.x, rest.y, rest.z, rest.radius});
    add_indices(records_, indices);
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

  /// The factors of each pair of joints that move a vertex together; empty for linear skins.
  [[nodiscard]] std::map<std::uint32_t, Four> pair_factors(const Lanes& lanes) const {
    std::map<std::uint32_t, Four> result;
    const skinning::JointSets& sets = skin_.joint_sets();
    if (sets.size() == 0) return result;
    for (std::uint32_t i = 0; i < 4; ++i) {
      for (const std::uint32_t v : lanes[i].vertices) {
        const float factor = collider::pair_factor(skin_, v);
        sets.for_each_pair(v, [&](std::uint32_t pair) {
          Four& most = result[pair];
          most[i] = std::max(most[i], factor);
        });
      }
    }
    return result;
  }

  const Model& model_;
  const skinning::SkinData& skin_;
  std::vector<Four>& records_;
};

SphereRefit::SphereRefit(const Model& model, const skinning::SkinData& skin, const SphereTree& tree,
                         const SphereGroups& groups, const std::function<void(double)>& progress) {
  // Blocks are independent: threads bake them one by one, and the results are concatenated.
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
  base::parallel_for_each(blocks.size(), 64, progress, [&](std::size_t b) {
    std::vector<Lane> lanes;
    lanes.reserve(4);
    for (std::uint32_t i = 0; i < blocks[b].node_count; ++i) {
      lanes.push_back(refit_lane(model, skin, tree, tree.nodes[blocks[b].first_node + i]));
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

}  // namespace dermis::spheres
