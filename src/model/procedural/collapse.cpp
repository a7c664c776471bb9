// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/procedural/collapse.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <set>

namespace dermis::procedural {

namespace {

/// The cost of moving along the surface, relative to moving away from it. It keeps new vertices
/// near the edges they come from, and on flat surfaces it makes short edges collapse first.
constexpr double kDrift = 0.01;
/// No collapse turns a triangle by more than 60 degrees, so no triangle folds over.
constexpr double kLeastCosine = 0.5;

/// A sum of squared distances to planes, each weighted by the area of its triangle:
///   p · m p − 2 p · v + c, with the columns of m.
struct Quadric {
  std::array<Vec3d, 3> m;
  Vec3d v;
  double c = 0;
  double area = 0;

  void add_plane(const Vec3d& normal, double offset, double weight) {
    const Vec3d n = weight * normal;
    m[0] = m[0] + normal.x * n;
    m[1] = m[1] + normal.y * n;
    m[2] = m[2] + normal.z * n;
    v = v + offset * n;
    c += weight * offset * offset;
    area += weight;
  }
  /// The squared distance to a point is the sum of those to three planes through it.
  void add_point(const Vec3d& p, double weight) {
    add_plane({1, 0, 0}, p.x, weight);
    add_plane({0, 1, 0}, p.y, weight);
    add_plane({0, 0, 1}, p.z, weight);
  }
  void add(const Quadric& other) {
    for (int i = 0; i < 3; ++i) m[i] = m[i] + other.m[i];
    v = v + other.v;
    c += other.c;
    area += other.area;
  }

  [[nodiscard]] double at(const Vec3d& p) const {
    return dot(p, p.x * m[0] + p.y * m[1] + p.z * m[2]) - 2 * dot(p, v) + c;
  }
  /// The point of least value; m must be positive definite.
  [[nodiscard]] Vec3d lowest() const {
    const Vec3d yz = cross(m[1], m[2]);
    const Vec3d sum = v.x * yz + v.y * cross(m[2], m[0]) + v.z * cross(m[0], m[1]);
    return (1 / dot(m[0], yz)) * sum;
  }
};

/// Ordered by cost, then by vertices, so that the order is the same on all machines.
struct Edge {
  double cost = 0;
  std::uint32_t a = 0, b = 0;  ///< a < b
  Vec3d to;                    ///< position of the merged vertex

  friend bool operator<(const Edge& x, const Edge& y) {
    if (x.cost != y.cost) return x.cost < y.cost;
    return x.a != y.a ? x.a < y.a : x.b < y.b;
  }
};

class Collapse {
 public:
  explicit Collapse(const Surface& surface)
      : positions_(surface.positions),
        triangles_(surface.triangles),
        around_(positions_.size()),
        quadrics_(positions_.size()),
        left_(triangles_.size()) {
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      const auto& [a, b, c] = triangles_[t];
      const Vec3d n = normal(positions_[a], positions_[b], positions_[c]);
      const Vec3d unit = math::normalized(n);
      for (const std::uint32_t v : triangles_[t]) {
        around_[v].push_back(t);
        quadrics_[v].add_plane(unit, dot(unit, positions_[a]), length(n) / 2);
      }
    }
    for (std::uint32_t v = 0; v < positions_.size(); ++v) {
      for (const std::uint32_t w : neighbors(v)) {
        if (v < w) edges_.insert(edge(v, w));
      }
    }
  }

  void run(std::size_t triangles) {
    while (left_ > triangles && !edges_.empty()) {
      // An edge that cannot collapse now is inserted again when one of its neighbours changes.
      const Edge best = edges_.extract(edges_.begin()).value();
      if (keeps_manifold(best) && !folds(best, best.a, best.b) && !folds(best, best.b, best.a)) {
        apply(best);
      }
    }
  }

  /// The remaining surface. Vertices and triangles keep their order.
  [[nodiscard]] Surface result() const {
    Surface surface;
    std::vector<std::uint32_t> renamed(positions_.size());
    for (std::uint32_t v = 0; v < positions_.size(); ++v) {
      if (around_[v].empty()) continue;
      renamed[v] = static_cast<std::uint32_t>(surface.positions.size());
      surface.positions.push_back(positions_[v]);
    }
    for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
      const auto& [a, b, c] = triangles_[t];
      if (!std::ranges::binary_search(around_[a], t)) continue;
      surface.triangles.push_back({renamed[a], renamed[b], renamed[c]});
    }
    return surface;
  }

 private:
  static Vec3d normal(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
    return cross(b - a, c - a);
  }

  static bool has(const Triangle& t, std::uint32_t v) {
    return t[0] == v || t[1] == v || t[2] == v;
  }

  /// In ascending order.
  [[nodiscard]] std::vector<std::uint32_t> neighbors(std::uint32_t v) const {
    std::vector<std::uint32_t> result;
    for (const std::uint32_t t : around_[v]) {
      for (const std::uint32_t w : triangles_[t]) {
        if (w != v) result.push_back(w);
      }
    }
    std::ranges::sort(result);
    const auto repeated = std::ranges::unique(result);
    result.erase(repeated.begin(), repeated.end());
    return result;
  }

  /// Gives the same bits whenever the two vertices are unchanged, so that an old edge can be found
  /// in edges_.
  [[nodiscard]] Edge edge(std::uint32_t v, std::uint32_t w) const {
    const auto [a, b] = std::minmax(v, w);
    Quadric sum = quadrics_[a];
    sum.add(quadrics_[b]);
    const double drift = kDrift * sum.area / 2;
    sum.add_point(positions_[a], drift);
    sum.add_point(positions_[b], drift);
    const Vec3d to = sum.lowest();
    return {sum.at(to), a, b, to};
  }

  /// The link condition: only the two triangles at the edge vanish, and the surface stays manifold.
  [[nodiscard]] bool keeps_manifold(const Edge& e) const {
    std::vector<std::uint32_t> common;
    std::ranges::set_intersection(neighbors(e.a), neighbors(e.b), std::back_inserter(common));
    return common.size() == 2 && left_ > 4;
  }

  /// Whether a triangle at `v`, but not at `other`, turns too far when v moves to e.to.
  [[nodiscard]] bool folds(const Edge& e, std::uint32_t v, std::uint32_t other) const {
    return std::ranges::any_of(around_[v], [&](std::uint32_t t) {
      if (has(triangles_[t], other)) return false;
      std::array<Vec3d, 3> before;
      std::array<Vec3d, 3> after;
      for (int i = 0; i < 3; ++i) {
        before[i] = positions_[triangles_[t][i]];
        after[i] = triangles_[t][i] == v ? e.to : before[i];
      }
      const Vec3d n = normal(before[0], before[1], before[2]);
      const Vec3d m = normal(after[0], after[1], after[2]);
      return dot(n, m) <= kLeastCosine * length(n) * length(m);
    });
  }

  void apply(const Edge& e) {
    for (const std::uint32_t v : {e.a, e.b}) {
      for (const std::uint32_t w : neighbors(v)) edges_.erase(edge(v, w));
    }
    std::vector<std::uint32_t> kept;
    for (const std::uint32_t v : {e.a, e.b}) {
      for (const std::uint32_t t : around_[v]) {
        Triangle& triangle = triangles_[t];
        if (has(triangle, v == e.a ? e.b : e.a)) {
          for (const std::uint32_t w : triangle) {
            if (w != e.a && w != e.b) std::erase(around_[w], t);
          }
        } else {
          std::ranges::replace(triangle, e.b, e.a);
          kept.push_back(t);
        }
      }
    }
    std::ranges::sort(kept);
    around_[e.a] = std::move(kept);
    around_[e.b].clear();
    positions_[e.a] = e.to;
    quadrics_[e.a].add(quadrics_[e.b]);
    left_ -= 2;
    for (const std::uint32_t w : neighbors(e.a)) edges_.insert(edge(e.a, w));
  }

  std::vector<Vec3d> positions_;
  std::vector<Triangle> triangles_;
  std::vector<std::vector<std::uint32_t>> around_;  ///< triangles at each vertex, ascending
  std::vector<Quadric> quadrics_;
  std::set<Edge> edges_;
  std::size_t left_;  ///< number of remaining triangles
};

}  // namespace

Surface collapsed(const Surface& surface, std::size_t triangles) {
  Collapse collapse(surface);
  collapse.run(triangles);
  return collapse.result();
}

}  // namespace dermis::procedural
