// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>

#include "kinetic/certificate_queue.h"
#include "motion/features/window.h"

namespace dermis::kinetic {

/// A value that changes linearly from time 0 to time 1.
struct Line {
  double from = 0, to = 0;

  friend Line operator-(const Line& a, const Line& b) { return {a.from - b.from, a.to - b.to}; }
  /// For a difference, the error is a few roundings of the amount by which it changes.
  [[nodiscard]] double at(double time) const { return from + time * (to - from); }
};

/// The time at which `second` overtakes `first`, which is ahead now, or has just ceased to be.
/// kNever if `second` is not ahead at the end. So a line that overtakes is ahead at the end, and is
/// never overtaken by the other again, however times are rounded.
inline double overtaken(const Line& first, const Line& second, double now) {
  const Line lead = first - second;
  if (lead.to >= 0) return CertificateQueue::kNever;
  return lead.from > 0 ? std::max(now, lead.from / (lead.from - lead.to)) : now;
}

/// The time in which a line is positive: [begin, end). Rounded inwards, up to a rounding of the
/// margin that was subtracted from the line.
struct PositiveTime {
  double begin = 0, end = CertificateQueue::kNever;

  explicit PositiveTime(const Line& line) {
    const double crossing = line.from / (line.from - line.to);
    if (!(line.from > 0))
      begin = line.to > 0 ? crossing + motion::kTimeError : CertificateQueue::kNever;
    if (!(line.to > 0)) end = line.from > 0 ? crossing - motion::kTimeError : 0;
  }
};

}  // namespace dermis::kinetic
