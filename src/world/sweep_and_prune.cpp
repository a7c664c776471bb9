// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
//
// Sweep and prune (Baraff 1992; Cohen et al., I-COLLIDE, 1995) along one axis leaves, at constant
// density, n^1/2 candidates per box on a plane and n^2/3 in space. So the other axes are cut into
// strips first, as in a grid, and every strip is swept on its own:
//   1. Boxes for which sorting makes no sense are set apart.
//   2. A sample tells how the axes are best used and how wide strips should be.
//   3. The boxes are sorted along the first axis, from their order in the last call.
//   4. In that order they go to the strips they are in; strips thus need no sorting.
//   5. Every strip is swept. Two boxes may be in several strips together; the first one counts.
//   6. Boxes in too many strips are swept against all.
//   7. Pairs are sorted, so that nothing of the above can be seen in them.
#include "world/sweep_and_prune.h"

#include <algorithm>
#include <bit>
#include <limits>

namespace dermis::world {

namespace {

using math::Box;

constexpr float Vec3::* kAxes[3] = {&Vec3::x, &Vec3::y, &Vec3::z};

/// Enough to tell axes apart along which one pair in 1,000 and one pair in 10 overlap.
constexpr std::uint32_t kSamples = 64;

/// In strips per box. More are not worth it: all of them are written and swept.
constexpr std::int64_t kMostStrips = 16;

bool is_sound(const Box& box) {
  return box.low.x <= box.high.x && box.low.y <= box.high.y && box.low.z <= box.high.z;
}

bool is_empty(const Box& box) {
  const Box empty = Box::empty();
  return box.low == empty.low && box.high == empty.high;
}

/// Some of the sound boxes, from all over, at multiples of the golden ratio: crowds often stand in
/// rows, and any regular step could be a multiple of their length.
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

/// Pairs of samples that overlap along an axis. Unlike the variance of their centres, this is what
/// a sweep costs; and a single box far out changes little.
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

/// Zero if there are only points.
double strip_width(float Vec3::* axis, const std::vector<Box>& samples) {
  // Boxes of extent e in strips of width w are in 1 + e/w of them and meet those in a width of
  // w + e in each: (w + e)²/w, the least (4e) at w = e, and 4.5e at w = 2e, where it takes a
  // quarter fewer copies of boxes. As one w has to do for all, the large ones decide, unless they
  // are few: the upper quartile. Points fit anywhere.
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

/// In the order of the floats (-0 before 0), then of the indices.
std::uint64_t sort_key(float x, std::uint32_t index) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const std::uint32_t sign = 0x80000000;
  return std::uint64_t((bits & sign) != 0 ? ~bits : bits | sign) << 32 | index;
}

/// In linear time if almost sorted.
void sort_almost_sorted(std::vector<std::uint64_t>& keys) {
  constexpr std::size_t kStepsPerKey = 8;  // where insertion gets slower than sorting anew
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

// Never falls as x rises, in any rounding mode: neither does the product nor what is left of it
// without its fraction. So the strips from that of the low end to that of the high end are all that
// a box meets, and the first strip that two overlapping boxes share is that of the greater low end.
std::int32_t SweepAndPrune::Cut::strip(float x) const {
  constexpr double kFarthest = 0x1p29;  // differences are to fit, too
  if (scale == 0) return 0;             // ∞·0 is no place
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

/// Strips that are folded into one cost time only: far apart, they hold few boxes. A box is in no
/// folded strip twice as there are at least kMostStrips along each cut axis.
std::size_t SweepAndPrune::fold(std::int32_t first, std::int32_t second) const {
  return (std::size_t(second) & cuts_[1].mask) * (std::size_t(cuts_[0].mask) + 1) +
         (std::size_t(first) & cuts_[0].mask);
}

void SweepAndPrune::report(std::uint32_t a, std::uint32_t b) {
  found_.push_back({std::min(a, b), std::max(a, b)});
}

void SweepAndPrune::find(std::span<const Box> boxes, std::vector<BoxPair>& pairs,
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
  // Only for a much better one: the order is lost.
  const auto best = std::size_t(std::ranges::min_element(overlaps) - overlaps.begin());
  if (2 * overlaps[best] < overlaps[swept_axis_]) swept_axis_ = best;
  // A cut saves the tests of pairs that do not overlap along its axis, and about doubles the rest.
  constexpr std::size_t kWorthIt = 4;
  const std::size_t pairs = samples.size() * (samples.size() - 1) / 2;
  unsigned axes_cut = 0;
  for (std::size_t k = 0; k < 2; ++k) {
    const bool worth_it = kWorthIt * overlaps[(swept_axis_ + k + 1) % 3] < pairs;
    const double width = worth_it ? strip_width(axis(k + 1), samples) : 0;
    cuts_[k] = {.scale = width > 0 ? 1 / width : 0, .mask = 0};
    axes_cut += unsigned(cuts_[k].scale > 0);
  }
  // A strip for every few boxes: the square root of that would do for a crowd on a plane as wide as
  // long, but empty strips cost next to nothing.
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
  // Those set apart, which could have a NaN here, stay in the order for when they are sound again.
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
  // While counting, a strip's place holds how many there are; while writing, where the next goes,
  // which is its end when all are written.
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

/// Of sound boxes that meet along the sweep.
template <class Entry>
bool overlap_across(const Entry& a, const Entry& b) {
  const auto meet = [&](std::size_t k) {
    return unsigned(a.low[k] <= b.high[k]) & unsigned(b.low[k] <= a.high[k]);
  };
  return (meet(1) & meet(2)) != 0;  // no branches: which of them fails is anyone's guess
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
  // Of two boxes the earlier one finds the later one: a wide one all, any other only wide ones.
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
  // overlap() holds for some of the odd ones: [3, 1] and [0, 4], say.
  for (const std::uint32_t a : odd_) {
    for (std::uint32_t b = 0; b < boxes.size(); ++b) {
      const bool once = is_sound(boxes[b]) || (a < b && !is_empty(boxes[b]));
      stats_.box_tests += std::uint64_t(once);
      if (once && overlap(boxes[a], boxes[b])) report(a, b);
    }
  }
  // All empty ones are the same, so that one answer does for them: there may be many, such as those
  // of characters that are not there.
  if (empty_.empty()) return;
  for (std::uint32_t b = 0; b < boxes.size(); ++b) {
    if (!overlap(Box::empty(), boxes[b])) continue;  // nor does an empty one overlap an empty one
    for (const std::uint32_t a : empty_) report(a, b);
  }
  stats_.box_tests += boxes.size();
}

void SweepAndPrune::sort_pairs(std::size_t boxes) {
  // By counting, first by b, then, keeping that order, by a: linear.
  for (std::uint32_t BoxPair::* const side : {&BoxPair::b, &BoxPair::a}) {
    pair_places_.assign(boxes + 1, 0);
    for (const BoxPair& pair : found_) ++pair_places_[pair.*side + 1];
    for (std::size_t i = 1; i < boxes; ++i) pair_places_[i] += pair_places_[i - 1];
    unsorted_.swap(found_);
    found_.resize(unsorted_.size());
    for (const BoxPair& pair : unsorted_) found_[pair_places_[pair.*side]++] = pair;
  }
}

}  // namespace dermis::world
