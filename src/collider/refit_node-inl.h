// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_COLLIDER_REFIT_NODE_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_COLLIDER_REFIT_NODE_INL_H
#undef DERMIS_COLLIDER_REFIT_NODE_INL_H
#else
#define DERMIS_COLLIDER_REFIT_NODE_INL_H
#endif

#include <limits>

#include "collider/box_refit.h"
#include "collider/deviation-inl.h"
#include "math/eight-inl.h"
#include "skinning/posed_skin.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::collider::HWY_NAMESPACE {

/// The boxes of a record's lanes in the rest pose, with morph targets.
struct RestBoxes {
  Eight center[3], half[3];

  HWY_INLINE RestBoxes(const BoxRefit::Record& record, const math::Float8* boxes,
                       const skinning::PosedSkin& skin) {
    for (int k = 0; k < 3; ++k) {
      center[k] = wide::load(boxes[k].lane);
      half[k] = wide::load(boxes[k + 3].lane);
    }
    for (std::uint32_t i = 0; i < record.header.targets; ++i) {
      const float weight = skin.morph_weight(record.target(i));
      if (weight == 0) continue;
      const math::Float8* const delta = record.deltas + std::size_t{6} * i;
      for (int k = 0; k < 3; ++k) {
        center[k] = wide::multiply_add(wide::all(weight), wide::load(delta[k].lane), center[k]);
        half[k] =
            wide::multiply_add(wide::all(std::abs(weight)), wide::load(delta[k + 3].lane), half[k]);
      }
    }
  }
};

/// Row r of a matrix of four columns.
struct Row {
  Eight x, y, z, t;
  HWY_INLINE Row(const float (&column)[4][4], int r)
      : x(wide::all(column[0][r])),
        y(wide::all(column[1][r])),
        z(wide::all(column[2][r])),
        t(wide::all(column[3][r])) {}
  [[nodiscard]] HWY_INLINE Eight of(const Eight (&p)[3]) const {
    return wide::multiply_add(x, p[0], wide::multiply_add(y, p[1], wide::multiply_add(z, p[2], t)));
  }
  [[nodiscard]] HWY_INLINE Eight stretched(const Eight (&half)[3]) const {
    return wide::multiply_add(wide::abs(x), half[0],
                              wide::multiply_add(wide::abs(y), half[1], wide::abs(z) * half[2]));
  }
};

/// Three intervals per lane.
struct Ends {
  Eight low[3], high[3];
};

HWY_INLINE Ends enclose_by_joints(const BoxRefit::Record& record, const skinning::PosedSkin& skin) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  Ends ends;
  for (int r = 0; r < 3; ++r) {
    ends.low[r] = wide::all(kInfinity);
    ends.high[r] = wide::all(-kInfinity);
  }
  for (std::uint32_t j = 0; j < record.header.joints; ++j) {
    const RestBoxes rest(record, record.joint_boxes + std::size_t{6} * j, skin);
    const skinning::JointColumns& joint = skin.joint(record.joint(j));
    for (int r = 0; r < 3; ++r) {
      const Row row(joint.column, r);
      const Eight center = row.of(rest.center);
      const Eight half = row.stretched(rest.half);
      ends.low[r] = wide::min(ends.low[r], center - half);
      ends.high[r] = wide::max(ends.high[r], center + half);
    }
  }
  return ends;
}

/// Intersects `ends` with the boxes along edges.
HWY_INLINE void intersect_along_edges(const BoxRefit::Record& record,
                                      const skinning::PosedSkin& skin, Ends& ends) {
  const RestBoxes rest(record, record.rest, skin);
  const std::uint32_t edges = record.header.edges;
  skinning::JointColumns difference[BoxRefit::kMostEdges];
  for (std::uint32_t e = 0; e < edges; ++e) {
    const float* const joint = skin.joint(record.end_of_edge(e, 0)).column[0];
    const float* const parent = skin.joint(record.end_of_edge(e, 1)).column[0];
    float* const to = difference[e].column[0];
    wide::store(wide::load(joint) - wide::load(parent), to);
    wide::store(wide::load(joint + 8) - wide::load(parent + 8), to + 8);
  }
  const skinning::JointColumns& root = skin.joint(record.header.root);
  for (int r = 0; r < 3; ++r) {
    Row mean(root.column, r);
    Eight center = mean.of(rest.center);
    Eight half = wide::all(0);
    for (std::uint32_t e = 0; e < edges; ++e) {
      const Row d(difference[e].column, r);
      const math::Float8* const edge = record.edges + std::size_t{2} * e;
      const Eight middle = wide::load(edge[0].lane);
      const Eight range = wide::load(edge[1].lane);
      const Eight moved = d.of(rest.center);
      center = wide::multiply_add(middle, moved, center);
      half = wide::multiply_add(range, wide::abs(moved) + d.stretched(rest.half), half);
      mean.x = wide::multiply_add(middle, d.x, mean.x);
      mean.y = wide::multiply_add(middle, d.y, mean.y);
      mean.z = wide::multiply_add(middle, d.z, mean.z);
    }
    half = half + mean.stretched(rest.half);
    ends.low[r] = wide::max(ends.low[r], center - half);
    ends.high[r] = wide::min(ends.high[r], center + half);
  }
}

/// The largest distance between the images of any point of each box under two joints.
HWY_INLINE Eight distance(const skinning::JointColumns& first, const skinning::JointColumns& second,
                          const RestBoxes& rest) {
  const float* const a = first.column[0];
  const float* const b = second.column[0];
  skinning::JointColumns difference;
  wide::store(wide::load(a) - wide::load(b), difference.column[0]);
  wide::store(wide::load(a + 8) - wide::load(b + 8), difference.column[2]);
  Eight squares = wide::all(0);
  for (int r = 0; r < 3; ++r) {
    const Row row(difference.column, r);
    const Eight far = wide::abs(row.of(rest.center)) + row.stretched(rest.half);
    squares = wide::multiply_add(far, far, squares);
  }
  return wide::square_root(squares);
}

/// The largest deviation of a blend from the linear one, in each lane.
HWY_INLINE Eight deviation(const BoxRefit::Record& record, const skinning::PosedSkin& skin,
                           const Deviation& pose) {
  const std::uint32_t pairs = record.header.pairs;
  if (record.header.many_pairs != 0) return wide::all(pose.most);
  if (pairs == 0) return wide::all(0);
  DeviationSum sum(skin.skinning(), pose);
  for (std::uint32_t i = 0; i < pairs; ++i) {
    sum.add_chord(wide::load(record.factors[i].lane),
                  wide::all(skin.rigid().squared_chord(record.pair(i))));
  }
  if (skin.skinning() == Skinning::spherical) return sum.bound();
  // With many pairs, the bound over all vertices of each pair is good enough.
  constexpr std::uint32_t kFew = 6;
  const RestBoxes rest(record, record.rest, skin);
  for (std::uint32_t i = 0; i < pairs; ++i) {
    const std::uint32_t pair = record.pair(i);
    Eight square = wide::all(pose.squared_image(pair));
    if (pairs <= kFew) {
      const auto [first, second] = skin.skin().joint_sets().pairs()[pair];
      const Eight far = distance(skin.joint(first), skin.joint(second), rest);
      const Eight sheared = far + wide::all(2 * pose.shear);
      square = sheared * sheared;
    }
    sum.add_image(wide::load(record.factors[i].lane), square);
  }
  return sum.bound();
}

/// The boxes of a node's children in a pose.
HWY_INLINE void refit_boxes(const BoxRefit::Record& record, const skinning::PosedSkin& skin,
                            const BoxSlack& slack, math::Boxes8& out) {
  constexpr float kInfinity = std::numeric_limits<float>::infinity();
  const float widen = slack.base + slack.ulp * record.header.slack;
  if (!(widen < kInfinity)) {
    for (int r = 0; r < 3; ++r) {
      wide::store(wide::all(-kInfinity), out.low[r]);
      wide::store(wide::all(kInfinity), out.high[r]);
    }
  } else {
    Ends ends = enclose_by_joints(record, skin);
    if (record.header.has_edges()) intersect_along_edges(record, skin, ends);
    const Eight more = wide::all(widen) + deviation(record, skin, slack.deviation);
    for (int r = 0; r < 3; ++r) {
      wide::store(ends.low[r] - more, out.low[r]);
      wide::store(ends.high[r] + more, out.high[r]);
    }
  }
  for (std::size_t lane = record.header.children; lane < 8; ++lane) {
    out.set(lane, math::Box::empty());
  }
}

}  // namespace dermis::collider::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
