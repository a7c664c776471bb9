// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <vector>

#include "support/triangle_pair.h"

/// Equivalent forms of the same pair.
namespace dermis::test {

inline constexpr std::array<std::array<int, 3>, 6> kOrders{
    {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};

inline Corners reordered(const Corners& p, const std::array<int, 3>& order) {
  return {p[order[0]], p[order[1]], p[order[2]]};
}

template <class Change>
TwoTriangles changed(TwoTriangles pair, const Change& change) {
  for (Corners* corners : {&pair.a, &pair.b}) {
    for (Vec3& v : *corners) v = change(v);
  }
  return pair;
}

/// Pairs with the same answer.
inline std::vector<TwoTriangles> variants(const TwoTriangles& pair) {
  std::vector<TwoTriangles> all;
  for (const auto& p : kOrders) {
    for (const auto& q : kOrders) {
      all.push_back({reordered(pair.a, p), reordered(pair.b, q)});
      all.push_back({reordered(pair.b, q), reordered(pair.a, p)});
    }
  }
  for (const auto& order : kOrders) {
    for (unsigned mirrors = 0; mirrors < 8; ++mirrors) {
      all.push_back(changed(pair, [&](const Vec3& v) {
        const float c[3] = {(mirrors & 1) != 0 ? -v.x : v.x, (mirrors & 2) != 0 ? -v.y : v.y,
                            (mirrors & 4) != 0 ? -v.z : v.z};
        return Vec3{c[order[0]], c[order[1]], c[order[2]]};
      }));
    }
  }
  return all;
}

/// The same, for pairs of small integers only: nothing rounds.
inline std::vector<TwoTriangles> variants_of_integers(const TwoTriangles& pair) {
  std::vector<TwoTriangles> all = variants(pair);
  for (const float s : {0x1p-149F, 0x1p-140F, 0x1p-100F, 0x1p-24F, 0x1p24F, 0x1p90F, 0x1p120F}) {
    all.push_back(changed(pair, [&](const Vec3& v) { return Vec3{s * v.x, s * v.y, s * v.z}; }));
    all.push_back(changed(pair, [&](const Vec3& v) { return Vec3{v.x, s * v.y, v.z}; }));
  }
  for (const Vec3 t : {Vec3{1, 2, 3}, {-1000, 777, 0}, {0x1p23F, -0x1p23F, 0x1p22F}}) {
    all.push_back(
        changed(pair, [&](const Vec3& v) { return Vec3{v.x + t.x, v.y + t.y, v.z + t.z}; }));
  }
  return all;
}

}  // namespace dermis::test
