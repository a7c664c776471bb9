// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "ccd/window.h"
#include "kinetic/event_queue.h"

namespace dermis::kinetic {

/// What changes evenly from time 0 to time 1.
struct Line {
  double from = 0, to = 0;

  friend Line operator-(const Line& a, const Line& b) { return {a.from - b.from, a.to - b.to}; }
  /// Of a difference, with an error of some roundings of how much it changes.
  [[nodiscard]] double at(double time) const { return from + time * (to - from); }
};

/// When `second` overtakes `first`, which is ahead now, or just not any more: kNever if it is not
/// ahead at the end. So whoever overtakes is ahead of the other at the end, and is not overtaken by
/// it again, however times are rounded.
inline double overtaken(const Line& first, const Line& second, double now) {
  const Line lead = first - second;
  if (lead.to >= 0) return EventQueue::kNever;
  return lead.from > 0 ? std::max(now, lead.from / (lead.from - lead.to)) : now;
}

/// When a line is positive: from `begin` on, before `end`. Rounded inwards, but for a rounding of
/// the margin that was taken off it.
struct PositiveTime {
  double begin = 0, end = EventQueue::kNever;

  explicit PositiveTime(const Line& line) {
    const double crossing = line.from / (line.from - line.to);
    if (!(line.from > 0)) begin = line.to > 0 ? crossing + ccd::kTimeError : EventQueue::kNever;
    if (!(line.to > 0)) end = line.from > 0 ? crossing - ccd::kTimeError : 0;
  }
};

}  // namespace dermis::kinetic
