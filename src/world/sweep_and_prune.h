// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "math/box.h"

namespace dermis::world {

/// Box `a` overlaps box `b`; a < b.
struct ObjectPair {
  std::uint32_t a = 0, b = 0;
  friend auto operator<=>(const ObjectPair&, const ObjectPair&) = default;
};

/// The work of one call. May depend on earlier calls: an axis is kept unless another is much
/// better.
struct SweepStats {
  std::uint64_t box_tests = 0;  ///< pairs that overlap along the sweep, or are not swept
  std::uint64_t strips = 0;     ///< strips with at least one box
};

/// Finds the overlapping pairs of many moving boxes. Keeps the order of the boxes from call to
/// call. If they move little in between, sorting takes little time. For that, box i of one call
/// should be box i of the next; the pairs do not depend on it. One thread at a time.
///
/// Takes almost linear time for boxes of similar size at constant density, on a line, on a plane or
/// in space, even if single boxes are far out. Boxes much wider than most are swept along one axis
/// only.
class SweepAndPrune {
 public:
  /// Replaces `pairs` by exactly the pairs for which overlap() is true, sorted. All boxes are
  /// allowed: infinite ones, boxes with NaN, and boxes without a point.
  void find(std::span<const math::Box> boxes, std::vector<ObjectPair>& pairs,
            SweepStats* stats = nullptr);

 private:
  /// A box with its axes permuted so that the swept axis comes first.
  struct Entry {
    float low[3], high[3];
    std::uint32_t box;
  };
  /// The strips along an axis: 1 / scale wide, the one at zero twice that. There may be any number
  /// of them, so they are folded to mask + 1, a power of two.
  struct Cut {
    double scale = 0;  ///< zero: one strip
    std::uint32_t mask = 0;

    [[nodiscard]] std::int32_t strip(float x) const;
  };
  /// The strips that a box is in, along both cut axes: first to last.
  struct Range {
    std::int32_t first[2], last[2];

    [[nodiscard]] std::int64_t size() const;
  };

  void set_apart(std::span<const math::Box> boxes);
  void choose_cuts(std::span<const math::Box> boxes);
  void sort_order(std::span<const math::Box> boxes);
  void fill_strips(std::span<const math::Box> boxes);
  void sweep_strips();
  void sweep_wide();
  void pair_apart(std::span<const math::Box> boxes);
  void sort_pairs(std::size_t boxes);

  /// Axis k; 0 is the swept one.
  [[nodiscard]] float Vec3::* axis(std::size_t k) const;
  [[nodiscard]] Range range_of(const Entry& entry) const;
  [[nodiscard]] std::size_t fold(std::int32_t first, std::int32_t second) const;
  void report(std::uint32_t a, std::uint32_t b);

  // Kept between calls.
  std::size_t swept_axis_ = 0;
  std::vector<std::uint64_t> order_;  // sort keys, by low end along the swept axis

  // Members, to reuse their memory.
  std::array<Cut, 2> cuts_;
  std::vector<std::uint32_t> sound_;     // low <= high on all axes
  std::vector<Entry> sorted_;            // the sound boxes, in order
  std::vector<Range> ranges_;            // of the entries in sorted_
  std::vector<std::size_t> wide_;        // indices into sorted_
  std::vector<Entry> strips_;            // one after the other, each sorted
  std::vector<std::size_t> strip_ends_;  // the end of each strip in strips_
  std::vector<std::uint32_t> odd_;       // with a NaN, or low > high on an axis, but not empty
  std::vector<std::uint32_t> empty_;     // equal to Box::empty()
  std::vector<ObjectPair> found_, unsorted_;
  std::vector<std::size_t> pair_places_;
  SweepStats stats_;
};

}  // namespace dermis::world
