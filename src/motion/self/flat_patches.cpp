// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Error bounds. Let u = 2⁻²⁴, E the largest coordinate of the edges p and q, and M that of all
// vertices. Rows have an error of u M, and their differences of 4 u M at most. A coordinate of a
// cross product has two products of such differences: their errors make 16 u M E, and the roundings
// 4 u E². The sum of two cross products, twice the middle coefficient, has an error of 32 u M E +
// 12 u E². Its product with d has |d|₁ = |d.x| + |d.y| + |d.z| times that error, and three
// roundings of 4 E² |d|₁. As E ≤ 2 M, the total is less than 72 u M E |d|₁. The code uses 128 u M E
// |d|₁ = 2⁻¹⁷ M E |d|₁, which leaves much for FeatureSearch.
//
// The margin. Let all vertices move by ε along each axis. Edges change by 2 ε, and a coordinate of
// their cross product by 8 ε E + 8 ε². This is less than 16 ε E unless E < ε; in that case, the
// areas themselves are less than 16 ε E. Along d, the change is 16 ε E |d|₁.
//
// Features that FeatureSearch reports are at most 2 √3 tolerances apart, because of how little
// moves in its last window, unless it gives up. Let the features move by S relative to each other
// in the whole time, and stay S/1024 apart. Then a direction separates them in all windows shorter
// than 1 / (2 √3 · 1024). Halving 12 times gives such windows: 8,191 steps at most, once
// FeatureSearch tests directions in every step. kMostLooks allows for these. So ε is 4 tolerances
// plus S/1024. If the time is cut into parts, the motion in one part is smaller by their number. It
// is also less accurate, as it is computed from rows.
//
// Single precision. Directions have about unit size. If an error is between 1e-30 and 1e30, then
// areas, which are at most 2¹⁸ times the error, neither overflow nor underflow. Otherwise, and if
// anything is NaN, nothing is flat.
#include "motion/self/flat_patches.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "motion/self/flat_patches.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "base/dispatch.h"
#include "math/four.h"
#include "math/wide_points-inl.h"
#include "motion/self/vertex_ring.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::motion::HWY_NAMESPACE {

namespace wide = math::HWY_NAMESPACE;
using wide::Eight;
using wide::Points;

/// The sum of all lanes.
HWY_INLINE float sum(const Eight& a) {
  alignas(32) float lane[8];
  wide::store(a, lane);
  return ((lane[0] + lane[1]) + (lane[2] + lane[3])) + ((lane[4] + lane[5]) + (lane[6] + lane[7]));
}

/// The Bernstein coefficients of p × q as a function of time.
struct Turning {
  Points first, middle, last;

  HWY_INLINE Turning(const Points& p0, const Points& q0, const Points& p1, const Points& q1)
      : first(cross(p0, q0)),
        middle(wide::all(0.5F) * (cross(p0, q1) + cross(p1, q0))),
        last(cross(p1, q1)) {}
  Turning() = default;

  [[nodiscard]] HWY_INLINE Points sum() const { return (first + middle) + last; }
  /// Mask of the lanes that are turned like d all the time, by more than `error`.
  [[nodiscard]] HWY_INLINE unsigned is_along(const Points& d, float error) const {
    const Eight least = wide::min(dot(d, first), wide::min(dot(d, middle), dot(d, last)));
    return positive(least - wide::all(error));
  }
};

/// The direction of the sum of the areas.
struct Direction {
  float x = 0, y = 0, z = 0;

  HWY_INLINE void add(const Turning& turning) {
    const Points all = turning.sum();
    x += sum(all.x);
    y += sum(all.y);
    z += sum(all.z);
  }
  /// Scaled so that size() is from 1 to 3; NaN if all components are 0.
  [[nodiscard]] Direction unit() const {
    const float share = 1 / std::max({std::abs(x), std::abs(y), std::abs(z)});
    return {share * x, share * y, share * z};
  }
  [[nodiscard]] float size() const { return (std::abs(x) + std::abs(y)) + std::abs(z); }
};

/// Tests one coarse patch and the fine patches in it.
class PatchTest {
 public:
  explicit PatchTest(const FlatPatches::Motion& motion)
      : rows_(motion.rows),
        mesh_(motion.triangles),
        tolerance_(static_cast<float>(4 * std::clamp(motion.tolerance, 0.0, 1e30))),
        moved_(static_cast<float>(motion.parts) / 1024) {}

  /// From 1 to kMostTriangles triangles.
  void load(std::span<const std::uint32_t> triangles) {
    batches_ = 0;
    Eight reach = wide::all(0);
    Eight size = wide::all(0);
    Points low = wide::all(1e38F, 1e38F, 1e38F);
    Points high = wide::all(-1e38F, -1e38F, -1e38F);
    for (std::size_t i = 0; i < triangles.size(); i += 8) {
      const Triangle* t[8];
      for (std::size_t j = 0; j < 8; ++j) {
        t[j] = &mesh_[triangles[std::min(i + j, triangles.size() - 1)]];
      }
      const auto from = [&](std::size_t corner) {
        return wide::load_rows([&](std::size_t j) { return rows_.from((*t[j])[corner]); });
      };
      const auto to = [&](std::size_t corner) {
        return wide::load_rows([&](std::size_t j) { return rows_.to((*t[j])[corner]); });
      };
      const Points a0 = from(0);
      const Points a1 = to(0);
      const Points p0 = from(1) - a0;
      const Points p1 = to(1) - a1;
      const Points q0 = from(2) - a0;
      const Points q1 = to(2) - a1;
      turnings_[batches_++] = Turning(p0, q0, p1, q1);
      reach = wide::max(reach, wide::max(wide::max(largest(p0), largest(q0)),
                                         wide::max(largest(p1), largest(q1))));
      size = wide::max(size, wide::max(largest(a0), largest(a1)));
      const Points a = a1 - a0;
      const Points b = a + (p1 - p0);
      const Points c = a + (q1 - q0);
      low = lowest(lowest(low, a), lowest(b, c));
      high = highest(highest(high, a), highest(b, c));
    }
    reach_ = wide::highest(reach);
    size_ = wide::highest(size) + reach_;
    const float moved = std::max({wide::highest(high.x) - wide::lowest(low.x),
                                  wide::highest(high.y) - wide::lowest(low.y),
                                  wide::highest(high.z) - wide::lowest(low.z)});
    margin_ = tolerance_ + moved_ * (moved + 0x1p-20F * size_);
  }

  [[nodiscard]] bool is_flat(std::span<const std::uint32_t> loop) const {
    const Direction d = direction();
    const Points along = wide::all(d.x, d.y, d.z);
    const float error = this->error(d, reach_);
    for (std::size_t b = 0; b < batches_; ++b) {
      if (turnings_[b].is_along(along, error) != 255) return false;
    }
    return goes_around_once(loop, middle(loop), d);
  }

  /// For all triangles at a vertex, which must be loaded: they lie between the vertex and the loop.
  [[nodiscard]] bool is_flat(std::uint32_t vertex, std::span<const std::uint32_t> loop) const {
    return goes_around_once(loop, {math::load(rows_.from(vertex)), math::load(rows_.to(vertex))},
                            direction());
  }

  [[nodiscard]] bool is_flat(const FlatPatches::Fine& fine,
                             std::span<const std::uint32_t> loop) const {
    Direction d;
    const std::size_t last = (fine.own + fine.own_count - 1U) / 8;
    for (std::size_t b = fine.own / 8; b <= last; ++b) d.add(turnings_[b]);
    d = d.unit();
    const Points along = wide::all(d.x, d.y, d.z);
    const float error = this->error(d, reach_);
    for (std::size_t b = 0; b < batches_; ++b) {
      const unsigned members = fine.members[b];
      if (members != 0 && (members & ~turnings_[b].is_along(along, error)) != 0) return false;
    }
    return goes_around_once(loop, middle(loop), d);
  }

 private:
  [[nodiscard]] Direction direction() const {
    Direction d;
    for (std::size_t b = 0; b < batches_; ++b) d.add(turnings_[b]);
    return d.unit();
  }
  /// Infinite if single precision does not suffice.
  [[nodiscard]] float error(const Direction& d, float reach) const {
    const float error = d.size() * (reach * (0x1p-17F * size_ + 17 * margin_));
    return error > 1e-30F && error < 1e30F ? error : std::numeric_limits<float>::infinity();
  }

  struct Center {
    math::Four from, to;
  };
  [[nodiscard]] Center middle(std::span<const std::uint32_t> loop) const {
    Center sum{math::all(0), math::all(0)};
    for (const std::uint32_t v : loop) {
      sum.from += math::load(rows_.from(v));
      sum.to += math::load(rows_.to(v));
    }
    const float share = 1 / static_cast<float>(loop.size());
    return {share * sum.from, share * sum.to};
  }

  [[nodiscard]] bool goes_around_once(std::span<const std::uint32_t> loop, const Center& center,
                                      const Direction& d) const {
    const Points c0 = wide::all(center.from[0], center.from[1], center.from[2]);
    const Points c1 = wide::all(center.to[0], center.to[1], center.to[2]);
    const Points along = wide::all(d.x, d.y, d.z);
    // Any direction perpendicular to d. The loop passes it once per turn.
    const Points across =
        std::abs(d.x) < std::abs(d.y) ? wide::all(0, d.z, -d.y) : wide::all(d.z, 0, -d.x);
    int passes = 0;
    for (std::size_t i = 0; i < loop.size(); i += 8) {
      std::uint32_t p[8];
      std::uint32_t q[8];
      for (std::size_t j = 0; j < 8; ++j) {
        // Lanes beyond the end repeat the last edge.
        const std::size_t place = std::min(i + j, loop.size() - 1);
        p[j] = loop[place];
        q[j] = loop[place + 1 < loop.size() ? place + 1 : 0];
      }
      const Points p0 = wide::load_rows([&](std::size_t j) { return rows_.from(p[j]); }) - c0;
      const Points p1 = wide::load_rows([&](std::size_t j) { return rows_.to(p[j]); }) - c1;
      const Points q0 = wide::load_rows([&](std::size_t j) { return rows_.from(q[j]); }) - c0;
      const Points q1 = wide::load_rows([&](std::size_t j) { return rows_.to(q[j]); }) - c1;
      const float reach = wide::highest(
          wide::max(wide::max(largest(p0), largest(q0)), wide::max(largest(p1), largest(q1))));
      if (Turning(p0, q0, p1, q1).is_along(along, error(d, reach)) != 255) return false;
      // The side of a vertex may be wrong if the vertex is close to the plane between the sides.
      // Then its neighbours in the loop are not close to it: the areas would be as small as their
      // errors.
      const unsigned lanes = loop.size() - i < 8 ? (1U << (loop.size() - i)) - 1 : 255U;
      passes += std::popcount(~positive(dot(across, p0)) & positive(dot(across, q0)) & lanes);
    }
    return passes == 1;
  }

  const VertexRows& rows_;
  std::span<const Triangle> mesh_;
  float tolerance_, moved_;
  std::size_t batches_ = 0;
  Turning turnings_[FlatPatches::kMostTriangles / 8];
  float reach_ = 0, size_ = 0, margin_ = 0;
};

void find_flat(const FlatPatches& patches, const FlatPatches::Motion& motion, std::size_t begin,
               std::size_t end, FlatPatches::Flat& flat) {
  PatchTest test(motion);
  for (std::size_t c = begin; c < end; ++c) {
    const auto triangles = patches.triangles(c);
    if (triangles.empty()) continue;
    test.load(triangles);
    const auto loop = patches.coarse_loop(c);
    if (!loop.empty() && test.is_flat(loop)) flat.coarse[c] = 1;
    for (std::size_t f = patches.first_fine(c); f < patches.first_fine(c + 1); ++f) {
      const auto way = patches.fine_loop(f);
      if (flat.coarse[c] != 0 || (!way.empty() && test.is_flat(patches.fine(f), way))) {
        flat.fine[f] = 1;
      }
    }
  }
}

void find_folds(const FlatPatches& patches, const FlatPatches::Motion& motion,
                const VertexUses& uses, const FlatPatches::Flat& flat, std::uint32_t begin,
                std::uint32_t end, std::vector<std::uint32_t>& folds) {
  PatchTest test(motion);
  for (std::uint32_t v = begin; v < end; ++v) {
    const std::uint32_t fine = patches.fine_at(v);
    if (fine == kNone || flat.fine[fine] != 0) continue;
    const VertexRing way(motion.triangles, uses.of(v), v);
    if (!way.loop().empty()) {
      test.load(uses.of(v));
      if (test.is_flat(v, way.loop())) continue;
    }
    folds.push_back(v);
  }
}

}  // namespace dermis::motion::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::motion {

void FlatPatches::find_flat(const Motion& motion, std::size_t begin, std::size_t end,
                            Flat& flat) const {
  DERMIS_DISPATCH(current_isa(), find_flat(*this, motion, begin, end, flat));
}

void FlatPatches::find_folds(const Motion& motion, const VertexUses& uses, const Flat& flat,
                             std::uint32_t begin, std::uint32_t end,
                             std::vector<std::uint32_t>& folds) const {
  DERMIS_DISPATCH(current_isa(), find_folds(*this, motion, uses, flat, begin, end, folds));
}

std::size_t FlatPatches::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(coarse_) + bytes(fine_) + bytes(triangles_) + bytes(coarse_loops_) +
         bytes(fine_loops_) + bytes(fine_at_);
}

}  // namespace dermis::motion
#endif
