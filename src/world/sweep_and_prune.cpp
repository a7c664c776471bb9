// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
//
// Sweep and prune (Baraff 1992; Cohen et al., I-COLLIDE, 1995) along one axis leaves, at constant
// density, n^1/2 candidates per box on a plane and n^2/3 in space. So the other axes are first cut
// into strips, as in a grid, and every strip is swept separately:
//   1. Boxes that cannot be sorted are set apart.
//   2. A sample determines the use of the axes and the width of strips.
//   3. The boxes are sorted along the first axis, starting from their order in the last call.
//   4. In that order, they are added to the strips that they overlap; so strips need no sorting.
//   5. Every strip is swept. Two boxes may share several strips; only the first one counts.
//   6. Boxes in too many strips are swept against all others.
//   7. Pairs are sorted, so the result does not depend on the steps above.
#include "world/sweep_and_prune.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace dermis::world {

namespace {

using math::Box;

constexpr float Vec3::* kAxes[3] = {&Vec3::x, &Vec3::y, &Vec3::z};

/// Enough to distinguish axes along which one pair in 1,000 and one pair in 10 overlap.
constexpr std::uint32_t kSamples = 64;

/// The largest number of strips per box. More do not pay: a box is written to and swept in each.
constexpr std::int64_t kMostStrips = 16;

bool is_sound(const Box& box) {
  return box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
}

bool is_empty(const Box& box) {
  const Box empty = Box::empty();
  return box.low == empty.low && box.high == empty.high;
}

/// A sample of the sound boxes, at multiples of the golden ratio. Crowds often stand in rows, and a
/// regular step could be a multiple of the length of a row.
std::vector<Box> sample(std::span<const Box> boxes, std::span<const std::uint32_t> sound) {
  std::vector<Box> samples;
  const std::size_t count = std::min<std::size_t>(kSamples, sound.size());
  samples.reserve(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t turn = std::uint32_t(i * 0x9e3779b9);
    samples.push_back(boxes[sound[sound.size() <= kSamples ? i : turn * sound.size() >> 32]]);
  }
  return samples;
}

/// The number of pairs of samples that overlap along an axis. Unlike the variance of the centres,
/// this is the cost of a sweep, and a single box far out changes it little.
std::size_t overlaps_along(float Vec3::* axis, const std::vector<Box>& samples) {
  std::size_t count = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      count += static_cast<std::size_t>(samples[i].low.*axis <= samples[j].high.*axis) &
               static_cast<std::size_t>(samples[j].low.*axis <= samples[i].high.*axis);
    }
  }
  return count;
}

/// The width of strips along an axis; 0 if there are only points.
double strip_width(float Vec3::* axis, const std::vector<Box>& samples) {
  // A box of extent e is in 1 + e/w strips of width w, and meets the boxes within a width of w + e
  // in each. The cost is (w + e)²/w: least, 4e, at w = e; and 4.5e at w = 2e, with a quarter fewer
  // copies of boxes. One w serves all boxes, so the large ones decide unless they are few: the
  // upper quartile. Points fit any width.
  std::vector<double> extents;
  for (const Box& box : samples) {
    const double extent = double(box.high.*axis) - double(box.low.*axis);
    if (extent > 0) extents.push_back(extent);
  }
  if (extents.empty()) return 0;
  const auto quartile = extents.begin() + std::ptrdiff_t(extents.size() * 3 / 4);
  std::ranges::nth_element(extents, quartile);
  constexpr double kWidthPerExtent = 2;
  return kWidthPerExtent * *quartile;
}

/// A key that sorts by the float (-0 before 0), then by the index.
std::uint64_t sort_key(float x, std::uint32_t index) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = 0x80000000;
  return std::uint64_t((bits & sign) != 0 ? ~bits : bits | sign) << 32 | index;
}

/// Takes linear time if the keys are almost sorted.
void sort_almost_sorted(std::vector<std::uint64_t>& keys) {
  constexpr std::size_t kStepsPerKey = 8;  // with more steps, insertion is slower than sorting anew
  std::size_t steps = kStepsPerKey * keys.size();
  for (std::size_t i = 1; i < keys.size(); ++i) {
    const std::uint64_t key = keys[i];
    std::size_t j = i;
    for (; j > 0 && keys[j - 1] > key; --j) keys[j] = keys[j - 1];
    keys[j] = key;
    if (i - j > steps) {
      std::ranges::sort(keys);
      return;
    }
    steps -= i - j;
  }
}

}  // namespace

// Never decreases as x increases, in any rounding mode: neither the product nor its truncation
// does. So a box meets exactly the strips from that of its low end to that of its high end. And the
// first strip that two overlapping boxes share is that of the greater low end.
std::int32_t SweepAndPrune::Cut::strip(float x) const {
  constexpr double kFarthest = 0x1p29;  // differences must fit into 32 bits, too
  if (scale == 0) return 0;             // ∞·0 is NaN
  const double place = std::clamp(double(x) * scale, -kFarthest, kFarthest);
  return std::int32_t(place);
}

float Vec3::* SweepAndPrune::axis(std::size_t k) const {
  return kAxes[(swept_axis_ + k) % 3];
}

std::int64_t SweepAndPrune::Range::size() const {
  return std::int64_t(last[0] - first[0] + 1) * (last[1] - first[1] + 1);
}

SweepAndPrune::Range SweepAndPrune::range_of(const Entry& entry) const {
  return {{cuts_[0].strip(entry.low[1]), cuts_[1].strip(entry.low[2])},
          {cuts_[0].strip(entry.high[1]), cuts_[1].strip(entry.high[2])}};
}

/// Folding strips into one costs only time: they are far apart and hold few boxes. No box is in the
/// same folded strip twice, because there are at least kMostStrips along each cut axis.
std::size_t SweepAndPrune::fold(std::int32_t first, std::int32_t second) const {
  return (std::size_t(second) & cuts_[1].mask) * (std::size_t(cuts_[0].mask) + 1) +
         (std::size_t(first) & cuts_[0].mask);
}

void SweepAndPrune::report(std::uint32_t a, std::uint32_t b) {
  found_.push_back({std::min(a, b), std::max(a, b)});
}

void SweepAndPrune::find(std::span<const Box> boxes, std::vector<ObjectPair>& pairs,
                         SweepStats* stats) {
  stats_ = {};
  found_.swap(pairs);
  found_.clear();
  set_apart(boxes);
  choose_cuts(boxes);
  sort_order(boxes);
  fill_strips(boxes);
  sweep_strips();
  sweep_wide();
  pair_apart(boxes);
  sort_pairs(boxes.size());
  found_.swap(pairs);
  if (stats != nullptr) *stats = stats_;
}

void SweepAndPrune::set_apart(std::span<const Box> boxes) {
  sound_.clear();
  odd_.clear();
  empty_.clear();
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    (is_sound(boxes[i]) ? sound_ : is_empty(boxes[i]) ? empty_ : odd_).push_back(i);
  }
}

void SweepAndPrune::choose_cuts(std::span<const Box> boxes) {
  const std::vector<Box> samples = sample(boxes, sound_);
  std::array<std::size_t, 3> overlaps{};
  for (std::size_t k = 0; k < 3; ++k) overlaps[k] = overlaps_along(kAxes[k], samples);
  // Changes the axis only for a much better one, because the order is lost.
  const auto best = std::size_t(std::ranges::min_element(overlaps) - overlaps.begin());
  if (2 * overlaps[best] < overlaps[swept_axis_]) swept_axis_ = best;
  // A cut saves the tests of pairs that do not overlap along its axis, and about doubles the
  // others.
  constexpr std::size_t kWorthIt = 4;
  const std::size_t pairs = samples.size() * (samples.size() - 1) / 2;
  unsigned axes_cut = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const bool worth_it = kWorthIt * overlaps[(swept_axis_ + k + 1) % 3] < pairs;
    const double width = worth_it ? strip_width(axis(k + 1), samples) : 0;
    cuts_[k] = {.scale = width > 0 ? 1 / width : 0, .mask = 0};
    axes_cut += unsigned(cuts_[k].scale > 0);
  }
  // One strip per few boxes. For a crowd on a square plane the square root of that would be enough,
  // but empty strips cost almost nothing.
  constexpr std::size_t kBoxesPerStrip = 4;
  const auto bits = unsigned(std::bit_width(sound_.size() / kBoxesPerStrip));
  for (Cut& cut : cuts_) {
    if (cut.scale == 0) continue;
    cut.mask = std::max(std::uint32_t(kMostStrips), 1U << (bits / axes_cut)) - 1;
  }
}

void SweepAndPrune::sort_order(std::span<const Box> boxes) {
  const auto index = [](std::uint64_t key) { return std::uint32_t(key); };
  const std::size_t before = order_.size();
  std::erase_if(order_, [&](std::uint64_t key) { return index(key) >= boxes.size(); });
  for (std::size_t i = before; i < boxes.size(); ++i) order_.push_back(i);
  // Boxes that were set apart may have a NaN here. They stay in the order, at the end, for the time
  // when they are sound again.
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  for (std::uint64_t& key : order_) {
    const Box& box = boxes[index(key)];
    key = sort_key(is_sound(box) ? box.low.*axis(0) : kInfinity, index(key));
  }
  sort_almost_sorted(order_);
}

void SweepAndPrune::fill_strips(std::span<const Box> boxes) {
  sorted_.clear();
  ranges_.clear();
  wide_.clear();
  // While counting, an element holds the number of entries of its strip. While writing, it holds
  // the place of the next entry, which is the end of the strip when all are written.
  strip_ends_.assign((std::size_t(cuts_[0].mask) + 1) * (std::size_t(cuts_[1].mask) + 1), 0);
  const auto for_each_strip = [this](const Range& range, const auto& work) {
    for (std::int32_t second = range.first[1]; second <= range.last[1]; ++second) {
      for (std::int32_t first = range.first[0]; first <= range.last[0]; ++first) {
        work(strip_ends_[fold(first, second)]);
      }
    }
  };
  for (const std::uint64_t key : order_) {
    const auto index = std::uint32_t(key);
    const Box& box = boxes[index];
    if (!is_sound(box)) continue;
    Entry entry{.low = {}, .high = {}, .box = index};
    for (std::size_t k = 0; k < 3; ++k) {
      entry.low[k] = box.low.*axis(k);
      entry.high[k] = box.high.*axis(k);
    }
    const Range range = range_of(entry);
    if (range.size() > kMostStrips) {
      wide_.push_back(sorted_.size());
    } else {
      for_each_strip(range, [](std::size_t& place) { ++place; });
    }
    sorted_.push_back(entry);
    ranges_.push_back(range);
  }
  std::size_t total = 0;
  for (std::size_t& place : strip_ends_) {
    const std::size_t count = place;
    stats_.strips += std::uint64_t(count > 0);
    place = total;
    total += count;
  }
  strips_.resize(total);
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    if (ranges_[i].size() > kMostStrips) continue;
    for_each_strip(ranges_[i], [&](std::size_t& place) { strips_[place++] = sorted_[i]; });
  }
}

namespace {

/// Whether two sound boxes that overlap along the sweep also overlap along the other axes.
template <class Entry>
bool overlap_across(const Entry& a, const Entry& b) {
  const auto meet = [&](std::size_t k) {
    return unsigned(a.low[k] <= b.high[k]) & unsigned(b.low[k] <= a.high[k]);
  };
  return (meet(1) & meet(2)) != 0;  // no branches: the axis that fails is unpredictable
}

}  // namespace

void SweepAndPrune::sweep_strips() {
  const std::span<const Entry> entries = strips_;
  std::size_t begin = 0;
  for (std::size_t strip = 0; strip < strip_ends_.size(); ++strip) {
    const std::size_t end = strip_ends_[strip];
    for (std::size_t i = begin; i < end; ++i) {
      const Entry& a = entries[i];
      std::size_t j = i + 1;
      for (; j < end && entries[j].low[0] <= a.high[0]; ++j) {
        const Entry& b = entries[j];
        if (!overlap_across(a, b)) continue;
        const std::int32_t first = cuts_[0].strip(std::max(a.low[1], b.low[1]));
        const std::int32_t second = cuts_[1].strip(std::max(a.low[2], b.low[2]));
        if (fold(first, second) == strip) report(a.box, b.box);
      }
      stats_.box_tests += j - i - 1;
    }
    begin = end;
  }
}

void SweepAndPrune::sweep_wide() {
  if (wide_.empty()) return;
  const auto test = [this](const Entry& a, const Entry& b) {
    ++stats_.box_tests;
    if (overlap_across(a, b)) report(a.box, b.box);
  };
  // The earlier of two boxes finds the later one. Wide boxes test all later ones, others only wide
  // ones.
  std::size_t next = 0;  // in wide_
  for (std::size_t i = 0; i < sorted_.size(); ++i) {
    const Entry& a = sorted_[i];
    if (next < wide_.size() && wide_[next] == i) {
      ++next;
      for (std::size_t j = i + 1; j < sorted_.size() && sorted_[j].low[0] <= a.high[0]; ++j) {
        test(a, sorted_[j]);
      }
    } else {
      for (std::size_t k = next; k < wide_.size(); ++k) {
        const Entry& b = sorted_[wide_[k]];
        if (!(b.low[0] <= a.high[0])) break;
        test(a, b);
      }
    }
  }
}

void SweepAndPrune::pair_apart(std::span<const Box> boxes) {
  // overlap() can be true for odd boxes, such as [3, 1] and [0, 4].
  for (const std::uint32_t a : odd_) {
    for (std::uint32_t b = 0; b < boxes.size(); ++b) {
      const bool once = is_sound(boxes[b]) || (a < b && !is_empty(boxes[b]));
      stats_.box_tests += std::uint64_t(once);
      if (once && overlap(boxes[a], boxes[b])) report(a, b);
    }
  }
  // All empty boxes are equal, so one test serves them all. There may be many, such as those of
  // free slots.
  if (empty_.empty()) return;
  for (std::uint32_t b = 0; b < boxes.size(); ++b) {
    if (!overlap(Box::empty(), boxes[b])) continue;  // empty boxes do not overlap each other
    for (const std::uint32_t a : empty_) report(a, b);
  }
  stats_.box_tests += boxes.size();
}

void SweepAndPrune::sort_pairs(std::size_t boxes) {
  // Counting sort by b, then, as it is stable, by a: linear time.
  for (std::uint32_t ObjectPair::* const side : {&ObjectPair::b, &ObjectPair::a}) {
    pair_places_.assign(boxes + 1, 0);
    for (const ObjectPair& pair : found_) ++pair_places_[pair.*side + 1];
    for (std::size_t i = 1; i < boxes; ++i) pair_places_[i] += pair_places_[i - 1];
    unsorted_.swap(found_);
    found_.resize(unsorted_.size());
    for (const ObjectPair& pair : unsorted_) found_[pair_places_[pair.*side]++] = pair;
  }
}

}  // namespace dermis::world
