// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_sort.h>

#include <algorithm>
#include <span>
#include <vector>

#include "ccd/box_pairs.h"
#include "ccd/for_parts.h"
#include "ccd/touch_test.h"

namespace dermis::ccd {

/// What a thread finds.
struct Worker {
  Worker(const MovingMesh::State& a, const MovingMesh::State& b, double tolerance)
      : test(a, b, tolerance) {}

  TouchTest test;
  std::vector<TrianglePairFound> found;  ///< by boxes
  std::vector<CandidatePair> near[3];    ///< what a filter has left, by Neighbours
};

/// The threads of a search between two meshes, or within one.
class Workers {
 public:
  Workers(const MovingMesh::State& a, const MovingMesh::State& b, const MotionOptions& options)
      : all_cores_(options.all_cores), workers_([&a, &b, tolerance = options.contact.tolerance] {
          return Worker(a, b, tolerance);
        }) {}

  /// Calls work(worker, begin, end) for parts of [0, count). They are short, as some may be a
  /// thousand times the work of others.
  template <class Work>
  void each_part(std::size_t count, Work&& work, std::size_t part = 64) {
    for_parts(count, part, all_cores_,
              [&](std::size_t begin, std::size_t end) { work(workers_.local(), begin, end); });
  }
  /// Calls work(worker, items) for parts of a list.
  template <class T, class Work>
  void each(std::span<const T> items, Work&& work, std::size_t part = 64) {
    each_part(
        items.size(),
        [&](Worker& worker, std::size_t begin, std::size_t end) {
          work(worker, items.subspan(begin, end - begin));
        },
        part);
  }

  /// One after the other.
  template <class Work>
  void each(Work&& work) {
    for (Worker& worker : workers_) work(worker);
  }

  /// What all have found, sorted.
  MotionContacts contacts() {
    MotionContacts all;
    each([&](Worker& worker) {
      worker.test.flush();
      all.stats += worker.test.result.stats;
      const auto& found = worker.test.result.contacts;
      all.contacts.insert(all.contacts.end(), found.begin(), found.end());
    });
    if (all_cores_) {
      tbb::parallel_sort(all.contacts.begin(), all.contacts.end());
    } else {
      std::ranges::sort(all.contacts);
    }
    return all;
  }

 private:
  bool all_cores_;
  tbb::enumerable_thread_specific<Worker> workers_;
};

}  // namespace dermis::ccd
