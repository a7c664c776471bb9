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

/// What a mesh moves to, to float precision, as animation files have it.
std::vector<Point> keyframe(std::span<const Point> positions);

/// A square cloth in the plane y = 0 about the origin, of about so many triangles. The diagonals of
/// its cells alternate, so it folds as well along one as along the other.
Mesh square_cloth(std::size_t triangles, double side);

/// Smooth bumps about `size` wide, between -1 and 1: what keeps a simulation from being symmetric
/// as nothing real is. The same at every resolution of a cloth.
double bumps(double x, double z, double size);

/// How much a spring gives, in s²: what it pulls back with, as an acceleration, is its length's
/// change divided by this.
struct ClothMaterial {
  double stretch = 0;  ///< along the sides of triangles
  double shear = 0;    ///< along sides that are longer than the mean, and across them
  double bend = 0;     ///< between the corners that face each other over a side
  double drag = 0;     ///< the part of its speed that a vertex loses per second
};

/// Cloth as vertices that springs hold together, moved by small steps of position based dynamics:
/// vertices fly on, and then springs one after the other put their ends where they should be. It
/// does not know of itself, and passes through itself.
class ClothSimulation {
 public:
  using Side = std::array<std::uint32_t, 2>;
  /// What pulls at a vertex with this place and velocity.
  using Acceleration = std::function<Point(const Point& at, const Point& velocity)>;

  /// Springs have no tension where the mesh is as given.
  ClothSimulation(const Mesh& rest, const ClothMaterial& material);

  [[nodiscard]] const std::vector<Point>& positions() const { return at_; }
  /// All sides of triangles, each once.
  [[nodiscard]] const std::vector<Side>& sides() const { return sides_; }

  /// From here on only place() moves it.
  void hold(std::uint32_t vertex);
  /// Puts a vertex somewhere, and at rest.
  void place(std::uint32_t vertex, const Point& at);

  /// Goes on by this time; it should be less than a millisecond, and always the same.
  void step(double seconds, const Acceleration& acceleration);

  /// After a step: moves a vertex that came this deep into an obstacle out of it. Friction, the
  /// part of the depth by which it may slow down along the surface, stops what slides slowly.
  void push_out(std::uint32_t vertex, double depth, const Point& out, double friction);
  /// After a step: moves a vertex a part of the way to somewhere, without regard to springs.
  void pull(std::uint32_t vertex, const Point& to, double part);

 private:
  struct Spring {
    std::uint32_t a = 0, b = 0;
    double rest = 0;
    double compliance = 0;
  };

  void add_spring(std::uint32_t a, std::uint32_t b, double compliance);
  /// Springs that follow one another share no vertex, so a processor can work at several at once.
  void spread_springs();
  void relax_springs(double seconds);

  std::vector<Point> at_;
  std::vector<Point> before_;     ///< a step ago
  std::vector<double> mobility_;  ///< 1; 0 of what is held
  std::vector<Side> sides_;
  std::vector<Spring> springs_;
  double drag_ = 0;
};

}  // namespace dermis::scenes
