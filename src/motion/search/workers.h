// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "base/parallel.h"
#include "base/pool.h"
#include "motion/search/box_pairs.h"
#include "motion/search/touch_test.h"

namespace dermis::motion {

/// The results of one thread.
struct Worker {
  Worker(const MovingMesh::State& a, const MovingMesh::State& b, double tolerance)
      : test(a, b, tolerance) {}

  TouchTest test;
  std::vector<TrianglePairFound> found;  ///< pairs whose boxes meet
  std::vector<CandidatePair> near[3];    ///< pairs that passed the filter, by Neighbors
};

/// The threads of a search between two meshes, or within one.
class Workers {
 public:
  Workers(const MovingMesh::State& a, const MovingMesh::State& b, const ImpactOptions& options)
      : workers_([&a, &b, tolerance = options.tolerance] {
          return std::make_unique<Worker>(a, b, tolerance);
        }) {}

  /// Calls work(worker, begin, end) for parts of [0, count). Parts are short, as one may be a
  /// thousand times as much work as another.
  template <class Work>
  void each_part(std::size_t count, Work&& work, std::size_t part = 64) {
    base::parallel_for(count, part, [&](std::size_t begin, std::size_t end) {
      const auto worker = workers_.borrow();
      work(*worker, begin, end);
    });
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

  /// Calls work(worker) for one worker after the other.
  template <class Work>
  void each(Work&& work) {
    workers_.for_each(work);
  }

  /// The impacts of all workers, sorted.
  Impacts impacts() {
    Impacts all;
    each([&](Worker& worker) {
      worker.test.flush();
      all.stats += worker.test.result.stats;
      const auto& found = worker.test.result.impacts;
      all.impacts.insert(all.impacts.end(), found.begin(), found.end());
    });
    base::parallel_sort(all.impacts);
    return all;
  }

 private:
  base::Pool<Worker> workers_;
};

}  // namespace dermis::motion
