// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "dermis/model/model.h"
#include "motion/features/vertex_rows.h"
#include "motion/mesh/space_time_tree.h"
#include "motion/mesh/vertex_uses.h"

namespace dermis::motion {

/// Parts of a mesh that provably do not meet themselves while they are flat: most of a cloth, most
/// of the time. A patch consists of the triangles below a node and all triangles around them. There
/// is a coarse patch for each largest node with up to 64 triangles, and for the triangles that are
/// children of larger nodes. In it, there is a fine patch for each node with triangles of its own,
/// which are up to eight.
///
/// Let all triangles of a patch be turned the same way all the time, seen along some direction d: d
/// · (p × q) > 0 for their edges p, q from a corner. Then, seen along d, the number of triangles
/// over a point is the winding number of the patch's border around it. Let the border, seen from a
/// moving point c, always turn in one direction, and wind around c once. Then its winding number
/// around any point is at most one: the triangles do not overlap, seen along d. As a function of
/// time, p × q is a polynomial of degree 2: it is positive if its three Bernstein coefficients are.
///
/// All of this holds by a margin: each vertex could be anywhere within ε of its position. Then two
/// features that share no corner, of any two of the triangles, are more than ε apart: otherwise,
/// vertices could move by ε so that triangles overlap. So ε is chosen such that FeatureSearch does
/// not report features that are ε apart. A patch saves work; it never changes the result.
class FlatPatches {
 public:
  /// Larger patches never count as flat.
  static constexpr std::size_t kMostTriangles = 256;

  FlatPatches() = default;
  FlatPatches(const SpaceTimeTree& tree, std::span<const Triangle> triangles,
              const VertexUses& uses);

  /// For each patch: 1 if it was found to be flat, else 0.
  struct Flat {
    explicit Flat(const FlatPatches& patches)
        : coarse(patches.coarse_count()), fine(patches.fine_count()) {}
    std::vector<std::uint8_t> coarse, fine;
  };
  /// The motion of a mesh in one of `parts` equal parts of the time.
  struct Motion {
    const VertexRows& rows;
    std::span<const Triangle> triangles;
    double tolerance;
    std::uint32_t parts = 1;
  };
  /// For the coarse patches [begin, end) and the fine patches in them.
  void find_flat(const Motion& motion, std::size_t begin, std::size_t end, Flat& flat) const;
  /// Appends the vertices of [begin, end) around which triangles may meet each other. Leaves out a
  /// vertex if its fine patch is flat, or if the triangles around it are flat themselves.
  void find_folds(const Motion& motion, const VertexUses& uses, const Flat& flat,
                  std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& folds) const;

  [[nodiscard]] std::size_t coarse_count() const { return coarse_.size() - 1; }
  [[nodiscard]] std::size_t fine_count() const { return fine_.size() - 1; }
  /// The fine patch that contains all triangles at a vertex; kNone if the vertex has no triangles.
  [[nodiscard]] std::uint32_t fine_at(std::uint32_t vertex) const { return fine_at_[vertex]; }

  /// The triangles of a coarse patch, those below its node first. Empty if there are more than
  /// kMostTriangles.
  [[nodiscard]] std::span<const std::uint32_t> triangles(std::size_t coarse) const {
    return between(triangles_, coarse_[coarse].triangles, coarse_[coarse + 1].triangles);
  }
  /// The vertices along its border, in order. Empty unless the border is one closed loop.
  [[nodiscard]] std::span<const std::uint32_t> coarse_loop(std::size_t coarse) const {
    return between(coarse_loops_, coarse_[coarse].loop, coarse_[coarse + 1].loop);
  }
  [[nodiscard]] std::span<const std::uint32_t> fine_loop(std::size_t fine) const {
    return between(fine_loops_, fine_[fine].loop, fine_[fine + 1].loop);
  }
  [[nodiscard]] std::size_t first_fine(std::size_t coarse) const { return coarse_[coarse].fine; }

  /// A subset of the triangles of a coarse patch, a bit each.
  using Members = std::array<std::uint8_t, kMostTriangles / 8>;
  struct Fine {
    std::uint32_t loop = 0;               ///< start of its loop, which ends at the next start
    std::uint8_t own = 0, own_count = 0;  ///< range of its node's triangles in the coarse patch
    Members members = {};

    /// Whether it contains the triangle at this index of the coarse patch.
    [[nodiscard]] bool has(std::size_t place) const {
      return (members[place / 8] >> place % 8 & 1U) != 0;
    }
  };
  [[nodiscard]] const Fine& fine(std::size_t fine) const { return fine_[fine]; }

  [[nodiscard]] std::size_t byte_count() const;

 private:
  friend class PatchBuilder;
  /// The start of each list. It ends at the start of the next patch's list.
  struct Coarse {
    std::uint32_t triangles = 0, loop = 0, fine = 0;
  };
  static std::span<const std::uint32_t> between(const std::vector<std::uint32_t>& list,
                                                std::size_t begin, std::size_t end) {
    return std::span(list).subspan(begin, end - begin);
  }

  std::vector<Coarse> coarse_{1};
  std::vector<Fine> fine_{1};
  std::vector<std::uint32_t> triangles_, coarse_loops_, fine_loops_, fine_at_;
};

}  // namespace dermis::motion
