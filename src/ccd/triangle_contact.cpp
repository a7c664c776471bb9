// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "ccd/triangle_contact.h"

#include <algorithm>

#include "ccd/feature_search.h"

namespace dermis::ccd {

namespace {

/// A vertex of one of the two triangles; of one mesh, the same has the same address.
using Vertex = const MovingPoint*;

/// The features of two triangles that may touch, searched in the order in which they come near.
class FirstTouch {
 public:
  explicit FirstTouch(double since) : since_(since) {}

  void vertex_face(Vertex v, const Vertex (&f)[3]) {
    if (v == f[0] || v == f[1] || v == f[2]) return;
    add(Features::vertex_face, {v, f[0], f[1], f[2]});
  }
  void edge_edge(Vertex a, Vertex b, Vertex c, Vertex d) {
    if (a == c || a == d || b == c || b == d) return;
    add(Features::edge_edge, {a, b, c, d});
  }

  /// The earliest time of those that touch.
  [[nodiscard]] std::optional<double> time(double tolerance) const {
    std::optional<double> best;
    for (int i = 0; i < count_; ++i) {
      const Near& near = near_[i];
      if (best && near.window.from >= *best) break;
      FeatureSearch search(near.features, near.points, tolerance, near.window);
      auto state = FeatureSearch::State::open;
      while (state == FeatureSearch::State::open && search.from() < best.value_or(2)) {
        state = search.step();
      }
      if (state == FeatureSearch::State::found) best = std::min(best.value_or(2), search.from());
    }
    return best;
  }

  std::uint64_t feature_tests = 0;

 private:
  struct Near {
    Features features;
    FeaturePoints points;
    Window window;
  };

  void add(Features features, const FeaturePoints& points) {
    ++feature_tests;
    const Slice slice = boxes_overlap(features, points);
    if (slice.is_empty()) return;
    Window window = Window{}.cut(slice);
    window.from = std::max(window.from, since_);
    if (window.from > window.to) return;
    const Near near{features, points, window};
    int place = count_++;
    for (; place > 0 && near_[place - 1].window.from > near.window.from; --place) {
      near_[place] = near_[place - 1];
    }
    near_[place] = near;
  }

  double since_;
  int count_ = 0;
  Near near_[15];  // NOLINT(*-member-init): the first count_ are set
};

}  // namespace

std::optional<double> first_touch(const MovingTriangle& a, const MovingTriangle& b,
                                  const NearFeatures& near, double tolerance,
                                  std::uint64_t& feature_tests) {
  const auto vertex = [](const MovingTriangle& t, std::size_t i) {
    return t.plans + (*t.corners)[i];
  };
  const Vertex p[3] = {vertex(a, 0), vertex(a, 1), vertex(a, 2)};
  const Vertex q[3] = {vertex(b, 0), vertex(b, 1), vertex(b, 2)};
  FirstTouch touch(std::max(a.since, b.since));
  for (unsigned i = 0; i < 3; ++i) {
    if ((near.corners_a >> i & 1U) != 0) touch.vertex_face(p[i], q);
    if ((near.corners_b >> i & 1U) != 0) touch.vertex_face(q[i], p);
  }
  for (unsigned i = 0; i < 3; ++i) {
    if ((near.edges_a >> i & 1U) == 0) continue;
    for (unsigned j = 0; j < 3; ++j) {
      if ((near.edges_b >> j & 1U) == 0) continue;
      touch.edge_edge(p[i], p[(i + 1) % 3], q[j], q[(j + 1) % 3]);
    }
  }
  feature_tests += touch.feature_tests;
  return touch.time(tolerance);
}

}  // namespace dermis::ccd
