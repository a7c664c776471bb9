// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The cost of one pair of triangles, by kind of pair and by method. "per_pair" is the time per
// pair, in seconds. "wrong" counts the answers of a method that differ from exact arithmetic.
#include <benchmark/benchmark.h>

#include <bit>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "base/float_mode.h"
#include "dermis/dermis.h"
#include "peers/cgal.h"
#include "peers/moller.h"
#include "support/random.h"
#include "triangle/exact_test.h"
#include "triangle/filter_batch.h"

namespace {

using dermis::Corners;
using dermis::Vec3;
using dermis::test::Random;
using dermis::triangle::Arithmetic;
using dermis::triangle::PaddedTriangle;
using dermis::triangle::QueuedPair;
using dermis::triangle::TriangleTest;

struct Pair {
  Corners p, q;
};
using Pairs = std::vector<Pair>;

constexpr std::size_t kPairs = 8192;

bool exactly(const Pair& pair) {
  return TriangleTest(Arithmetic::exact).intersect(pair.p, pair.q);
}

bool needs_exact(const Pair& pair) {
  TriangleTest test(Arithmetic::filtered);
  test.intersect(pair.p, pair.q);
  return test.exact_pairs() > 0;
}

bool boxes_overlap(const Pair& pair) {
  const auto apart = [&](float Vec3::* axis) {
    const auto [p_low, p_high] = std::minmax({pair.p[0].*axis, pair.p[1].*axis, pair.p[2].*axis});
    const auto [q_low, q_high] = std::minmax({pair.q[0].*axis, pair.q[1].*axis, pair.q[2].*axis});
    return p_high < q_low || q_high < p_low;
  };
  return !apart(&Vec3::x) && !apart(&Vec3::y) && !apart(&Vec3::z);
}

Vec3 random_point(Random& random) {
  return {random.between(-1, 1), random.between(-1, 1), random.between(-1, 1)};
}
Corners random_triangle(Random& random) {
  return {random_point(random), random_point(random), random_point(random)};
}

/// Pairs from `make` for which `keep` holds.
template <class Make, class Keep>
Pairs collect(Make make, Keep keep) {
  Pairs pairs;
  while (pairs.size() < kPairs) {
    const Pair pair = make();
    if (keep(pair)) pairs.push_back(pair);
  }
  return pairs;
}

/// Small triangles anywhere in a cube: few boxes overlap.
Pairs apart() {
  Random random(5);
  const auto small = [&] {
    const Vec3 at = random_point(random);
    Corners corners = random_triangle(random);
    for (Vec3& v : corners) v = {at.x + 0.2F * v.x, at.y + 0.2F * v.y, at.z + 0.2F * v.z};
    return corners;
  };
  return collect([&] { return Pair{small(), small()}; },
                 [](const Pair& pair) { return !exactly(pair); });
}

/// Boxes overlap, triangles do not: the most frequent case in a tree traversal.
Pairs separated() {
  Random random(1);
  return collect([&] { return Pair{random_triangle(random), random_triangle(random)}; },
                 [](const Pair& pair) { return boxes_overlap(pair) && !exactly(pair); });
}

Pairs intersecting() {
  Random random(2);
  return collect([&] { return Pair{random_triangle(random), random_triangle(random)}; }, exactly);
}

/// A corner of one triangle is within a millionth of the other's face.
Pairs near() {
  Random random(3);
  const auto make = [&] {
    Pair pair{random_triangle(random), random_triangle(random)};
    const float u = random.between(0, 0.5F);
    const float v = random.between(0, 0.5F);
    const Vec3& a = pair.q[0];
    const Vec3& b = pair.q[1];
    const Vec3& c = pair.q[2];
    const float w = 1 - u - v;
    const Vec3 moved{u * a.x + v * b.x + w * c.x + random.between(-1e-6F, 1e-6F),
                     u * a.y + v * b.y + w * c.y + random.between(-1e-6F, 1e-6F),
                     u * a.z + v * b.z + w * c.z + random.between(-1e-6F, 1e-6F)};
    for (int i = 1; i < 3; ++i) {
      Vec3& corner = pair.p[i];
      corner = {corner.x - pair.p[0].x + moved.x, corner.y - pair.p[0].y + moved.y,
                corner.z - pair.p[0].z + moved.z};
    }
    pair.p[0] = moved;
    return pair;
  };
  return collect(make, [](const Pair&) { return true; });
}

/// Corners on a small grid: touching, coplanar or collinear triangles. All of them need exact
/// arithmetic.
Pairs degenerate() {
  Random random(4);
  const auto corner = [&] {
    const auto whole = [&] { return static_cast<float>(random.below(4)) * 0.1F; };
    return Vec3{whole(), whole(), whole()};
  };
  const auto make = [&] {
    return Pair{{corner(), corner(), corner()}, {corner(), corner(), corner()}};
  };
  return collect(make, [](const Pair& pair) { return needs_exact(pair) && boxes_overlap(pair); });
}

/// The answers for all pairs, 64 per word.
using Answers = std::vector<std::uint64_t>;
using Test = std::function<void(Answers&)>;
static_assert(dermis::triangle::kBatchSize == 64 && kPairs % 64 == 0);

void measure(benchmark::State& state, const Pairs& pairs, const Test& test) {
  Answers answers(kPairs / 64);
  for (auto _ : state) {
    test(answers);
    benchmark::DoNotOptimize(answers.data());
  }
  std::size_t wrong = 0;
  for (std::size_t i = 0; i < kPairs; ++i) {
    wrong += (answers[i / 64] >> i % 64 & 1U) != exactly(pairs[i]);
  }
  state.counters["wrong"] = double(wrong);
  state.counters["per_pair"] = benchmark::Counter(
      double(kPairs), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert);
}

/// Tests one pair after the other.
template <class Intersect>
Test one_by_one(const Pairs& pairs, Intersect intersect) {
  return [&pairs, intersect](Answers& answers) {
    for (std::size_t i = 0; i < kPairs; i += 64) {
      std::uint64_t word = 0;
      for (std::size_t j = 0; j < 64; ++j) {
        word |= std::uint64_t{intersect(pairs[i + j].p, pairs[i + j].q)} << j;
      }
      answers[i / 64] = word;
    }
  };
}

/// The batch filter, then the exact test for the pairs that it cannot decide. Triangles are padded
/// beforehand, as in queries.
Test batched(const Pairs& pairs, dermis::Isa isa) {
  struct Padded {
    std::vector<PaddedTriangle> corners;
    std::vector<QueuedPair> pairs;
  };
  const auto padded = std::make_shared<Padded>();
  padded->corners.reserve(2 * kPairs);
  for (const Pair& pair : pairs) {
    padded->corners.emplace_back(pair.p, 0);
    padded->corners.emplace_back(pair.q, 0);
    padded->pairs.push_back(
        {padded->corners.end()[-2].queued(), padded->corners.end()[-1].queued()});
  }
  return [&pairs, padded, isa](Answers& answers) {
    const dermis::base::DefinedFloatMode mode;
    TriangleTest test(Arithmetic::filtered);
    for (std::size_t i = 0; i < kPairs; i += 64) {
      auto [yes, unsure] =
          dermis::triangle::filter_batch(std::span(padded->pairs).subspan(i, 64), isa);
      for (; unsure != 0; unsure &= unsure - 1) {
        const int j = std::countr_zero(unsure);
        yes |= std::uint64_t{test.intersect(pairs[i + j].p, pairs[i + j].q)} << j;
      }
      answers[i / 64] = yes;
    }
  };
}

const int kRegistered = [] {
  static const std::pair<std::string, Pairs> kinds[] = {{"apart", apart()},
                                                        {"separated", separated()},
                                                        {"near", near()},
                                                        {"intersecting", intersecting()},
                                                        {"degenerate", degenerate()}};
  for (const auto& [kind, pairs] : kinds) {
    const auto add = [&](const std::string& method, const Test& test) {
      benchmark::RegisterBenchmark((kind + "/" + method).c_str(),
                                   [=, &pairs](auto& state) { measure(state, pairs, test); });
    };
    for (const dermis::Isa isa : dermis::available_isas()) {
      add("batch_" + std::string(to_string(isa)), batched(pairs, isa));
    }
    add("intersect", one_by_one(pairs, &dermis::intersect));
    add("exact_only", one_by_one(pairs, [](const Corners& p, const Corners& q) {
          return TriangleTest(Arithmetic::exact).intersect(p, q);
        }));
    add("moller_double", one_by_one(pairs, &dermis::peers::moller_intersect));
    add("cgal_epick", one_by_one(pairs, &dermis::peers::cgal_intersect));
  }
  return 0;
}();

}  // namespace
