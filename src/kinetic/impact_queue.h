// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <functional>
#include <set>
#include <vector>

#include "dermis/kinetic/kinetic_list.h"
#include "kinetic/certificate_queue.h"

namespace dermis::kinetic {

/// The impacts that lie ahead, in order. Each has the number of times that the plans of its
/// triangles had changed: if they have changed since, the entry is void.
class ImpactQueue {
 public:
  struct Entry {
    KineticImpact impact;
    std::uint64_t version;
    friend auto operator<=>(const Entry&, const Entry&) = default;
  };

  void clear() {
    heap_.clear();
    told_.clear();
  }
  void add(const KineticImpact& impact, std::uint64_t version) {
    heap_.push_back({impact, version});
    std::ranges::push_heap(heap_, std::greater());
  }
  [[nodiscard]] double next_time() const {
    return heap_.empty() ? CertificateQueue::kNever : heap_.front().impact.time;
  }
  Entry pop() {
    std::ranges::pop_heap(heap_, std::greater());
    const Entry first = heap_.back();
    heap_.pop_back();
    return first;
  }
  /// Returns whether the impact was not reported before at its time, and records it.
  bool is_new(const KineticImpact& impact) {
    if (!told_.empty() && told_.begin()->time != impact.time) told_.clear();
    return told_.insert(impact).second;
  }

  [[nodiscard]] std::size_t byte_count() const { return sizeof(Entry) * heap_.capacity(); }

 private:
  std::vector<Entry> heap_;
  std::set<KineticImpact> told_;
};

}  // namespace dermis::kinetic
