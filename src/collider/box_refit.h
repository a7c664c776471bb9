// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "collider/box_tree.h"
#include "collider/deviation.h"
#include "collider/meshlets.h"
#include "dermis/model/model.h"
#include "math/float8.h"

namespace dermis::collider {

/// The vertices below a link, ascending. Slow: for baking and validation.
std::vector<std::uint32_t> vertices_below(const Meshlets& meshlets, const BoxTree& tree,
                                          BoxTree::Link link);

/// How far boxes are widened: by base + ulp · the slack of the record, for rounding; and by the
/// deviation of blends that are not linear.
struct BoxSlack {
  float base = 0;
  float ulp = 0;
  Deviation deviation;
};

/// Encloses the posed vertices below any node of a box tree. Needs only joint matrices and baked
/// data. Computes the boxes of all eight children together, a lane each. A box is the intersection
/// of two boxes:
///
/// **By joints.** A vertex v with weights w goes to Σ w_j C_j v, into the hull of the C_j v. Let
/// B_j be the box around the vertices that joint j moves. Then the union of the C_j B_j contains
/// all vertices. It is tight if vertices follow one joint, and loose if a joint that turns far
/// moves vertices a little.
///
/// **Along edges.** Let the joints that move the vertices below a node form a tree with a root
/// joint and edges e from a parent to a joint. Let D_e = C_joint − C_parent, and W_e(v) the weight
/// of v on the joints beyond e. The weights of a vertex sum to 1, so the blend telescopes:
///   v′ = C_root v + Σ_e W_e(v) D_e v.
/// With W̄_e the middle of the W_e(v) of a child's vertices, and d_e half their range,
///   v′ = M̄ v + Σ_e (W_e(v) − W̄_e) D_e v,   M̄ = C_root + Σ_e W̄_e D_e.
/// For v in the child's rest box (c, h), the first term lies in the box (M̄c, |M̄|h), and the
/// others widen it by at most d_e (|D_e c| + |D_e| h). Neighbouring joints agree at the pivot that
/// they share, so D_e v is small near it. This box is tight if a bend is smooth, and loose if
/// joints are far apart. It is left out if there are many edges.
///
/// Morph targets move vertices by μ times a vector in a baked box. Blends that are not linear are
/// near the linear one (deviation.h).
///
/// Rounding, with u = 2⁻²⁴; R, the reach, which bounds |C_j v| and the terms that it is the sum of;
/// E edges and T targets. Each term of a sum counts once for its product and once for every sum
/// after it.
///  - By joints: 4 uR for a centre, 3 uR for a half extent, 2·2 uR for the ends.
///  - Along edges: an entry of D_e has a relative error of u, D_e c an error of 2 + 8 uR, |D_e| h
///    of 2 + 6 uR.
///    - The centre: 4 for C_root c, 12 for each W̄_e D_e c, E (1 + 2E) for their sums.
///    - |M̄| h: 4 per edge, E (1 + 2E) for sums, 3 + 6E for the products.
///    - The deviation: 22 per edge, 2E² for sums. The ends: 4 + 8E.
///    - Together 11 + 54E + 6E² times uR, which covers the first box, too.
///  - A morph target adds two roundings to the rest box: T (4 + 16E).
/// BoxRefitBaker (bake_box_refit.cpp) writes this number into the record. RootBox::slack() computes
/// BoxSlack, the part that is the same for all boxes of a pose.
class BoxRefit {
 public:
  /// The largest number of edges of a record. If a node has more, its record has none.
  static constexpr std::uint32_t kMostEdges = 12;

  BoxRefit() = default;
  /// Uses all cores. `progress` gets the completed share, from 0 to 1.
  BoxRefit(const skinning::SkinData& skin, const Meshlets& meshlets, const BoxTree& tree,
           const std::function<void(double)>& progress);

  /// The data that the refit of a node reads, in a row of registers:
  ///   header · rest boxes: centres, half extents · joints, then joint and parent of each edge,
  ///   eight to a register · a box of each joint; if the joint moves no vertex of a lane, the
  ///   extent is so far below zero that the box adds nothing to a union · W̄ and d of each edge ·
  ///   morph targets, eight to a register · the boxes of their deltas · pairs of joints, eight to a
  ///   register · the factor of each pair, for deviations
  struct Header {
    std::uint32_t children, edges, joints, targets;
    std::uint32_t root;  ///< the root joint
    float slack;         ///< in ulps
    std::uint32_t pairs;
    std::uint32_t many_pairs;  ///< 1: more than kMostPairs, none listed; Deviation::most counts

    /// False if there are too many.
    [[nodiscard]] bool has_edges() const { return edges + 1 == joints; }
  };
  static_assert(sizeof(Header) == sizeof(math::Float8));
  struct Record {
    Header header;
    const math::Float8 *rest, *indices, *joint_boxes, *edges, *targets, *deltas, *pairs, *factors,
        *end;

    explicit Record(const math::Float8* at);
    static std::size_t size(const Header& header);
    [[nodiscard]] std::uint32_t joint(std::uint32_t i) const { return index_at(indices, i); }
    /// The joint if `which` is 0, its parent if it is 1.
    [[nodiscard]] std::uint32_t end_of_edge(std::uint32_t e, std::uint32_t which) const {
      return index_at(indices, header.joints + 2 * e + which);
    }
    [[nodiscard]] std::uint32_t target(std::uint32_t i) const { return index_at(targets, i); }
    /// An index into JointSets::pairs().
    [[nodiscard]] std::uint32_t pair(std::uint32_t i) const { return index_at(pairs, i); }

   private:
    static std::uint32_t index_at(const math::Float8* registers, std::uint32_t i) {
      return std::bit_cast<std::uint32_t>(registers[i / 8].lane[i % 8]);
    }
  };
  [[nodiscard]] Record record(std::uint32_t node) const {
    return Record(records_.data() + first_record_[node]);
  }

  /// The reason why a refit does not work for this tree and skin; empty if it does.
  [[nodiscard]] std::string problem(const BoxTree& tree, const skinning::SkinData& skin) const;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(std::uint64_t) * first_record_.size() + sizeof(math::Float8) * records_.size();
  }

 private:
  friend class BoxRefitBaker;
  friend struct ColliderArchive;

  std::vector<std::uint64_t> first_record_;  ///< one per node, and one more for the end
  std::vector<math::Float8> records_;
};

}  // namespace dermis::collider
