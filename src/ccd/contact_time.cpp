// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/ccd/contact_time.h"

#include "ccd/feature_search.h"
#include "math/float_mode.h"

namespace dermis {

std::optional<ContactTime> find_contact_time(Features features,
                                             std::span<const MovingPoint, 4> points,
                                             const ContactOptions& options) {
  const math::DefinedFloatMode mode;
  const ccd::FeaturePoints p{&points[0], &points[1], &points[2], &points[3]};
  const ccd::Slice slice = ccd::boxes_overlap(features, p);
  if (slice.is_empty()) return std::nullopt;
  ccd::FeatureSearch search(features, p, options.tolerance, ccd::Window{}.cut(slice));
  auto state = ccd::FeatureSearch::State::open;
  while (state == ccd::FeatureSearch::State::open) state = search.step();
  if (state == ccd::FeatureSearch::State::none) return std::nullopt;
  return search.contact();
}

}  // namespace dermis
