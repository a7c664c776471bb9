// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/procedural/weights.h"

#include <algorithm>
#include <cmath>

namespace dermis::procedural {

namespace {

constexpr int kInfluences = 4;
constexpr int kSmoothings = 3;
/// A bone has no influence on a vertex if its flesh is farther away than the nearest flesh by this
/// fraction of the nearest flesh's largest radius.
constexpr double kReach = 0.7;

/// The weights of all bones at one vertex; most are zero.
using Row = std::vector<double>;

/// The number of steps along the skeleton between two bones; 3 means more than 2.
int steps_between(const std::vector<Bone>& bones, int a, int b) {
  for (int steps_a = 0, i = a; i >= 0 && steps_a <= 2; i = bones[i].parent, ++steps_a) {
    for (int steps_b = 0, j = b; j >= 0 && steps_a + steps_b <= 2; j = bones[j].parent, ++steps_b) {
      if (i == j) return steps_a + steps_b;
    }
  }
  return 3;
}

Row weights_at(const Figure& figure, const Vec3d& p) {
  const auto& bones = figure.bones();
  Row nearest(bones.size(), 1e30);
  double smallest = 1e30;
  int owner = 0;
  double thickness = 0;
  for (const Flesh& f : figure.flesh()) {
    const double d = distance(f, p);
    nearest[f.bone] = std::min(nearest[f.bone], d);
    if (d < smallest) {
      smallest = d;
      owner = f.bone;
      thickness = std::max(f.radius_a, f.radius_b);
    }
  }
  Row row(bones.size(), 0.0);
  for (std::size_t b = 0; b < bones.size(); ++b) {
    if (steps_between(bones, owner, static_cast<int>(b)) > 2) continue;
    const double share = 1 - (nearest[b] - smallest) / (kReach * thickness);
    if (share > 0) row[b] = share * share;
  }
  return row;
}

void normalize(Row& row) {
  double sum = 0;
  for (const double w : row) sum += w;
  for (double& w : row) w /= sum;
}

/// Replaces the weights of each vertex by the mean of its own and its neighbours' weights.
std::vector<Row> smoothed(const std::vector<Row>& rows, const Surface& surface) {
  std::vector<Row> result = rows;
  for (const Triangle& t : surface.triangles) {
    for (int i = 0; i < 3; ++i) {
      const std::uint32_t a = t[i];
      const std::uint32_t b = t[(i + 1) % 3];  // the other triangle at the edge adds a to b
      for (std::size_t k = 0; k < rows[a].size(); ++k) result[a][k] += rows[b][k];
    }
  }
  for (Row& row : result) normalize(row);
  return result;
}

std::vector<Influence> greatest(const Row& row) {
  std::vector<Influence> list;
  for (std::size_t b = 0; b < row.size(); ++b) {
    if (row[b] > 0.004) list.push_back({static_cast<std::uint32_t>(b), static_cast<float>(row[b])});
  }
  std::ranges::sort(list, [](const Influence& a, const Influence& b) {
    return a.weight != b.weight ? a.weight > b.weight : a.joint < b.joint;
  });
  if (list.size() > kInfluences) list.resize(kInfluences);
  double sum = 0;
  for (const Influence& i : list) sum += i.weight;
  for (Influence& i : list) i.weight = static_cast<float>(i.weight / sum);
  return list;
}

}  // namespace

Influences make_weights(const Figure& figure, const Surface& surface) {
  std::vector<Row> rows;
  rows.reserve(surface.positions.size());
  for (const Vec3d& p : surface.positions) {
    rows.push_back(weights_at(figure, p));
    normalize(rows.back());
  }
  for (int i = 0; i < kSmoothings; ++i) rows = smoothed(rows, surface);
  Influences influences;
  for (const Row& row : rows) influences.add_vertex(greatest(row));
  return influences;
}

}  // namespace dermis::procedural
