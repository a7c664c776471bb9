// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <limits>

#include "base/shared_progress.h"
#include "collider/box_refit.h"
#include "math/rounded_up.h"

namespace dermis::collider {

namespace {

using math::Box;
using math::Float8;
using math::rounded_up;

/// The half extent of a missing box. After any matrix, the low end of the box is above its centre,
/// so it normally adds nothing to a union. At worst, it makes the union larger.
constexpr float kNothing = -0x1p100F;

void sort_unique(std::vector<std::uint32_t>& values) {
  std::ranges::sort(values);
  values.erase(std::ranges::unique(values).begin(), values.end());
}

/// A box as centre and half extents, rounded up.
struct Middle {
  float center[3], half[3];

  explicit Middle(const Box& box) {
    const float low[3] = {box.low.x, box.low.y, box.low.z};
    const float high[3] = {box.high.x, box.high.y, box.high.z};
    for (int k = 0; k < 3; ++k) {
      center[k] = 0.5F * low[k] + 0.5F * high[k];
      const double reach = std::max(double{high[k]} - center[k], double{center[k]} - low[k]);
      half[k] = reach == 0 ? 0 : rounded_up(reach);
    }
  }
};

/// The joints of a record as a tree: parents before children, the root first.
struct JointTree {
  std::vector<std::uint32_t> joints;
  std::vector<std::uint32_t> parent;  ///< index into joints; the root has itself

  JointTree(std::vector<std::uint32_t> members, std::span<const skinning::JointRest> rests) {
    const auto depth = [&](std::uint32_t joint) {
      std::uint32_t result = 0;
      for (std::uint32_t j = rests[joint].parent; j != kNone; j = rests[j].parent) ++result;
      return result;
    };
    std::ranges::sort(members, {}, [&](std::uint32_t j) { return std::pair(depth(j), j); });
    joints = std::move(members);
    for (const std::uint32_t joint : joints) {
      std::uint32_t above = rests[joint].parent;
      auto at = joints.end();
      while (above != kNone && (at = std::ranges::find(joints, above)) == joints.end()) {
        above = rests[above].parent;
      }
      // A joint without an ancestor in the record becomes a child of the root.
      parent.push_back(above == kNone ? 0U : static_cast<std::uint32_t>(at - joints.begin()));
    }
  }
};

}  // namespace

std::vector<std::uint32_t> vertices_below(const Meshlets& meshlets, const BoxTree& tree,
                                          BoxTree::Link link) {
  std::vector<std::uint32_t> vertices;
  std::vector<BoxTree::Link> open{link};
  while (!open.empty()) {
    const BoxTree::Link next = open.back();
    open.pop_back();
    if (next.is_meshlet()) {
      const Meshlet& meshlet = meshlets.meshlets[next.meshlet()];
      const auto first =
          meshlets.vertices.vertices.begin() + std::ptrdiff_t{8} * meshlet.first_block;
      vertices.insert(vertices.end(), first, first + meshlet.vertex_count);
    } else {
      const BoxTree::Node& node = tree.nodes[next.node()];
      open.insert(open.end(), node.children, node.children + node.child_count);
    }
  }
  sort_unique(vertices);
  return vertices;
}

class BoxRefitBaker {
 public:
  BoxRefitBaker(const skinning::SkinData& skin, const Meshlets& meshlets, const BoxTree& tree)
      : skin_(skin), meshlets_(meshlets), tree_(tree) {}

  std::vector<Float8> bake(std::uint32_t node) const {
    const std::uint32_t children = tree_.nodes[node].child_count;
    std::vector<std::vector<std::uint32_t>> lanes;
    std::vector<std::uint32_t> joints;
    for (std::uint32_t i = 0; i < children; ++i) {
      lanes.push_back(vertices_below(meshlets_, tree_, tree_.nodes[node].children[i]));
      for (const std::uint32_t v : lanes.back()) {
        for (const Influence& influence : skin_.influences(v)) {
          joints.push_back(influence.joint);
        }
      }
      sort_unique(joints);
    }
    while (lanes.size() < 8) lanes.push_back(lanes.back());

    const std::vector<std::uint32_t> targets = targets_of(lanes);
    const bool by_edges = joints.size() <= BoxRefit::kMostEdges + 1;
    std::vector<std::uint32_t> pairs = pairs_of(lanes);
    const bool many_pairs = pairs.size() > kMostPairs;
    if (many_pairs) pairs.clear();
    const JointTree joint_tree(joints, skin_.joint_rests());
    const auto edges = static_cast<std::uint32_t>(by_edges ? joints.size() - 1 : 0);
    const double e = edges;
    const BoxRefit::Header header{
        .children = children,
        .edges = edges,
        .joints = static_cast<std::uint32_t>(joints.size()),
        .targets = static_cast<std::uint32_t>(targets.size()),
        .root = joint_tree.joints[0],
        .slack =
            static_cast<float>(11 + 54 * e + 6 * e * e + double(targets.size()) * (4 + 16 * e)),
        .pairs = static_cast<std::uint32_t>(pairs.size()),
        .many_pairs = many_pairs ? 1U : 0U};

    std::vector<Float8> record{std::bit_cast<Float8>(header)};
    record.resize(7);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      set_box(&record[1], lane, box_of(lanes[lane]));
    }
    std::vector<std::uint32_t> indices = joint_tree.joints;
    for (std::size_t j = 1; j <= edges; ++j) {
      indices.push_back(joint_tree.joints[j]);
      indices.push_back(joint_tree.joints[joint_tree.parent[j]]);
    }
    add_indices(record, indices);
    add_joint_boxes(record, joint_tree.joints, lanes);
    if (by_edges) add_edges(record, joint_tree, lanes);
    add_indices(record, targets);
    for (const std::uint32_t target : targets) {
      record.resize(record.size() + 6);
      for (std::size_t lane = 0; lane < 8; ++lane) {
        set_box(&record[record.size() - 6], lane, deltas_of(lanes[lane], target));
      }
    }
    add_indices(record, pairs);
    add_factors(record, pairs, lanes);
    return record;
  }

  static void bake_all(BoxRefit& refit, const BoxRefitBaker& baker, std::size_t count,
                       const std::function<void(double)>& progress) {
    std::vector<std::vector<Float8>> records(count);
    base::parallel_for_each(count, 64, progress, [&](std::size_t n) {
      records[n] = baker.bake(static_cast<std::uint32_t>(n));
    });
    refit.first_record_.push_back(0);
    for (const std::vector<Float8>& record : records) {
      refit.records_.insert(refit.records_.end(), record.begin(), record.end());
      refit.first_record_.push_back(refit.records_.size());
    }
  }

 private:
  [[nodiscard]] Box box_of(const std::vector<std::uint32_t>& vertices) const {
    Box box = Box::empty();
    for (const std::uint32_t v : vertices) box.include(skin_.position(v));
    return box;
  }

  /// Sets six registers from `at` on: centres, then half extents.
  static void set_box(Float8* at, std::size_t lane, const Box& box) {
    const Middle middle(box);
    for (int k = 0; k < 3; ++k) {
      at[k].lane[lane] = middle.center[k];
      at[k + 3].lane[lane] = middle.half[k];
    }
  }

  static void add_indices(std::vector<Float8>& record, const std::vector<std::uint32_t>& indices) {
    for (std::size_t i = 0; i < indices.size(); ++i) {
      if (i % 8 == 0) record.push_back({});
      record.back().lane[i % 8] = std::bit_cast<float>(indices[i]);
    }
  }

  void add_edges(std::vector<Float8>& record, const JointTree& tree,
                 const std::vector<std::vector<std::uint32_t>>& lanes) const {
    const std::size_t joints = tree.joints.size();
    const std::size_t first = record.size();
    record.resize(first + 2 * (joints - 1));
    std::vector<double> beyond(joints);
    std::vector<double> low(joints), high(joints);
    for (std::size_t lane = 0; lane < 8; ++lane) {
      std::ranges::fill(low, 2);
      std::ranges::fill(high, -1);
      for (const std::uint32_t v : lanes[lane]) {
        std::ranges::fill(beyond, 0);
        for (const Influence& influence : skin_.influences(v)) {
          const auto at = std::ranges::find(tree.joints, influence.joint) - tree.joints.begin();
          beyond[static_cast<std::size_t>(at)] += influence.weight;
        }
        for (std::size_t j = joints - 1; j > 0; --j) {
          low[j] = std::min(low[j], beyond[j]);
          high[j] = std::max(high[j], beyond[j]);
          beyond[tree.parent[j]] += beyond[j];
        }
      }
      for (std::size_t j = 1; j < joints; ++j) {
        const auto middle = static_cast<float>(0.5 * (low[j] + high[j]));
        const double range = std::max(high[j] - middle, middle - low[j]);
        record[first + 2 * (j - 1)].lane[lane] = middle;
        record[first + 2 * (j - 1) + 1].lane[lane] = range == 0 ? 0 : rounded_up(range + 1e-15);
      }
    }
  }

  void add_joint_boxes(std::vector<Float8>& record, const std::vector<std::uint32_t>& joints,
                       const std::vector<std::vector<std::uint32_t>>& lanes) const {
    const std::size_t first = record.size();
    record.resize(first + 6 * joints.size());
    for (std::size_t lane = 0; lane < 8; ++lane) {
      std::vector<Box> boxes(joints.size(), Box::empty());
      for (const std::uint32_t v : lanes[lane]) {
        for (const Influence& influence : skin_.influences(v)) {
          const auto at = std::ranges::find(joints, influence.joint) - joints.begin();
          boxes[static_cast<std::size_t>(at)].include(skin_.position(v));
        }
      }
      for (std::size_t j = 0; j < joints.size(); ++j) {
        const bool moves = boxes[j].low.x <= boxes[j].high.x;
        Float8* const at = &record[first + 6 * j];
        set_box(at, lane, moves ? boxes[j] : Box{});
        for (int k = 3; k < 6 && !moves; ++k) at[k].lane[lane] = kNothing;
      }
    }
  }

  /// The morph targets that displace one of the vertices.
  [[nodiscard]] std::vector<std::uint32_t> targets_of(
      const std::vector<std::vector<std::uint32_t>>& lanes) const {
    std::vector<std::uint32_t> result;
    for (std::uint32_t m = 0; m < skin_.morph_targets().size(); ++m) {
      const bool displaces = std::ranges::any_of(lanes, [&](const auto& vertices) {
        return std::ranges::any_of(vertices,
                                   [&](std::uint32_t v) { return delta(m, v) != Vec3{}; });
      });
      if (displaces) result.push_back(m);
    }
    return result;
  }

  [[nodiscard]] std::vector<std::uint32_t> pairs_of(
      const std::vector<std::vector<std::uint32_t>>& lanes) const {
    std::vector<std::uint32_t> result;
    for (const std::vector<std::uint32_t>& vertices : lanes) {
      for (const std::uint32_t v : vertices) {
        skin_.joint_sets().for_each_pair(v, [&](std::uint32_t pair) { result.push_back(pair); });
      }
      sort_unique(result);
    }
    return result;
  }

  void add_factors(std::vector<Float8>& record, const std::vector<std::uint32_t>& pairs,
                   const std::vector<std::vector<std::uint32_t>>& lanes) const {
    const std::size_t first = record.size();
    record.resize(first + pairs.size());
    for (std::size_t lane = 0; lane < 8 && !pairs.empty(); ++lane) {
      for (const std::uint32_t v : lanes[lane]) {
        const float factor = pair_factor(skin_, v);
        skin_.joint_sets().for_each_pair(v, [&](std::uint32_t pair) {
          const auto at = std::ranges::lower_bound(pairs, pair) - pairs.begin();
          float& most = record[first + static_cast<std::size_t>(at)].lane[lane];
          most = std::max(most, factor);
        });
      }
    }
  }

  [[nodiscard]] Vec3 delta(std::uint32_t target, std::uint32_t vertex) const {
    const MorphTarget& morph = skin_.morph_targets()[target];
    const std::size_t i = std::size_t{vertex} - morph.first_vertex;
    return i < morph.deltas.size() ? morph.deltas[i] : Vec3{};
  }

  [[nodiscard]] Box deltas_of(const std::vector<std::uint32_t>& vertices,
                              std::uint32_t target) const {
    Box box = Box::empty();
    for (const std::uint32_t v : vertices) box.include(delta(target, v));
    return box;
  }

  const skinning::SkinData& skin_;
  const Meshlets& meshlets_;
  const BoxTree& tree_;
};

BoxRefit::BoxRefit(const skinning::SkinData& skin, const Meshlets& meshlets, const BoxTree& tree,
                   const std::function<void(double)>& progress) {
  BoxRefitBaker::bake_all(*this, BoxRefitBaker(skin, meshlets, tree), tree.nodes.size(), progress);
}

}  // namespace dermis::collider
