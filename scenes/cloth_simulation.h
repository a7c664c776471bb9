// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "dermis/model/mesh.h"

namespace dermis::scenes {

inline Point operator+(const Point& a, const Point& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline Point operator-(const Point& a, const Point& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline Point operator*(double s, const Point& p) {
  return {s * p[0], s * p[1], s * p[2]};
}
inline double dot(const Point& a, const Point& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
double length(const Point& p);

inline constexpr double kKeyframesPerSecond = 30;
inline constexpr Point kGravity{0, -9.81, 0};

/// The positions rounded to float precision, as in animation files.
std::vector<Point> keyframe(std::span<const Point> positions);

/// A square cloth in the plane y = 0 about the origin, with about `triangles` triangles. The
/// diagonals of its cells alternate, so it folds equally well in both directions.
Mesh square_cloth(std::size_t triangles, double side);

/// Smooth bumps about `size` wide, between -1 and 1. They keep a simulation from being symmetric.
/// The same at every resolution of a cloth.
double bumps(double x, double z, double size);

/// The compliances of springs, in s². The acceleration by a spring is the change of its length
/// divided by its compliance.
struct SpringCompliances {
  double stretch = 0;  ///< along the sides of triangles
  double shear = 0;    ///< along sides longer than the mean, and across them
  double bend = 0;     ///< between the two corners opposite a side
  double drag = 0;     ///< rate at which a vertex loses speed, 1/s
};

/// Cloth as vertices connected by springs, in small steps of position-based dynamics: vertices move
/// on, then springs correct their ends one after the other. There is no self-collision: cloth
/// passes through itself.
class ClothSimulation {
 public:
  using Side = std::array<std::uint32_t, 2>;
  /// The acceleration of a vertex with this position and velocity.
  using Acceleration = std::function<Point(const Point& at, const Point& velocity)>;

  /// Springs have no tension in the given mesh.
  ClothSimulation(const Mesh& rest, const SpringCompliances& material);

  [[nodiscard]] const std::vector<Point>& positions() const { return at_; }
  /// All sides of triangles, each once.
  [[nodiscard]] const std::vector<Side>& sides() const { return sides_; }

  /// From now on, only place() moves the vertex.
  void hold(std::uint32_t vertex);
  /// Moves a vertex and sets its velocity to zero.
  void place(std::uint32_t vertex, const Point& at);

  /// Advances by `seconds`. This should be less than a millisecond, and always the same.
  void step(double seconds, const Acceleration& acceleration);

  /// After a step: moves a vertex that is `depth` inside an obstacle out of it, along `out`.
  /// Friction takes back sliding along the surface, up to `friction` times the depth.
  void push_out(std::uint32_t vertex, double depth, const Point& out, double friction);
  /// After a step: moves a vertex by the share `part` of its way to `to`, regardless of springs.
  void pull(std::uint32_t vertex, const Point& to, double part);

 private:
  struct Spring {
    std::uint32_t a = 0, b = 0;
    double rest = 0;
    double compliance = 0;
  };

  void add_spring(std::uint32_t a, std::uint32_t b, double compliance);
  /// Orders springs so that consecutive ones share no vertex: a processor works on several at once.
  void spread_springs();
  void relax_springs(double seconds);

  std::vector<Point> at_;
  std::vector<Point> before_;     ///< positions one step ago
  std::vector<double> mobility_;  ///< 1; 0 for held vertices
  std::vector<Side> sides_;
  std::vector<Spring> springs_;
  double drag_ = 0;
};

}  // namespace dermis::scenes
