// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/features/triangle_impact.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/float_mode.h"
#include "math/doubles.h"
#include "motion/features/closest.h"
#include "motion/features/feature_search.h"

namespace dermis::motion {

namespace {

/// A vertex of one of the two triangles. Within one mesh, equal vertices have equal addresses.
using Vertex = const MovingPoint*;

/// The pairs of features of two triangles that may touch. They are searched in the order in which
/// their boxes begin to overlap.
class FirstTouch {
 public:
  FirstTouch(double since, double thickness) : since_(since), thickness_(thickness) {}

  void vertex_face(Vertex v, const Vertex (&f)[3]) {
    if (v == f[0] || v == f[1] || v == f[2]) return;
    add(Features::vertex_face, {v, f[0], f[1], f[2]});
  }
  void edge_edge(Vertex a, Vertex b, Vertex c, Vertex d) {
    if (a == c || a == d || b == c || b == d) return;
    add(Features::edge_edge, {a, b, c, d});
  }

  /// The earliest impact. A pair of features whose first impact is not later than `after` is
  /// ignored.
  [[nodiscard]] std::optional<double> time(double tolerance, double after = -1) const {
    std::optional<double> best;
    for (int i = 0; i < count_; ++i) {
      const Near& near = near_[i];
      if (best && near.window.from >= *best) break;
      FeatureSearch search(near.features, near.points, tolerance, near.window, thickness_);
      auto state = FeatureSearch::State::open;
      while (state == FeatureSearch::State::open && search.from() < best.value_or(2)) {
        state = search.step();
      }
      if (state == FeatureSearch::State::found && search.from() > after) {
        best = std::min(best.value_or(2), search.from());
      }
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
    const Slice slice = boxes_overlap(features, points, thickness_);
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
  double thickness_;
  int count_ = 0;
  Near near_[15];  // NOLINT(*-member-init): the first count_ are set
};

/// Whether two triangles are certainly apart at a time. Looks for a separating direction among the
/// axes and the directions from each feature of one triangle to the nearest point of the other.
bool are_apart(const Vertex (&p)[3], const Vertex (&q)[3], double time) {
  using math::Vec3d;
  // Positions are relative to a corner. Their error is a few roundings of `size`, as in
  // FeatureSearch.
  double size = 0;
  const auto place = [&](Vertex v) {
    const auto along = [&](std::size_t axis) {
      const double from = v->from[axis] - p[0]->from[axis];
      const double to = v->to[axis] - p[0]->to[axis];
      size = std::max({size, std::abs(from), std::abs(to)});
      return (1 - time) * from + time * to;
    };
    const double x = along(0);
    const double y = along(1);
    const double z = along(2);
    return Vec3d{x, y, z};
  };
  const Vec3d a[3] = {place(p[0]), place(p[1]), place(p[2])};
  const Vec3d b[3] = {place(q[0]), place(q[1]), place(q[2])};
  const auto separates = [&](const Vec3d& n) {
    const auto [low_a, high_a] = std::minmax({dot(n, a[0]), dot(n, a[1]), dot(n, a[2])});
    const auto [low_b, high_b] = std::minmax({dot(n, b[0]), dot(n, b[1]), dot(n, b[2])});
    const double error =
        0x1p-48 * (size * (std::abs(n.x) + std::abs(n.y) + std::abs(n.z))) + 1e-290;
    return std::max(low_b - high_a, low_a - high_b) > error;
  };
  for (const Vec3d& n : {Vec3d{1, 0, 0}, Vec3d{0, 1, 0}, Vec3d{0, 0, 1}}) {
    if (separates(n)) return true;
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (separates(to_triangle(b[0] - a[i], b[1] - a[i], b[2] - a[i]))) return true;
    if (separates(to_triangle(a[0] - b[i], a[1] - b[i], a[2] - b[i]))) return true;
    for (std::size_t j = 0; j < 3; ++j) {
      const Vec3d edge = a[(i + 1) % 3] - a[i];
      if (separates(between_segments(edge, b[j] - a[i], b[(j + 1) % 3] - a[i]))) return true;
    }
  }
  return false;
}

struct Corners {
  Vertex p[3], q[3];

  Corners(const MovingTriangle& a, const MovingTriangle& b) {
    for (std::size_t i = 0; i < 3; ++i) {
      p[i] = a.plans + (*a.corners)[i];
      q[i] = b.plans + (*b.corners)[i];
    }
  }
};

double begin_of(const MovingTriangle& a, const MovingTriangle& b) {
  return std::max(a.since, b.since);
}

/// Times that differ by no more than this count as equal.
constexpr double kSameTime = 0x1p-40;

std::optional<double> touch_after(const MovingTriangle& a, const MovingTriangle& b,
                                  const NearFeatures& near, double tolerance, double after,
                                  std::uint64_t& feature_tests) {
  const auto [p, q] = Corners(a, b);
  // The factor covers the roundings of the sum and of the operations that use it.
  FirstTouch touch(begin_of(a, b), (1 + 0x1p-40) * (a.radius + b.radius));
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
  return touch.time(tolerance, after);
}

}  // namespace

std::optional<double> first_touch(const MovingTriangle& a, const MovingTriangle& b,
                                  const NearFeatures& near, double tolerance,
                                  std::uint64_t& feature_tests) {
  assert(base::float_mode_is_defined());
  // Near triangles have near features, unless they pass through each other. Only this test finds
  // those that do so at the beginning.
  if (a.radius + b.radius > 0) {
    const auto [p, q] = Corners(a, b);
    if (!are_apart(p, q, begin_of(a, b))) return begin_of(a, b);
  }
  return touch_after(a, b, near, tolerance, -1, feature_tests);
}

std::optional<double> next_touch(const MovingTriangle& a, const MovingTriangle& b,
                                 const NearFeatures& near, double tolerance,
                                 std::uint64_t& feature_tests) {
  return touch_after(a, b, near, tolerance, begin_of(a, b) + kSameTime, feature_tests);
}

bool is_at_begin(const MovingTriangle& a, const MovingTriangle& b, double time) {
  return begin_of(a, b) > 0 && time <= begin_of(a, b) + kSameTime;
}

}  // namespace dermis::motion
