// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <bit>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "bounds/box_tree.h"
#include "bounds/deviation.h"
#include "bounds/meshlets.h"
#include "dermis/model/model.h"
#include "math/float8.h"

namespace dermis::bounds {

/// The vertices below a link, ascending. A slow walk, for bakers and checks.
std::vector<std::uint32_t> vertices_below(const Meshlets& meshlets, const BoxTree& tree,
                                          BoxTree::Link link);

/// How much boxes are widened for rounding: base + ulp · a number that a record gives; and for what
/// is not linear.
struct BoxSlack {
  float base = 0;
  float ulp = 0;
  Deviation deviation;
};

/// Encloses the posed vertices below any node of a box tree, from joint matrices and baked data
/// alone, its eight children at once, a lane each. A box is the intersection of two:
///
/// **By joints.** A vertex v with weights w goes to Σ w_j C_j v, into the hull of the C_j v. So for
/// every joint j there is a box B_j around the vertices that it moves, and the union of the C_j B_j
/// holds all. Tight where vertices follow one joint, and loose where a joint that turns far moves
/// vertices a little.
///
/// **Along edges.** Let the joints that move the vertices below a node form a tree with a root
/// joint and edges e from a parent to a joint; D_e = C_joint − C_parent; W_e(v) the weight of v on
/// the joints beyond e. The weights of a vertex sum to 1, so blending telescopes:
///   v′ = C_root v + Σ_e W_e(v) D_e v.
/// With W̄_e the middle of the W_e(v) of a child's vertices, and d_e half their range,
///   v′ = M̄ v + Σ_e (W_e(v) − W̄_e) D_e v,   M̄ = C_root + Σ_e W̄_e D_e.
/// For v in the child's rest box (c, h), the first term lies in the box (M̄c, |M̄|h), and the others
/// widen it by d_e (|D_e c| + |D_e| h) at most. Neighbouring joints agree at the pivot they share,
/// so D_e v is small near it: tight where a bend is smooth, loose where joints are far apart, and
/// left out where there are many.
///
/// Morph targets move vertices by μ times something in a baked box. Blends that are not linear are
/// near the linear one (deviation.h).
///
/// Rounding, with u = 2⁻²⁴ and R, the reach, which bounds |C_j v| and the terms it is the sum of; E
/// edges, T targets. Each term of a sum counts once for its product and once for every sum after
/// it.
///  - By joints: 4 uR for a centre, 3 uR for a half extent, 2·2 uR for the ends.
///  - Along edges: an entry of D_e is off by u of it, D_e c by 2 + 8 uR, |D_e| h by 2 + 6 uR.
///    - The centre: 4 for C_root c, 12 for each W̄_e D_e c, E (1 + 2E) for their sums.
///    - |M̄| h: 4 per edge, E (1 + 2E) for sums, 3 + 6E for the products.
///    - The deviation: 22 per edge, 2E² for sums. The ends: 4 + 8E.
///    - Together 11 + 54E + 6E² times uR, which covers the first box, too.
///  - A morph target adds two roundings to the rest box: T (4 + 16E).
class BoxRefit {
 public:
  /// The edges that one record has, at most; none instead of more.
  static constexpr std::uint32_t kMostEdges = 12;

  BoxRefit() = default;
  /// By all cores; says how far it is, 0…1.
  BoxRefit(const Skin& skin, const Meshlets& meshlets, const BoxTree& tree,
           const std::function<void(double)>& progress);

  /// A record holds what the refit of a node reads, in a row of registers:
  ///   header · rest boxes: centres, half extents · joints, then joint and parent of each edge,
  ///   eight to a register · a box of each joint; where it moves nothing of a lane, its extent is
  ///   so far below zero that it adds nothing to a union · W̄ and d of each edge · morph targets,
  ///   eight to a register · the boxes of their deltas · pairs of joints, eight to a register ·
  ///   the factor of each, for deviations
  struct Header {
    std::uint32_t children, edges, joints, targets;
    std::uint32_t root;  ///< joint
    float slack;         ///< in ulps
    std::uint32_t pairs;
    std::uint32_t many_pairs;  ///< more than kMostPairs, and none listed: Deviation::most counts

    /// Or there are too many.
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
    /// The joint, and with 1 the parent.
    [[nodiscard]] std::uint32_t end_of_edge(std::uint32_t e, std::uint32_t which) const {
      return index_at(indices, header.joints + 2 * e + which);
    }
    [[nodiscard]] std::uint32_t target(std::uint32_t i) const { return index_at(targets, i); }
    /// Of JointSets::pairs().
    [[nodiscard]] std::uint32_t pair(std::uint32_t i) const { return index_at(pairs, i); }

   private:
    static std::uint32_t index_at(const math::Float8* registers, std::uint32_t i) {
      return std::bit_cast<std::uint32_t>(registers[i / 8].lane[i % 8]);
    }
  };
  [[nodiscard]] Record record(std::uint32_t node) const {
    return Record(records_.data() + first_record_[node]);
  }

  /// What keeps a refit from working for this tree and skin; empty when nothing does.
  [[nodiscard]] std::string problem(const BoxTree& tree, const Skin& skin) const;

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(std::uint64_t) * first_record_.size() + sizeof(math::Float8) * records_.size();
  }

 private:
  friend class BoxRefitBaker;
  friend struct ColliderArchive;

  std::vector<std::uint64_t> first_record_;  ///< of each node, and one more for the end
  std::vector<math::Float8> records_;
};

}  // namespace dermis::bounds
