// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Compares the triangle tests with CGAL. DERMIS_PAIRS sets the number of pairs.
#include <gtest/gtest.h>

#include <atomic>
#include <cinttypes>
#include <cstdio>
#include <cstdlib>
#include <mutex>
#include <thread>

#include "base/float_mode.h"
#include "dermis/base/isa.h"
#include "support/cgal_oracle.h"
#include "support/neighbor_pairs.h"
#include "support/triangle_batch.h"
#include "support/triangle_pairs.h"
#include "triangle/exact_test.h"

namespace dermis {
namespace {

using test::TwoTriangles;

std::uint64_t pairs_wanted() {
  const char* const wanted = std::getenv("DERMIS_PAIRS");
  return wanted != nullptr ? std::strtoull(wanted, nullptr, 10) : 500'000;
}

struct Tally {
  std::uint64_t pairs = 0, met = 0, exact = 0, differences = 0;

  void add(const Tally& other) {
    pairs += other.pairs;
    met += other.met;
    exact += other.exact;
    differences += other.differences;
  }
};

/// The results of all threads, one line per class.
class Table {
 public:
  explicit Table(std::vector<std::string> names) : names_(std::move(names)), rows_(names_.size()) {}

  void add(std::size_t row, const Tally& tally) {
    const std::lock_guard lock(mutex_);
    rows_[row].add(tally);
  }
  /// Shows only the first ones.
  void report(const TwoTriangles& pair, const std::string& what) {
    const std::lock_guard lock(mutex_);
    if (++reported_ <= 20) ADD_FAILURE() << what << to_text(pair);
  }
  Tally print() {
    Tally all;
    std::printf("%-14s %10s %10s %10s %12s\n", "class", "pairs", "meet", "exact", "differences");
    const auto line = [](const std::string& name, const Tally& t) {
      std::printf("%-14s %10" PRIu64 " %10" PRIu64 " %10" PRIu64 " %12" PRIu64 "\n", name.c_str(),
                  t.pairs, t.met, t.exact, t.differences);
    };
    for (std::size_t i = 0; i < rows_.size(); ++i) {
      line(names_[i], rows_[i]);
      all.add(rows_[i]);
    }
    line("all", all);
    std::fflush(stdout);
    return all;
  }

 private:
  std::mutex mutex_;
  std::vector<std::string> names_;
  std::vector<Tally> rows_;
  int reported_ = 0;
};

/// Calls run(i) for all i below count, on all cores.
template <class Run>
void on_all_cores(std::uint64_t count, const Run& run) {
  std::atomic<std::uint64_t> next = 0;
  const auto work = [&] {
    for (std::uint64_t i = next++; i < count; i = next++) run(i);
  };
  std::vector<std::thread> threads;
  for (unsigned i = 1; i < std::thread::hardware_concurrency(); ++i) threads.emplace_back(work);
  work();
  for (std::thread& thread : threads) thread.join();
}

constexpr std::uint64_t kChunk = 1024;
static_assert(kChunk % triangle::kBatchSize == 0);

/// A batch of pairs of one class, tested in all ways.
class IntersectCheck {
 public:
  IntersectCheck(Table& table, std::span<const TwoTriangles> pairs) : table_(table), pairs_(pairs) {
    for (const TwoTriangles& pair : pairs_) {
      met_.push_back(test::cgal::intersect<test::cgal::Filtered>(pair.a, pair.b));
      tally_.met += met_.back() ? 1 : 0;
    }
    tally_.pairs = pairs_.size();
  }

  Tally run() {
    // Also checks CGAL's own filters on a sample, where they could fail.
    for (std::size_t i = 0; i < pairs_.size(); i += 61) {
      expect(i, test::cgal::intersect<test::cgal::Rational>(pairs_[i].a, pairs_[i].b),
             "CGAL by rational numbers");
    }
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      expect(i, intersect(pairs_[i].a, pairs_[i].b), "intersect");
    }
    const base::DefinedFloatMode mode;
    triangle::TriangleTest filtered(triangle::Arithmetic::filtered);
    triangle::TriangleTest exact(triangle::Arithmetic::exact);
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
      expect(i, filtered.intersect(pairs_[i].a, pairs_[i].b), "filtered");
      expect(i, exact.intersect(pairs_[i].a, pairs_[i].b), "exact");
    }
    tally_.exact = filtered.exact_pairs();
    for (const Isa isa : available_isas()) batches(isa);
    return tally_;
  }

 private:
  void expect(std::size_t i, bool answer, const std::string& whose) {
    if (answer == met_[i]) return;
    ++tally_.differences;
    table_.report(pairs_[i], whose + (answer ? " says they meet" : " says they are apart"));
  }

  void batches(Isa isa) {
    const std::string whose = "the batch on " + std::string(to_string(isa));
    triangle::TriangleTest filtered(triangle::Arithmetic::filtered);
    for (std::size_t first = 0; first < pairs_.size(); first += triangle::kBatchSize) {
      const auto batch =
          pairs_.subspan(first, std::min(triangle::kBatchSize, pairs_.size() - first));
      const triangle::BatchAnswer answer = test::Batch(batch).answer(isa);
      for (std::size_t i = 0; i < batch.size(); ++i) {
        const TwoTriangles& pair = batch[i];
        const bool unsure = (answer.unsure >> i & 1) != 0;
        expect(first + i,
               unsure ? filtered.intersect_unsure(pair.a, pair.b) : (answer.yes >> i & 1) != 0,
               unsure ? "the test after " + whose : whose);
      }
    }
  }

  Table& table_;
  std::span<const TwoTriangles> pairs_;
  std::vector<bool> met_;
  Tally tally_;
};

TEST(TriangleAgainstCgal, Intersect) {
  std::vector<std::string> names;
  std::vector<std::size_t> class_of_chunk;
  const std::uint64_t wanted = pairs_wanted();
  for (std::size_t c = 0; c < test::kPairClasses.size(); ++c) {
    names.emplace_back(test::kPairClasses[c].name);
    const std::uint64_t chunks = wanted * test::kPairClasses[c].percent / 100 / kChunk + 1;
    class_of_chunk.insert(class_of_chunk.end(), chunks, c);
  }
  Table table(names);
  on_all_cores(class_of_chunk.size(), [&](std::uint64_t chunk) {
    const std::size_t row = class_of_chunk[chunk];
    test::Random random(chunk << 32 | 1);
    std::vector<TwoTriangles> pairs(kChunk);
    for (TwoTriangles& pair : pairs) {
      pair = test::triangle_pair(test::kPairClasses[row].value, random);
    }
    table.add(row, IntersectCheck(table, pairs).run());
  });
  const Tally all = table.print();
  EXPECT_GE(all.pairs, wanted);
  EXPECT_EQ(all.differences, 0U);
  EXPECT_GE(2 * all.exact, all.pairs) << "too few pairs are hard";
  EXPECT_GE(5 * all.met, all.pairs) << "too few pairs meet";
  EXPECT_GE(5 * (all.pairs - all.met), all.pairs) << "too few pairs are apart";
}

std::string name_of(PairKind contact) {
  return contact == PairKind::none       ? "none"
         : contact == PairKind::crossing ? "crossing"
                                         : "duplicate";
}

TEST(TriangleAgainstCgal, ContactInMesh) {
  const std::uint64_t wanted = std::max<std::uint64_t>(pairs_wanted() / 8, 1);
  std::vector<std::string> names;
  for (const auto& neighbors : test::kNeighborClasses) names.emplace_back(neighbors.name);
  Table table(names);
  const std::uint64_t chunks = wanted / kChunk + names.size();
  std::array<std::atomic<std::uint64_t>, 3> seen{};
  on_all_cores(chunks, [&](std::uint64_t chunk) {
    const std::size_t row = chunk % names.size();
    test::Random random(chunk << 32 | 2);
    triangle::TriangleTest filtered(triangle::Arithmetic::filtered);
    triangle::TriangleTest exact(triangle::Arithmetic::exact);
    Tally tally;
    for (std::uint64_t i = 0; i < kChunk; ++i) {
      const TwoTriangles pair = neighbor_pair(test::kNeighborClasses[row].value, random);
      const PairKind expected = test::cgal::pair_in_mesh(pair.a, pair.b);
      ++seen[static_cast<std::size_t>(expected)];
      const auto expect = [&](PairKind answer, const std::string& whose) {
        if (answer == expected) return;
        ++tally.differences;
        table.report(pair, whose + " says " + name_of(answer) + " for " + name_of(expected));
      };
      ++tally.pairs;
      tally.met += expected == PairKind::none ? 0 : 1;
      expect(pair_in_mesh(pair.a, pair.b), "pair_in_mesh");
      const base::DefinedFloatMode mode;
      expect(filtered.pair_in_mesh(pair.a, pair.b), "filtered");
      expect(exact.pair_in_mesh(pair.a, pair.b), "exact");
    }
    tally.exact = filtered.exact_pairs();
    table.add(row, tally);
  });
  const Tally all = table.print();
  EXPECT_EQ(all.differences, 0U);
  for (const auto& count : seen) EXPECT_GE(count, all.pairs / 20);
}

}  // namespace
}  // namespace dermis
