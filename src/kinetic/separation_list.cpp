// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "kinetic/separation_list.h"

#include <algorithm>
#include <utility>

#include "math/two.h"

namespace dermis::kinetic {

using math::Two;

/// Boxes count as apart if their gap is larger than this. It is far more than the errors of both
/// boxes and of the times of impacts (FeatureSearch::from()). So boxes overlap before their
/// contents touch.
double SeparationList::margin(const BoxPair& boxes) const {
  return 4 * (trees.box(boxes.a).error() + trees.box(boxes.b).error());
}

void SeparationList::begin(double now) {
  now_ = now;
  open_.clear();
  queue_.clear();
  queue_.resize(trees.certificate_count());
  pairs_.clear(trees.node_count());
  families_.clear();
  found.clear();
  events_ = {};
  certified_ = 0;
  box_tests_ = 0;
  triangle_pairs_ = 0;
  trees.elect(now, queue_);
}

/// The gap between `side` of a and the opposite side of b, minus the margin.
Line SeparationList::gap(const BoxPair& boxes, Side side) const {
  const KineticBox& p = trees.box(boxes.a);
  const KineticBox& q = trees.box(boxes.b);
  const Side other = opposite(side);
  const double margin_of_both = margin(boxes);
  return {-(p.from[side] + q.from[other]) - margin_of_both,
          -(p.to[side] + q.to[other]) - margin_of_both};
}

/// Whether two boxes are apart on a side from now on, whichever vertices overtake. The farthest of
/// several linear motions is not above the line between its values now and at the end.
bool SeparationList::is_settled(const BoxPair& boxes) const {
  const KineticBox& p = trees.box(boxes.a);
  const KineticBox& q = trees.box(boxes.b);
  const double apart = margin(boxes);
  // The gaps on both sides along an axis.
  const auto gaps = [](const double* a, const double* b) {
    return -(Two{a[0], a[1]} + Two{b[1], b[0]});
  };
  for (Side side = 0; side < kSides; side += 2) {
    Two here = gaps(p.from + side, q.from + side);
    if (now_ > 0) here += now_ * (gaps(p.to + side, q.to + side) - here);
    const Two least = math::min(here, gaps(p.last + side, q.last + side));
    if (least[0] > apart || least[1] > apart) return true;
  }
  return false;
}

/// The side on which two boxes are apart for the longest time from now on. In relaxed mode, only if
/// they stay apart until the end.
SeparationList::Certificate SeparationList::certify(const BoxPair& boxes) {
  ++box_tests_;
  if (mode_ == KineticMode::relaxed && is_settled(boxes))
    return {kSettled, CertificateQueue::kNever};
  Certificate best{kOverlap, now_};
  for (Side side = 0; side < kSides; ++side) {
    const PositiveTime apart(gap(boxes, side));
    // Strictly later than now, so that time advances.
    if (apart.begin <= now_ && apart.end > best.fails) best = {side, apart.end};
  }
  if (mode_ == KineticMode::relaxed && best.fails != CertificateQueue::kNever) best.side = kOverlap;
  return best;
}

/// The time at which two overlapping boxes part.
double SeparationList::parts(const BoxPair& boxes) const {
  double first = CertificateQueue::kNever;
  for (Side side = 0; side < kSides; ++side) {
    const PositiveTime apart(gap(boxes, side));
    const double begin = std::max(apart.begin, now_);
    if (begin < apart.end) first = std::min(first, begin);
  }
  return first;
}

Pair SeparationList::add(const BoxPair& boxes, std::uint32_t watch, const Certificate& apart,
                         Pair father) {
  const Pair pair = pairs_.add({boxes, apart.side, watch});
  ++certified_;
  if (mode_ == KineticMode::relaxed) return pair;
  if (families_.size() <= pair) {
    families_.resize(pair + 1);
    queue_.resize(certificate(pair) + 1);
  }
  queue_.set(certificate(pair), apart.fails);
  families_[pair] = {};
  if (father != kNone) {
    families_[pair].sibling = families_[father].first_child;
    families_[father].first_child = pair;
  }
  return pair;
}

/// Removes all pairs that came from a pair.
void SeparationList::remove_below(Pair pair) {
  std::vector<Pair> fathers{pair};
  while (!fathers.empty()) {
    Pair child = std::exchange(families_[fathers.back()].first_child, kNone);
    fathers.pop_back();
    for (; child != kNone; child = families_[child].sibling) {
      fathers.push_back(child);
      queue_.set(certificate(child), CertificateQueue::kNever);
      pairs_.remove(child);
    }
  }
}

void SeparationList::open(const BoxPair& boxes, std::uint32_t watch) {
  triangle_pairs_ += triangle_pairs(boxes);
  open_.push_back({boxes, kNone});
  open_all(watch);
}

void SeparationList::open_all(std::uint32_t watch) {
  while (!open_.empty()) {
    const auto [boxes, father] = open_.back();
    open_.pop_back();
    Certificate apart = certify(boxes);
    Pair pair = kNone;
    if (is_kept(boxes, apart)) {
      if (apart.side == kOverlap && mode_ == KineticMode::literal) apart.fails = parts(boxes);
      pair = add(boxes, watch, apart, father);
    }
    if (apart.side == kOverlap) open_below(boxes, watch, pair);
  }
}

/// Whether a pair stays in the list. In relaxed mode, overlapping boxes stay only if both are
/// triangles: these are tested again when plans change.
bool SeparationList::is_kept(const BoxPair& boxes, const Certificate& apart) const {
  return apart.side != kOverlap || mode_ == KineticMode::literal || are_triangles(boxes);
}

/// For two boxes that overlap: reports both triangles, or leaves the children to open_all().
void SeparationList::open_below(const BoxPair& boxes, std::uint32_t watch, Pair father) {
  const KineticBox& p = trees.box(boxes.a);
  const KineticBox& q = trees.box(boxes.b);
  if (are_triangles(boxes)) {
    found.push_back({watch, p.right, q.right});
  } else if (trees.triangle_count(boxes.a) >= trees.triangle_count(boxes.b)) {
    for (const BoxId child : {p.left, p.right}) open_.push_back({{child, boxes.b}, father});
  } else {
    for (const BoxId child : {q.left, q.right}) open_.push_back({{boxes.a, child}, father});
  }
}

/// Boxes are no longer apart on the side of their certificate.
void SeparationList::fail(Pair pair) {
  ++events_.overlaps;
  const auto [boxes, side, watch] = pairs_[pair];
  const Certificate apart = certify(boxes);
  if (is_kept(boxes, apart)) {
    pairs_.set_side(pair, apart.side);
    if (mode_ == KineticMode::literal) {
      queue_.set(certificate(pair), apart.side == kOverlap ? parts(boxes) : apart.fails);
    }
  } else {
    pairs_.remove(pair);
  }
  if (apart.side == kOverlap) open_below(boxes, watch, pair);
  open_all(watch);
}

/// Boxes that overlapped have parted.
void SeparationList::part(Pair pair) {
  const BoxPair& boxes = pairs_[pair].boxes;
  ++(are_triangles(boxes) ? events_.triangles_parted : events_.parents_parted);
  const Certificate apart = certify(boxes);
  if (apart.side == kOverlap) {  // boxes have changed at this time
    queue_.set(certificate(pair), parts(boxes));
    return;
  }
  remove_below(pair);
  pairs_.set_side(pair, apart.side);
  queue_.set(certificate(pair), apart.fails);
}

/// Call after a box of the pair has changed.
void SeparationList::refresh(Pair pair) {
  if (!pairs_.is_used(pair)) return;
  ++certified_;
  ++box_tests_;
  const auto& [boxes, side, watch] = pairs_[pair];
  if (side == kOverlap) {
    if (mode_ == KineticMode::literal) queue_.set(certificate(pair), parts(boxes));
    return;
  }
  if (side == kSettled) {
    if (!is_settled(boxes)) fail(pair);
    return;
  }
  const Line line = gap(boxes, side);
  if (mode_ == KineticMode::relaxed) {
    if (!(line.from > 0 && line.to > 0)) fail(pair);
    return;
  }
  const PositiveTime apart(line);
  queue_.set(certificate(pair), apart.begin <= now_ ? std::max(apart.end, now_) : now_);
}

void SeparationList::refresh_changed() {
  concerned_.clear();
  for (const auto& [node, side] : changes_) {
    pairs_.list(node, side, concerned_);
    if (mode_ == KineticMode::literal) pairs_.list(node, kOverlap, concerned_);
  }
  for (const Pair pair : concerned_) refresh(pair);
}

void SeparationList::step() {
  const CertificateQueue::Event event = queue_.first();
  now_ = std::max(now_, event.time);
  if (event.certificate >= trees.certificate_count()) {
    const Pair pair = event.certificate - trees.certificate_count();
    if (pairs_[pair].side == kOverlap) {
      part(pair);
    } else {
      fail(pair);
    }
    return;
  }
  ++events_.box_changes;
  changes_.clear();
  trees.fail(event.certificate, now_, queue_, changes_);
  refresh_changed();
}

void SeparationList::replan(std::uint32_t body, std::uint32_t vertex) {
  changes_.clear();
  trees.replan(body, vertex, now_, queue_, changes_);
  std::ranges::sort(changes_);
  changes_.erase(std::unique(changes_.begin(), changes_.end()), changes_.end());
  refresh_changed();
  // Handle now the pairs that are no longer apart, or that have parted by a jump.
  while (next_time() <= now_) step();
}

void SeparationList::list_found(BoxId leaf, std::vector<Found>& pairs) const {
  std::vector<Pair> overlapping;
  pairs_.list(leaf, kOverlap, overlapping);
  for (const Pair pair : overlapping) {
    const auto& [boxes, side, watch] = pairs_[pair];
    if (are_triangles(boxes)) {
      pairs.push_back({watch, trees.box(boxes.a).right, trees.box(boxes.b).right});
    }
  }
}

std::string SeparationList::problem() const {
  if (!trees.are_valid(now_)) return "a box does not hold a vertex";
  if (next_time() < now_) return "an event is late";
  std::uint64_t triangle_pairs_held = 0;
  for (Pair pair = 0; pair < pairs_.end(); ++pair) {
    if (!pairs_.is_used(pair)) continue;
    const auto& [boxes, side, watch] = pairs_[pair];
    // A fresh computation, with a tolerance of half the margin.
    const double half = margin(boxes) / 2;
    double apart = -2 * half;
    for (Side s = 0; s < kSides; ++s) apart = std::max(apart, gap(boxes, s).at(now_));
    if (side < kSides && !(gap(boxes, side).at(now_) > -half)) {
      return "boxes are not apart on the side that is said";
    }
    if (side == kSettled && !(apart > -half)) return "boxes are not apart";
    if (side == kOverlap && mode_ == KineticMode::literal && apart > half) {
      return "boxes are apart that are said to overlap";
    }
    if (side != kOverlap || are_triangles(boxes)) triangle_pairs_held += triangle_pairs(boxes);
  }
  // The pairs in the list are parts of the opened pairs. So if the number is right, each pair of
  // triangles is there exactly once.
  if (triangle_pairs_held != triangle_pairs_) return "triangles are in no pair, or in several";
  return {};
}

std::size_t SeparationList::byte_count() const {
  return trees.byte_count() + queue_.byte_count() + pairs_.byte_count() +
         sizeof(Family) * families_.capacity();
}

}  // namespace dermis::kinetic
