// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The differences a − b of points of two convex sets form a convex set D. The sets overlap iff D
// contains the origin. The depth of the overlap is the shortest way from the origin out of D
// (Cameron 1997). As in the expanding polytope algorithm (van den Bergen 2001), a polytope inside D
// grows where its boundary is nearest to the origin, until it cannot grow there any more.
//
// Deviation: distances are signed, and the origin may be outside the polytope, so no other
// algorithm has to run first. If D does not reach beyond a face, the face either separates the sets
// or, if it is the nearest face, is the answer. Every direction that is tested gives an upper bound
// on the depth. So whatever rounding does to the polytope, the answer is a way out. It exceeds the
// shortest way by at most the coarseness of the polytope, which has a limited number of points.
// This matters if round sets are deep inside each other.
#include "limbs/hull_overlap.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace dermis::limbs {

namespace {

using math::Vec3d;

/// A point of D, and the indices of its points in both sets.
struct Difference {
  Vec3d point;
  std::uint32_t a = 0, b = 0;
};

struct Face {
  std::array<std::uint32_t, 3> corners;
  Vec3d normal;         ///< outwards, unit length
  double distance = 0;  ///< from the origin to its plane
};

/// A larger polytope costs more than it gains.
constexpr std::size_t kMostPoints = 96;
/// The final polytope may be inside D by this share of the extent of D.
constexpr double kTolerance = 1e-6;

/// The largest distance of a point from the origin.
double reach_of(const PointCloud& points) {
  double most_sq = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3d p = math::to_double(points[i]);
    most_sq = std::max(most_sq, dot(p, p));
  }
  return std::sqrt(most_sq);
}

class Polytope {
 public:
  Polytope(const PointCloud& a, const PointCloud& b, std::uint64_t& supports)
      : a_(a), b_(b), supports_(supports) {
    // A dot product of floats is off by 3 · 2⁻²⁴ times its terms; the rounding of the direction
    // adds half of that.
    error_ = 0x1p-21 * (reach_of(a) + reach_of(b));
  }

  std::optional<HullOverlap> run(const Vec3d& guess) {
    static_cast<void>(support(guess));
    if (separated_ || !begin()) return {};
    for (;;) {
      const Face& nearest = *std::ranges::min_element(faces_, {}, &Face::distance);
      const Face face = nearest;
      const Difference next = support(face.normal);
      if (separated_) return {};
      const double reach = dot(next.point, face.normal);
      if (reach - face.distance <= kTolerance * extent_ || points_.size() >= kMostPoints ||
          !grow(next)) {
        return answer(face);
      }
    }
  }

 private:
  /// The point of D that is farthest along a direction of unit length.
  Difference support(const Vec3d& direction) {
    ++supports_;
    Difference result;
    result.a = a_.farthest(math::to_float(direction));
    result.b = b_.farthest(math::to_float(-1 * direction));
    result.point = math::to_double(a_[result.a]) - math::to_double(b_[result.b]);
    const double reach = dot(result.point, direction);
    if (reach < -error_) separated_ = true;
    if (reach < depth_) {
      depth_ = reach;
      normal_ = direction;
      last_ = result;
    }
    return result;
  }

  /// Finds four points that are not in one plane. Returns false if D does not contain the origin,
  /// or is flat.
  bool begin() {
    std::array<Difference, 6> ends;
    double longest = -1;
    std::size_t axis = 0;
    for (std::size_t i = 0; i < 3; ++i) {
      const Vec3d along{i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0};
      ends[2 * i] = support(along);
      ends[2 * i + 1] = support(-1 * along);
      if (separated_) return false;
      const double extent = length(ends[2 * i].point - ends[2 * i + 1].point);
      if (extent > longest) {
        longest = extent;
        axis = i;
      }
    }
    extent_ = longest;
    if (!(extent_ > 0)) return false;
    points_ = {ends[2 * axis], ends[2 * axis + 1]};
    const Vec3d first = normalized(points_[1].point - points_[0].point);
    const Vec3d other = std::abs(first.x) < 0.6 ? Vec3d{1, 0, 0} : Vec3d{0, 1, 0};
    const Vec3d second = normalized(cross(first, other));
    return add_apart({second, cross(first, second), {}}, first) && close();
  }

  /// Adds a third point off the line of the first two: the farthest found along four directions
  /// across it.
  bool add_apart(const std::array<Vec3d, 3>& across, const Vec3d& line) {
    double most = kTolerance * extent_;
    std::optional<Difference> best;
    for (const Vec3d& direction : {across[0], -1 * across[0], across[1], -1 * across[1]}) {
      const Difference d = support(direction);
      if (separated_) return false;
      const Vec3d from = d.point - points_[0].point;
      const double off = length(from - dot(from, line) * line);
      if (off > most) {
        most = off;
        best = d;
      }
    }
    if (best) points_.push_back(*best);
    return best.has_value();
  }

  /// Adds a fourth point off the plane of the three, and the four faces.
  bool close() {
    const Vec3d normal =
        normalized(cross(points_[1].point - points_[0].point, points_[2].point - points_[0].point));
    const double plane = dot(points_[0].point, normal);
    const Difference above = support(normal);
    const Difference below = support(-1 * normal);
    if (separated_) return false;
    const double up = dot(above.point, normal) - plane;
    const double down = plane - dot(below.point, normal);
    if (!(std::max(up, down) > kTolerance * extent_)) return false;
    points_.push_back(up > down ? above : below);
    // The fourth point is then below the first face.
    if (up > down) std::swap(points_[0], points_[1]);
    for (const auto& corners : {std::array{0U, 1U, 2U}, std::array{0U, 3U, 1U},
                                std::array{1U, 3U, 2U}, std::array{2U, 3U, 0U}}) {
      add_face(corners);
    }
    return true;
  }

  void add_face(const std::array<std::uint32_t, 3>& corners) {
    const Vec3d& p = points_[corners[0]].point;
    const Vec3d normal =
        normalized(cross(points_[corners[1]].point - p, points_[corners[2]].point - p));
    // A face without area is never the nearest.
    const bool flat = dot(normal, normal) < 0.5;
    faces_.push_back({corners, normal, flat ? HUGE_VAL : dot(p, normal)});
  }

  /// Adds a point: removes the faces that see it, and connects their border to it. Returns false if
  /// the point is not new.
  bool grow(const Difference& next) {
    const auto index = static_cast<std::uint32_t>(points_.size());
    for (const Difference& known : points_) {
      if (known.a == next.a && known.b == next.b) return false;
    }
    points_.push_back(next);
    const auto sees = [&](const Face& face) {
      return dot(next.point, face.normal) - face.distance > 1e-12 * extent_;
    };
    std::vector<std::array<std::uint32_t, 2>> edges;
    for (const Face& face : faces_) {
      if (!sees(face)) continue;
      for (std::size_t i = 0; i < 3; ++i) {
        edges.push_back({face.corners[i], face.corners[(i + 1) % 3]});
      }
    }
    std::erase_if(faces_, sees);
    for (const auto& [from, to] : edges) {
      const std::array<std::uint32_t, 2> back{to, from};
      if (std::ranges::find(edges, back) == edges.end()) add_face({from, to, index});
    }
    return !faces_.empty();
  }

  [[nodiscard]] HullOverlap answer(const Face& face) const {
    HullOverlap result{depth_, normal_, math::to_double(a_[last_.a]), math::to_double(b_[last_.b])};
    if (!(dot(face.normal, normal_) > 1 - 1e-9)) return result;
    // If the answer is a whole face: its point nearest to the origin, in barycentric coordinates.
    const auto& [i, j, k] = face.corners;
    const Vec3d& p = points_[i].point;
    const Vec3d foot = face.distance * face.normal;
    const Vec3d area = cross(points_[j].point - p, points_[k].point - p);
    const double whole = dot(area, area);
    double of_j = whole > 0 ? dot(cross(foot - p, points_[k].point - p), area) / whole : 0;
    double of_k = whole > 0 ? dot(cross(points_[j].point - p, foot - p), area) / whole : 0;
    of_j = std::clamp(of_j, 0.0, 1.0);
    of_k = std::clamp(of_k, 0.0, 1 - of_j);
    const double of_i = 1 - of_j - of_k;
    const auto blend = [&](const PointCloud& points, std::uint32_t at_i, std::uint32_t at_j,
                           std::uint32_t at_k) {
      return of_i * math::to_double(points[at_i]) + of_j * math::to_double(points[at_j]) +
             of_k * math::to_double(points[at_k]);
    };
    result.on_a = blend(a_, points_[i].a, points_[j].a, points_[k].a);
    result.on_b = blend(b_, points_[i].b, points_[j].b, points_[k].b);
    return result;
  }

  const PointCloud& a_;
  const PointCloud& b_;
  std::uint64_t& supports_;
  std::vector<Difference> points_;
  std::vector<Face> faces_;
  double error_ = 0;  ///< bound on the error of support() along its direction
  double extent_ = 0;
  double depth_ = HUGE_VAL;
  Vec3d normal_;
  Difference last_;  ///< the points of both sets that touch last along the normal
  bool separated_ = false;
};

}  // namespace

std::optional<HullOverlap> hull_overlap(const PointCloud& a, const PointCloud& b,
                                        const Vec3d& guess, std::uint64_t& supports) {
  if (a.empty() || b.empty()) return {};
  return Polytope(a, b, supports).run(guess);
}

bool hull_contains(const PointCloud& points, const Vec3& p) {
  std::uint64_t supports = 0;
  return hull_overlap(points, PointCloud(std::span(&p, 1)), {1, 0, 0}, supports).has_value();
}

}  // namespace dermis::limbs
