// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/procedural/surface.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace dermis::procedural {

namespace {

/// Signed distances at the corners of a grid, symmetric about x = 0.
class Grid {
 public:
  explicit Grid(const Figure& figure) : cell_(figure.cell()) {
    const auto [low, high] = box_of(figure.flesh(), 2 * cell_ + figure.blend());
    const double half = std::ceil(std::max(high.x, -low.x) / cell_);
    origin_ = {-half * cell_, low.y, low.z};
    size_ = {2 * static_cast<int>(half) + 1, static_cast<int>((high.y - low.y) / cell_) + 2,
             static_cast<int>((high.z - low.z) / cell_) + 2};
    values_.assign(static_cast<std::size_t>(size_[0]) * size_[1] * size_[2], 1e30);
    for (const auto& limb : limbs(figure)) add(limb, figure.blend());
  }

  [[nodiscard]] int size(int axis) const { return size_[axis]; }
  [[nodiscard]] double value(int x, int y, int z) const { return values_[index(x, y, z)]; }
  [[nodiscard]] Vec3d corner(int x, int y, int z) const {
    return origin_ + cell_ * Vec3d{double(x), double(y), double(z)};
  }
  [[nodiscard]] std::size_t index(int x, int y, int z) const {
    return (static_cast<std::size_t>(z) * size_[1] + y) * size_[0] + x;
  }

 private:
  struct Box {
    Vec3d low, high;
  };
  static Box box_of(std::span<const Flesh> limb, double margin) {
    Box box{{1e30, 1e30, 1e30}, {-1e30, -1e30, -1e30}};
    for (const Flesh& f : limb) {
      const double r = std::max(f.radius_a, f.radius_b);
      const Vec3d reach{r / f.squash.x + margin, r / f.squash.y + margin, r / f.squash.z + margin};
      for (const Vec3d& end : {f.a, f.b}) {
        const Vec3d l = end - reach;
        const Vec3d h = end + reach;
        box.low = {std::min(box.low.x, l.x), std::min(box.low.y, l.y), std::min(box.low.z, l.z)};
        box.high = {std::max(box.high.x, h.x), std::max(box.high.y, h.y),
                    std::max(box.high.z, h.z)};
      }
    }
    return box;
  }

  /// A limb changes the field only near its flesh, so only the grid corners around it are visited.
  void add(std::span<const Flesh> limb, double blend) {
    const Box box = box_of(limb, blend + 2 * cell_);
    const auto first = [&](double low, double origin) {
      return std::max(0, static_cast<int>((low - origin) / cell_));
    };
    const auto last = [&](double high, double origin, int size) {
      return std::min(size - 1, static_cast<int>((high - origin) / cell_) + 1);
    };
    for (int z = first(box.low.z, origin_.z); z <= last(box.high.z, origin_.z, size_[2]); ++z) {
      for (int y = first(box.low.y, origin_.y); y <= last(box.high.y, origin_.y, size_[1]); ++y) {
        for (int x = first(box.low.x, origin_.x); x <= last(box.high.x, origin_.x, size_[0]); ++x) {
          double& value = values_[index(x, y, z)];
          value = smooth_min(value, distance(limb, corner(x, y, z)), blend);
        }
      }
    }
  }

  double cell_;
  Vec3d origin_;
  std::array<int, 3> size_{};
  std::vector<double> values_;
};

using Limbs = std::vector<std::span<const Flesh>>;

double field(const Limbs& limbs, double blend, const Vec3d& p) {
  double value = 1e30;
  for (const auto& limb : limbs) value = smooth_min(value, distance(limb, p), blend);
  return value;
}

using Corner = std::array<int, 3>;

/// The edges of a cell are numbered axis · 4 + side: the edge is parallel to `axis`, displaced from
/// the cell's first corner by bit 0 of `side` along the next axis and by bit 1 along the one after.
Corner edge_start(const Corner& cell, int edge) {
  const int axis = edge / 4;
  Corner c = cell;
  c[(axis + 1) % 3] += edge & 1;
  c[(axis + 2) % 3] += edge >> 1 & 1;
  return c;
}
Corner edge_end(const Corner& cell, int edge) {
  Corner c = edge_start(cell, edge);
  c[edge / 4] += 1;
  return c;
}

/// The skin inside one grid cell: the vertex that represents each crossed edge. Usually there is
/// one vertex. If two sheets pass through a cell, each gets its own vertex, which keeps the skin
/// manifold.
class CellSkin {
 public:
  CellSkin(const Grid& grid, const Corner& cell) {
    for (int e = 0; e < 12; ++e) sheet_[e] = crosses(grid, cell, e) ? e : -1;
    if (!crossed()) return;
    // Crossed edges that meet on a face belong to one sheet. On a face with four of them, the two
    // around the same inside corner belong together. Both cells at the face decide alike.
    for (int axis = 0; axis < 3; ++axis) {
      for (int far = 0; far < 2; ++far) join_on_face(grid, cell, axis, far);
    }
  }

  [[nodiscard]] bool crossed() const {
    return std::ranges::any_of(sheet_, [](int s) { return s >= 0; });
  }

  /// Adds one vertex per sheet: the mean of the points where the sheet's edges cross the surface,
  /// pulled onto the surface.
  void add_vertices(const Figure& figure, const Grid& grid, const Corner& cell, Surface& surface);

  [[nodiscard]] std::uint32_t vertex(int edge) const { return vertex_[edge]; }

 private:
  static bool inside(const Grid& grid, const Corner& c) { return grid.value(c[0], c[1], c[2]) < 0; }
  static bool crosses(const Grid& grid, const Corner& cell, int edge) {
    return inside(grid, edge_start(cell, edge)) != inside(grid, edge_end(cell, edge));
  }

  void join(int a, int b) {
    const int keep = sheet_[a];
    const int drop = sheet_[b];
    std::ranges::replace(sheet_, drop, keep);
  }

  void join_on_face(const Grid& grid, const Corner& cell, int axis, int far) {
    const int u = (axis + 1) % 3;
    const int v = (axis + 2) % 3;
    // The face's edges along u (at v = 0, 1) and along v (at u = 0, 1).
    const std::array<int, 4> edges{4 * u + 2 * far, 4 * u + 2 * far + 1, 4 * v + far,
                                   4 * v + far + 2};
    std::vector<int> crossed;
    for (const int e : edges) {
      if (sheet_[e] >= 0) crossed.push_back(e);
    }
    if (crossed.size() == 2) join(crossed[0], crossed[1]);
    if (crossed.size() < 4) return;
    Corner low = cell;
    low[axis] += far;
    const bool low_inside = inside(grid, low);
    // The corner (0, 0) touches edges[0] and edges[2]; the corner (1, 1) touches the other two.
    join(edges[0], edges[low_inside ? 2 : 3]);
    join(edges[1], edges[low_inside ? 3 : 2]);
  }

  std::array<int, 12> sheet_{};  ///< sheet of each edge, −1 if the edge does not cross the surface
  std::array<std::uint32_t, 12> vertex_{};
};

/// A few damped Newton steps along the gradient, none longer than a fifth of a cell.
Vec3d pull_onto_surface(const Figure& figure, Vec3d p) {
  const Limbs all = limbs(figure);
  const auto value_at = [&](const Vec3d& q) { return field(all, figure.blend(), q); };
  const double e = 1e-4 * figure.cell();
  for (int step = 0; step < 3; ++step) {
    const double value = value_at(p);
    const Vec3d gradient =
        (1 / e) * Vec3d{value_at(p + Vec3d{e, 0, 0}) - value, value_at(p + Vec3d{0, e, 0}) - value,
                        value_at(p + Vec3d{0, 0, e}) - value};
    const double slope_sq = dot(gradient, gradient);
    if (slope_sq < 1e-6) break;
    Vec3d move = (-value / slope_sq) * gradient;
    const double longest = 0.2 * figure.cell();
    if (length(move) > longest) move = (longest / length(move)) * move;
    p = p + move;
  }
  return p;
}

void CellSkin::add_vertices(const Figure& figure, const Grid& grid, const Corner& cell,
                            Surface& surface) {
  for (int sheet = 0; sheet < 12; ++sheet) {
    Vec3d sum;
    int count = 0;
    for (int e = 0; e < 12; ++e) {
      if (sheet_[e] != sheet) continue;
      const Corner a = edge_start(cell, e);
      const Corner b = edge_end(cell, e);
      const double va = grid.value(a[0], a[1], a[2]);
      const double vb = grid.value(b[0], b[1], b[2]);
      const double s = va / (va - vb);
      sum = sum + (1 - s) * grid.corner(a[0], a[1], a[2]) + s * grid.corner(b[0], b[1], b[2]);
      ++count;
      vertex_[e] = static_cast<std::uint32_t>(surface.positions.size());
    }
    if (count == 0) continue;
    surface.positions.push_back(pull_onto_surface(figure, (1.0 / count) * sum));
  }
}

void add_quad(Surface& surface, const std::array<std::uint32_t, 4>& q) {
  const auto& p = surface.positions;
  const Vec3d d02 = p[q[2]] - p[q[0]];
  const Vec3d d13 = p[q[3]] - p[q[1]];
  if (dot(d02, d02) <= dot(d13, d13)) {
    surface.triangles.push_back({q[0], q[1], q[2]});
    surface.triangles.push_back({q[0], q[2], q[3]});
  } else {
    surface.triangles.push_back({q[0], q[1], q[3]});
    surface.triangles.push_back({q[1], q[2], q[3]});
  }
}

}  // namespace

Surface make_surface(const Figure& figure) {
  const Grid grid(figure);
  Surface surface;
  std::vector<CellSkin> skins;
  std::vector<std::uint32_t> skin_of_cell(
      static_cast<std::size_t>(grid.size(0)) * grid.size(1) * grid.size(2), kNone);
  for (int z = 0; z + 1 < grid.size(2); ++z) {
    for (int y = 0; y + 1 < grid.size(1); ++y) {
      for (int x = 0; x + 1 < grid.size(0); ++x) {
        CellSkin skin(grid, {x, y, z});
        if (!skin.crossed()) continue;
        skin.add_vertices(figure, grid, {x, y, z}, surface);
        skin_of_cell[grid.index(x, y, z)] = static_cast<std::uint32_t>(skins.size());
        skins.push_back(skin);
      }
    }
  }

  // One quad around every grid edge that crosses the surface; it joins the four cells at the edge.
  for (int z = 1; z + 1 < grid.size(2); ++z) {
    for (int y = 1; y + 1 < grid.size(1); ++y) {
      for (int x = 1; x + 1 < grid.size(0); ++x) {
        for (int axis = 0; axis < 3; ++axis) {
          Corner end{x, y, z};
          end[axis] += 1;
          const bool inside = grid.value(x, y, z) < 0;
          if (inside == (grid.value(end[0], end[1], end[2]) < 0)) continue;
          const auto vertex = [&](int du, int dv) {
            Corner c{x, y, z};
            c[(axis + 1) % 3] -= du;
            c[(axis + 2) % 3] -= dv;
            return skins[skin_of_cell[grid.index(c[0], c[1], c[2])]].vertex(4 * axis + du + 2 * dv);
          };
          std::array<std::uint32_t, 4> quad{vertex(1, 1), vertex(0, 1), vertex(0, 0), vertex(1, 0)};
          if (!inside) std::swap(quad[1], quad[3]);
          add_quad(surface, quad);
        }
      }
    }
  }
  return surface;
}

}  // namespace dermis::procedural
