// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <map>
#include <span>
#include <utility>

#include "dermis/dermis.h"
#include "scenes/cloth_simulation.h"
#include "scenes/moving_scene.h"

namespace dermis::scenes {

namespace {

constexpr int kKeyframes = 34;     ///< two steps, after which the walk repeats
constexpr int kFramesBefore = 12;  ///< frames of walking in which the shirt begins to swing
constexpr int kSteps = 50;         ///< between keyframes
constexpr double kStepSeconds = 1 / (kKeyframesPerSecond * kSteps);
constexpr double kMetresPerSecond = 1.6;  ///< his walking speed

Point to_point(const Vec3& v) {
  return {v.x, v.y, v.z};
}
Point between(const Point& a, const Point& b, double t) {
  return a + t * (b - a);
}
Point unit(const Point& p) {
  return (1 / std::max(length(p), 1e-12)) * p;
}
Point cross(const Point& a, const Point& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}

// The extent of the shirt, on the man as he is modelled: arms half way down, away from the body.

/// The distance down the arm from the shoulder; also, approximately, down the trunk.
double down_the_arm(const Point& p) {
  constexpr Point kShoulder{0.185, 1.41, -0.02};
  constexpr Point kElbow{0.365, 1.195, -0.025};
  return dot(Point{std::abs(p[0]), p[1], p[2]} - kShoulder, unit(kElbow - kShoulder));
}

/// The distance from the hole for the neck.
double from_collar(const Point& p) {
  constexpr Point kNeck{0, 1.5, -0.005};
  constexpr double kRadius = 0.1;
  return length(p - Point{kNeck[0], std::max(p[1], kNeck[1]), kNeck[2]}) - kRadius;
}

/// Positive inside the shirt, and 0 at its hems.
double inside_hems(const Point& p) {
  constexpr double kHem = 0.87;
  constexpr double kSleeve = 0.4;
  constexpr double kTrunk = 0.22;  ///< points further aside are on an arm
  constexpr double kChin = 1.53;
  const double sleeve = std::abs(p[0]) > kTrunk ? kSleeve - down_the_arm(p) : 1;
  return std::min({p[1] - kHem, sleeve, from_collar(p), kChin - p[1]});
}

/// The distance of the cut from the body: near at the shoulders, wide at the hems.
double looseness(const Point& p) {
  const double part = std::clamp(down_the_arm(p) / 0.2, 0.0, 1.0);
  return 0.007 + 0.02 * part * (2 - part);
}

/// A point on a side of the man's triangles.
struct OnSide {
  std::uint32_t a = 0, b = 0;
  double t = 0;  ///< 0 at a, 1 at b
};

/// The man's triangles that the shirt covers, cut along its hems.
struct Pattern {
  std::vector<OnSide> vertices;
  std::vector<Triangle> triangles;
};

class PatternCutter {
 public:
  explicit PatternCutter(const Model& man) : man_(man) {
    for (std::uint32_t v = 0; v < man.positions.size(); ++v) {
      vertices_.push_back({v, v, 0});
      inside_.push_back(inside_hems(to_point(man.positions[v])));
    }
    move_to_hems();
    for (const Triangle& triangle : man.triangles) cut(triangle);
  }

  /// The pattern without unused vertices.
  [[nodiscard]] Pattern pattern() const {
    Pattern pattern;
    std::map<std::uint32_t, std::uint32_t> renumbered;
    for (Triangle triangle : triangles_) {
      for (std::uint32_t& v : triangle) {
        const auto next = static_cast<std::uint32_t>(pattern.vertices.size());
        const auto [entry, added] = renumbered.try_emplace(v, next);
        if (added) pattern.vertices.push_back(vertices_[v]);
        v = entry->second;
      }
      pattern.triangles.push_back(triangle);
    }
    return pattern;
  }

 private:
  /// Moves vertices near a hem onto it, so that cutting leaves no slivers.
  void move_to_hems() {
    constexpr double kNear = 0.4;
    const std::vector<double> before = inside_;
    for (const Triangle& triangle : man_.triangles) {
      for (std::size_t corner = 0; corner < 3; ++corner) {
        for (const std::size_t other : {(corner + 1) % 3, (corner + 2) % 3}) {
          const std::uint32_t a = triangle[corner];
          const std::uint32_t b = triangle[other];
          if (before[a] * before[b] >= 0) continue;
          const double t = before[a] / (before[a] - before[b]);
          if (t >= kNear || (inside_[a] == 0 && t >= vertices_[a].t)) continue;
          vertices_[a] = {a, b, t};
          inside_[a] = 0;
        }
      }
    }
  }

  /// Keeps the part of a triangle that is inside the hems.
  void cut(const Triangle& triangle) {
    std::vector<std::uint32_t> kept;
    bool any = false;
    for (std::size_t corner = 0; corner < 3; ++corner) {
      const std::uint32_t a = triangle[corner];
      const std::uint32_t b = triangle[(corner + 1) % 3];
      any = any || inside_[a] > 0;
      if (inside_[a] >= 0) kept.push_back(a);
      if (inside_[a] * inside_[b] < 0) kept.push_back(crossing(std::min(a, b), std::max(a, b)));
    }
    if (!any) return;
    for (std::size_t i = 2; i < kept.size(); ++i) {
      triangles_.push_back({kept[0], kept[i - 1], kept[i]});
    }
  }

  std::uint32_t crossing(std::uint32_t a, std::uint32_t b) {
    const auto next = static_cast<std::uint32_t>(vertices_.size());
    const auto [entry, added] = crossings_.try_emplace({a, b}, next);
    if (added) vertices_.push_back({a, b, inside_[a] / (inside_[a] - inside_[b])});
    return entry->second;
  }

  const Model& man_;
  std::vector<OnSide> vertices_;
  std::vector<double> inside_;
  std::vector<Triangle> triangles_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> crossings_;
};

/// A vertex in a triangle: the corners and its barycentric coordinates.
struct InTriangle {
  Triangle corners{};
  std::array<double, 3> parts{};

  [[nodiscard]] Point at(std::span<const Point> corner) const {
    return parts[0] * corner[corners[0]] + parts[1] * corner[corners[1]] +
           parts[2] * corner[corners[2]];
  }
};

/// Triangles, each split into n · n.
struct Refined {
  std::vector<InTriangle> vertices;
  std::vector<Triangle> triangles;
};

class Refiner {
 public:
  Refiner(std::span<const Triangle> triangles, std::uint32_t n) : n_(n) {
    for (const Triangle& triangle : triangles) split(triangle);
  }
  [[nodiscard]] Refined take() && { return std::move(refined_); }

 private:
  void split(const Triangle& t) {
    for (std::uint32_t i = 0; i < n_; ++i) {
      for (std::uint32_t j = 0; i + j < n_; ++j) {
        const std::uint32_t b = vertex(t, i + 1, j);
        const std::uint32_t c = vertex(t, i, j + 1);
        refined_.triangles.push_back({vertex(t, i, j), b, c});
        if (i + j + 1 < n_) refined_.triangles.push_back({b, vertex(t, i + 1, j + 1), c});
      }
    }
  }

  /// The vertex i steps towards the second corner and j towards the third. Triangles that share a
  /// side share the vertices on it.
  std::uint32_t vertex(const Triangle& t, std::uint32_t i, std::uint32_t j) {
    std::array<std::pair<std::uint32_t, std::uint32_t>, 3> key{
        {{t[0], n_ - i - j}, {t[1], i}, {t[2], j}}};
    for (auto& [corner, steps] : key) {
      if (steps == 0) corner = kNone;
    }
    std::ranges::sort(key);
    const auto next = static_cast<std::uint32_t>(refined_.vertices.size());
    const auto [entry, added] = numbers_.try_emplace(key, next);
    if (added) {
      const double step = 1.0 / n_;
      refined_.vertices.push_back({t, {(n_ - i - j) * step, i * step, j * step}});
    }
    return entry->second;
  }

  std::uint32_t n_;
  Refined refined_;
  std::map<std::array<std::pair<std::uint32_t, std::uint32_t>, 3>, std::uint32_t> numbers_;
};

/// The man's skin at one time.
struct Body {
  std::vector<Point> positions;
  std::vector<Point> normals;
};

Body body_of(std::span<const Triangle> triangles, std::span<const Vec3> posed) {
  Body body;
  body.positions.reserve(posed.size());
  for (const Vec3& v : posed) body.positions.push_back(to_point(v));
  body.normals.assign(posed.size(), Point{});
  for (const Triangle& t : triangles) {
    const Point& a = body.positions[t[0]];
    const Point normal = cross(body.positions[t[1]] - a, body.positions[t[2]] - a);
    for (const std::uint32_t v : t) body.normals[v] = body.normals[v] + normal;
  }
  for (Point& normal : body.normals) normal = unit(normal);
  return body;
}

Body between(const Body& a, const Body& b, double t) {
  Body body = a;
  for (std::size_t v = 0; v < body.positions.size(); ++v) {
    body.positions[v] = between(a.positions[v], b.positions[v], t);
    body.normals[v] = unit(between(a.normals[v], b.normals[v], t));
  }
  return body;
}

/// A body, and a search along its surface for the vertex nearest to a point.
class BodyObstacle {
 public:
  BodyObstacle(std::span<const Triangle> triangles, std::size_t vertices) : neighbors_(vertices) {
    for (const Triangle& t : triangles) {
      // Surfaces are closed, so each pair occurs once in each order.
      for (std::size_t c = 0; c < 3; ++c) neighbors_[t[c]].push_back(t[(c + 1) % 3]);
    }
  }

  /// Walks from vertex `from` to nearer neighbours until there is none.
  [[nodiscard]] std::uint32_t nearest(const Body& body, const Point& to, std::uint32_t from) const {
    const auto distance = [&](std::uint32_t v) {
      const Point way = body.positions[v] - to;
      return dot(way, way);
    };
    double best = distance(from);
    for (std::uint32_t at = kNone; at != from;) {
      at = from;
      for (const std::uint32_t v : neighbors_[at]) {
        const double other = distance(v);
        if (other >= best) continue;
        best = other;
        from = v;
      }
    }
    return from;
  }

 private:
  std::vector<std::vector<std::uint32_t>> neighbors_;
};

/// A shirt on a body that moves.
class Shirt {
 public:
  /// A shirt of about `triangles` triangles. The first vertices of the skin are those of the man.
  Shirt(const Model& man, const Model& skin, std::size_t triangles)
      : pattern_(PatternCutter(man).pattern()),
        obstacle_(skin.triangles, skin.positions.size()),
        fineness_(fineness(pattern_, triangles)),
        refined_(Refiner(pattern_.triangles, fineness_).take()),
        rest_(body_of(skin.triangles, skin.positions)),
        cloth_({tailored(rest_), refined_.triangles},
               {.stretch = 0, .shear = 3e-7, .bend = 3e-5, .drag = 2.5}) {
    std::vector<Point> on_skin;
    on_skin.reserve(pattern_.vertices.size());
    for (const OnSide& v : pattern_.vertices) on_skin.push_back(on(rest_.positions, v));
    for (std::uint32_t v = 0; v < refined_.vertices.size(); ++v) {
      const InTriangle& vertex = refined_.vertices[v];
      nearest_.push_back(pattern_.vertices[vertex.corners[0]].a);
      hold_on_.push_back(hold_on(vertex.at(on_skin)));
    }
  }

  [[nodiscard]] const std::vector<Triangle>& triangles() const { return refined_.triangles; }
  [[nodiscard]] const std::vector<Point>& positions() const { return cloth_.positions(); }

  void put_on(const Body& body) {
    const std::vector<Point> target = tailored(body);
    for (std::uint32_t v = 0; v < target.size(); ++v) cloth_.place(v, target[v]);
  }

  /// Advances by a step; `body` is the body at its end.
  void step(const Body& body) {
    cloth_.step(kStepSeconds, [](const Point&, const Point&) { return kGravity; });
    ++steps_;
    const std::vector<Point> target = tailored(body);
    for (std::uint32_t v = 0; v < target.size(); ++v) {
      cloth_.pull(v, target[v], hold_on_[v]);
      keep_out(body, v);
    }
  }

 private:
  static std::uint32_t fineness(const Pattern& pattern, std::size_t triangles) {
    const double each =
        static_cast<double>(triangles) / static_cast<double>(pattern.triangles.size());
    return static_cast<std::uint32_t>(std::max(std::lround(std::sqrt(each)), 1L));
  }

  static Point on(std::span<const Point> corner, const OnSide& v) {
    return between(corner[v.a], corner[v.b], v.t);
  }

  /// The shirt as it was cut: a surface around the body.
  [[nodiscard]] std::vector<Point> tailored(const Body& body) const {
    std::vector<Point> corners;
    corners.reserve(pattern_.vertices.size());
    for (const OnSide& v : pattern_.vertices) {
      corners.push_back(on(body.positions, v) +
                        looseness(on(rest_.positions, v)) * unit(on(body.normals, v)));
    }
    std::vector<Point> surface;
    surface.reserve(refined_.vertices.size());
    for (const InTriangle& v : refined_.vertices) surface.push_back(v.at(corners));
    return surface;
  }

  /// The share of the way to its place on the body that a vertex moves per step: all of it at the
  /// collar; elsewhere as by a weak spring, so that the shirt neither slides nor turns about the
  /// body.
  static double hold_on(const Point& p) {
    constexpr double kCollar = 0.012;
    constexpr double kShoulder = 4000;  ///< springs, per s²
    constexpr double kElsewhere = 150;
    if (from_collar(p) < kCollar) return 1;
    const double below = std::clamp(down_the_arm(p) / 0.05 + 1, 0.0, 1.0);
    return kStepSeconds * kStepSeconds * (kShoulder + below * (kElsewhere - kShoulder));
  }

  /// The distance from the body. Larger for large triangles: their middles are nearer than their
  /// corners.
  [[nodiscard]] double clearance() const { return 0.002 + 0.004 / (fineness_ * fineness_); }

  void keep_out(const Body& body, std::uint32_t vertex) {
    constexpr int kStepsPerLook = 4;  // steps in which a vertex hardly moves
    const Point& at = cloth_.positions()[vertex];
    if (steps_ % kStepsPerLook == 0)
      nearest_[vertex] = obstacle_.nearest(body, at, nearest_[vertex]);
    const std::uint32_t v = nearest_[vertex];
    const double height = dot(at - body.positions[v], body.normals[v]);
    if (height < clearance()) cloth_.push_out(vertex, clearance() - height, body.normals[v], 0);
  }

  Pattern pattern_;
  BodyObstacle obstacle_;
  std::uint32_t fineness_;
  Refined refined_;
  Body rest_;
  ClothSimulation cloth_;
  std::vector<std::uint32_t> nearest_;  ///< nearest vertex of the body, per vertex
  std::vector<double> hold_on_;
  int steps_ = 0;
};

/// The man walks on the spot. His way is added to the keyframes, so the shirt feels no wind.
std::vector<Point> walked(std::vector<Point> positions, int frame) {
  for (Point& p : positions) p[2] += kMetresPerSecond * frame / kKeyframesPerSecond;
  return keyframe(positions);
}

}  // namespace

MovingScene avatar(std::size_t triangles, const Progress& progress) {
  const Model man = make_man();
  const Model skin = subdivide(man, 1);
  const Skin deformer(skin);
  const Clip& walk = skin.clips.front();
  const auto body_at = [&](int frame) {
    const double time = std::fmod(frame / kKeyframesPerSecond + walk.end(), walk.end());
    std::vector<Vec3> posed(skin.positions);
    const Result<void> done = deformer.deform(sample(skin, walk, time), posed);
    assert(done);  // cannot fail: its own clip
    return body_of(skin.triangles, posed);
  };

  Shirt shirt(man, skin, triangles - std::min(triangles, skin.triangles.size()));
  MovingBody moving_man{"man", skin.triangles, {}};
  MovingBody moving_shirt{"shirt", shirt.triangles(), {}};
  Body last = body_at(-kFramesBefore);
  shirt.put_on(last);
  for (int frame = -kFramesBefore; frame < kKeyframes; ++frame) {
    const Body next = body_at(frame);
    for (int step = 1; step <= kSteps; ++step) {
      shirt.step(between(last, next, static_cast<double>(step) / kSteps));
    }
    last = next;
    if (frame >= 0) {
      moving_man.keyframes.push_back(walked(next.positions, frame));
      moving_shirt.keyframes.push_back(walked(shirt.positions(), frame));
    }
    if (progress) progress((frame + kFramesBefore + 1.0) / (kFramesBefore + kKeyframes));
  }
  return {{std::move(moving_man), std::move(moving_shirt)}};
}

}  // namespace dermis::scenes
