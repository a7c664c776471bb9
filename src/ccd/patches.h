// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "ccd/space_time_tree.h"
#include "ccd/vertex_rows.h"
#include "dermis/model/model.h"

namespace dermis::ccd {

/// The triangles at each vertex.
struct VertexUses {
  std::span<const std::uint32_t> first, triangles;

  [[nodiscard]] std::span<const std::uint32_t> of(std::uint32_t vertex) const {
    return triangles.subspan(first[vertex], first[vertex + 1] - first[vertex]);
  }
};

/// Parts of a mesh that are seen not to meet themselves while they are flat: most of a cloth, most
/// of the time. A patch is what is below a node, with all triangles around it: a coarse one for
/// nodes with up to 64 triangles, and fine ones for those with up to eight, within it.
///
/// Let all triangles of a patch be turned the same way all the time, seen along some direction d:
/// d · (p × q) > 0 for their edges p, q from a corner. Then, seen along d, as many triangles lie
/// over a point as the way along the patch's border goes around it. Let that way, as seen from a
/// point c that moves along, always go in one direction, and around c once. Then it goes around no
/// point more often: triangles do not overlap, seen along d. In time, p × q is a polynomial of
/// degree 2: it is positive where its three Bernstein coefficients are.
///
/// All of this holds by a margin: vertices could be anywhere within ε of where they are. Then two
/// features that share no corner, of any two of the triangles, are more than ε apart: else vertices
/// could move by ε so that triangles overlap. So ε is chosen such that FeatureSearch does not
/// report what is ε apart. A patch spares work; it never changes what is found.
class Patches {
 public:
  static constexpr std::uint32_t kNone = ~0U;
  /// Larger ones are never flat.
  static constexpr std::size_t kMostTriangles = 256;

  Patches() = default;
  Patches(const SpaceTimeTree& tree, std::span<const Triangle> triangles, const VertexUses& uses);

  /// What was found to be flat: 1 or 0 for each patch.
  struct Flat {
    explicit Flat(const Patches& patches)
        : coarse(patches.coarse_count()), fine(patches.fine_count()) {}
    std::vector<std::uint8_t> coarse, fine;
  };
  /// A mesh that moves, in one of `parts` of the time.
  struct Motion {
    const VertexRows& rows;
    std::span<const Triangle> triangles;
    double tolerance;
    std::uint32_t parts = 1;
  };
  /// For the coarse patches [begin, end), and the fine ones in them. Callers hold a
  /// DefinedFloatMode.
  void find_flat(const Motion& motion, std::size_t begin, std::size_t end, Flat& flat) const;
  /// Appends those of the vertices [begin, end) around which triangles may meet each other: not in
  /// a flat patch, and not a flat patch themselves. Callers hold a DefinedFloatMode.
  void find_folds(const Motion& motion, const VertexUses& uses, const Flat& flat,
                  std::uint32_t begin, std::uint32_t end, std::vector<std::uint32_t>& folds) const;

  [[nodiscard]] std::size_t coarse_count() const { return coarse_.size() - 1; }
  [[nodiscard]] std::size_t fine_count() const { return fine_.size() - 1; }
  /// The fine patch that holds all triangles at a vertex; kNone if there are none.
  [[nodiscard]] std::uint32_t fine_at(std::uint32_t vertex) const { return fine_at_[vertex]; }

  /// The triangles of a coarse patch. Those below its node come first.
  [[nodiscard]] std::span<const std::uint32_t> triangles(std::size_t coarse) const {
    return between(triangles_, coarse_[coarse].triangles, coarse_[coarse + 1].triangles);
  }
  /// The vertices along its border. None if the border is not one way around.
  [[nodiscard]] std::span<const std::uint32_t> coarse_loop(std::size_t coarse) const {
    return between(coarse_loops_, coarse_[coarse].loop, coarse_[coarse + 1].loop);
  }
  [[nodiscard]] std::span<const std::uint32_t> fine_loop(std::size_t fine) const {
    return between(fine_loops_, fine_[fine].loop, fine_[fine + 1].loop);
  }
  [[nodiscard]] std::size_t first_fine(std::size_t coarse) const { return coarse_[coarse].fine; }

  /// Some of the triangles of a coarse patch, a bit each.
  using Members = std::array<std::uint8_t, kMostTriangles / 8>;
  struct Fine {
    std::uint32_t loop = 0;               ///< where it begins; it ends where the next one begins
    std::uint8_t own = 0, own_count = 0;  ///< which of the coarse patch's are below the node
    Members members = {};

    /// Whether the triangle at this place of the coarse patch is one of it.
    [[nodiscard]] bool has(std::size_t place) const {
      return (members[place / 8] >> place % 8 & 1U) != 0;
    }
  };
  [[nodiscard]] const Fine& fine(std::size_t fine) const { return fine_[fine]; }

  [[nodiscard]] std::size_t byte_count() const;

 private:
  friend class PatchBuilder;
  /// Where lists begin; they end where those of the next one begin.
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

}  // namespace dermis::ccd
