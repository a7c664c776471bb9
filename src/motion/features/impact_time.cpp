// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/motion/impact_time.h"

#include <cassert>

#include "base/float_mode.h"
#include "motion/features/feature_search.h"

namespace dermis {

std::optional<ImpactTime> find_impact_time(Features features,
                                           std::span<const MovingPoint, 4> points,
                                           const ImpactTimeOptions& options) {
  assert(options.tolerance >= 0);
  const base::DefinedFloatMode mode;
  const motion::FeaturePoints p{&points[0], &points[1], &points[2], &points[3]};
  const motion::Slice slice = motion::boxes_overlap(features, p);
  if (slice.is_empty()) return std::nullopt;
  motion::FeatureSearch search(features, p, options.tolerance, motion::Window{}.cut(slice));
  auto state = motion::FeatureSearch::State::open;
  while (state == motion::FeatureSearch::State::open) state = search.step();
  if (state == motion::FeatureSearch::State::none) return std::nullopt;
  return search.impact();
}

}  // namespace dermis
