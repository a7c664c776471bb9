// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "spheres/sphere_refit.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "math/four.h"
#include "skinning/rigid_blend.h"

namespace dermis::spheres {

namespace {

using math::Four;

/// Four balls, one per lane, moved by a joint.
BallBlock moved(const PoseMotion::Joint& joint, const BallBlock& rest, const Four& radius) {
  const auto row = [&](int i) {
    return joint.x[i] * rest.x + joint.y[i] * rest.y + joint.z[i] * rest.z + joint.t[i];
  };
  return {row(0), row(1), row(2), joint.stretch * radius};
}

using Indices = std::array<std::uint32_t, 4>;  ///< in one register

std::uint32_t index_at(const Four* registers, std::uint32_t i) {
  return std::bit_cast<Indices>(registers[i / 4])[i % 4];
}

constexpr std::size_t registers_of_four(std::uint32_t indices) {
  return (std::size_t{indices} + 3) / 4;
}

}  // namespace

SphereRefit::Record::Record(const Four* at)
    : header(std::bit_cast<Header>(*at)),
      rest(at + 1),
      joints(rest + 4),
      weights(joints + index_registers(header)),
      distances(weights + weight_registers(header)),
      targets(distances + header.displacements),
      factors(targets + registers_of_four(header.displacements)),
      pairs(factors + header.pairs),
      end(pairs + registers_of_four(header.pairs)) {}

std::size_t SphereRefit::Record::size(const Header& header) {
  return 5 + index_registers(header) + weight_registers(header) + header.displacements +
         registers_of_four(header.displacements) + header.pairs + registers_of_four(header.pairs);
}

std::size_t SphereRefit::Record::index_registers(const Header& header) {
  return header.parts > 0 ? header.parts : registers_of_four(header.joints);
}

std::size_t SphereRefit::Record::weight_registers(const Header& header) {
  return std::size_t{header.joints} * std::max<std::size_t>(header.corners, 1) *
         std::max<std::size_t>(header.parts, 1);
}

std::uint32_t SphereRefit::Record::joint(std::uint32_t i) const {
  return index_at(joints, i);
}

std::uint32_t SphereRefit::Record::part(std::uint32_t i, std::uint32_t lane) const {
  return index_at(joints, 4 * i + lane);
}

std::string SphereRefit::problem(const SphereGroups& groups, const skinning::SkinData& skin) const {
  if (first_record_.size() != std::size_t{groups.block_count} + 1 || first_record_.front() != 0 ||
      first_record_.back() != records_.size() || !std::ranges::is_sorted(first_record_)) {
    return "the refit records do not fit the tree";
  }
  for (std::uint32_t block = 0; block < groups.block_count; ++block) {
    const auto problem_here = [&](const char* what) {
      return "the refit record of block " + std::to_string(block) + " " + what;
    };
    std::size_t at = first_record_[block];
    const std::size_t end = first_record_[block + 1];
    if (at == end) return problem_here("is missing");
    while (at != end) {
      const auto header = std::bit_cast<Header>(records_[at]);
      const std::size_t left = end - at;
      // Checked before sizes are computed from these numbers.
      const bool by_sets = header.parts > 0 && header.corners > 0;
      if (header.lane > 3 || (header.parts > 0 && skin.skinning() == Skinning::linear) ||
          (by_sets && skin.skinning() != Skinning::spherical) ||
          (header.joints == 0 && header.parts == 0) || header.joints > left ||
          header.displacements > left || header.pairs > collider::kMostPairs ||
          header.corners > kMostCorners ||
          header.parts * std::max<std::size_t>(header.corners, 1) > kMostInParts ||
          (header.corners > 0 && header.joints > kMostJoints)) {
        return problem_here("has an impossible header");
      }
      const std::size_t size = Record::size(header);
      if (size > left) return problem_here("is longer than its place");
      const Record record(&records_[at]);
      for (std::uint32_t j = 0; j < header.joints && header.parts == 0; ++j) {
        if (record.joint(j) >= skin.joint_count())
          return problem_here("follows a joint that does not exist");
      }
      for (std::uint32_t i = 0; i < 4U * header.parts; ++i) {
        const std::uint32_t part = record.part(i / 4, i % 4);
        const bool exists = header.corners == 0
                                ? part < skin.vertex_count()
                                : part < skin.joint_sets().size() &&
                                      skin.joint_sets().joints(part).size() <= header.joints;
        if (!exists) return problem_here("follows weights that do not exist");
      }
      for (std::uint32_t p = 0; p < header.pairs; ++p) {
        if (index_at(record.pairs, p) >= skin.joint_sets().pairs().size()) {
          return problem_here("knows a pair of joints that move nothing together");
        }
      }
      for (std::uint32_t d = 0; d < header.displacements; ++d) {
        if (index_at(record.targets, d) >= skin.morph_target_count()) {
          return problem_here("knows a morph target that does not exist");
        }
      }
      at += size;
    }
  }
  return "";
}

BallBlock SphereRefit::refit(std::uint32_t block, const PoseMotion& motion,
                             RefitCenter choice) const {
  const Four* const end = records_.data() + first_record_[block + 1];
  Record record(records_.data() + first_record_[block]);
  BallBlock result = refit(record, motion, choice);
  while (record.end != end) {
    record = Record(record.end);
    const std::uint32_t lane = record.header.lane;
    result.set(lane, refit(record, motion, choice).get(lane));
  }
  return result;
}

BallBlock SphereRefit::refit(const Record& record, const PoseMotion& motion, RefitCenter choice) {
  const Header& header = record.header;
  Four inflate{};
  for (std::uint32_t i = 0; i < header.displacements; ++i) {
    const float weight = motion.morph_weights[index_at(record.targets, i)];
    inflate += std::abs(weight) * record.distances[i];
  }
  BallBlock result{record.rest[0], record.rest[1], record.rest[2], record.rest[3]};
  if (header.parts > 0) {
    const skinning::RigidPose& pose = motion.skin->rigid();
    const auto& find_balls = header.corners == 0 ? balls_by_weights
                             : pose.stretches()  ? stretched_balls
                                                 : balls_by_sets;
    BallBlock balls[kMostInParts];
    const Four radius = result.radius + inflate;
    result = enclose_lanes({balls, find_balls(record, motion, radius, balls)}, choice);
    result.radius = motion.growth * result.radius + motion.slack;
    return result;
  }
  if (header.corners == 0) {
    const Four more = deviation(record, motion, result.radius + inflate);
    const Ball ball = enclose_joint_balls(record, motion, inflate[header.lane], choice);
    for (std::size_t lane = 0; lane < 4; ++lane) result.set(lane, ball);
    result.radius = motion.growth * result.radius + motion.slack + more;
    return result;
  }

  BallBlock by_joint[kMostJoints];
  const Four rest_radius = result.radius + inflate;
  for (std::uint32_t j = 0; j < header.joints; ++j) {
    by_joint[j] = moved(motion.joints[record.joint(j)], result, rest_radius);
  }
  BallBlock corners[kMostCorners];
  const Four* weights = record.weights;
  for (std::uint32_t k = 0; k < header.corners; ++k) {
    Four x = weights[0] * by_joint[0].x;
    Four y = weights[0] * by_joint[0].y;
    Four z = weights[0] * by_joint[0].z;
    Four radius = weights[0] * by_joint[0].radius;
    for (std::uint32_t j = 1; j < header.joints; ++j) {
      x += weights[j] * by_joint[j].x;
      y += weights[j] * by_joint[j].y;
      z += weights[j] * by_joint[j].z;
      radius += weights[j] * by_joint[j].radius;
    }
    corners[k] = {x, y, z, radius};
    weights += header.joints;
  }
  const Four more = deviation(record, motion, rest_radius);
  result = enclose_lanes({corners, header.corners}, choice);
  result.radius = motion.growth * result.radius + motion.slack + more;
  return result;
}

std::size_t SphereRefit::balls_by_weights(const Record& record, const PoseMotion& motion,
                                          const Four& radius, BallBlock* balls) {
  const skinning::RigidPose& pose = motion.skin->rigid();
  Four stretch = math::all(pose.scale());
  for (std::uint32_t i = 0; i < record.header.parts; ++i) {
    const auto vertices = std::bit_cast<Indices>(record.joints[i]);
    Four p[4];
#pragma GCC unroll 4
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      skinning::JointColumns spare;
      const auto& column = motion.map(vertices[lane], spare).column;
      p[lane] = math::load(column[0]) * record.rest[0][lane] +
                math::load(column[1]) * record.rest[1][lane] +
                math::load(column[2]) * record.rest[2][lane] + math::load(column[3]);
    }
    for (std::uint32_t lane = 0; lane < 4 && pose.stretches(); ++lane) {
      stretch[lane] = 0;
      for (const Influence& influence : motion.skin->skin().influences(vertices[lane])) {
        stretch[lane] = std::max(stretch[lane], motion.joints[influence.joint].stretch);
      }
    }
    math::transpose(p[0], p[1], p[2], p[3]);
    balls[i] = {p[0], p[1], p[2], stretch * radius};
  }
  return record.header.parts;
}

std::size_t SphereRefit::balls_by_sets(const Record& record, const PoseMotion& motion,
                                       const Four& radius, BallBlock* balls) {
  const Header& header = record.header;
  const skinning::RigidPose& pose = motion.skin->rigid();
  const skinning::JointSets& sets = motion.skin->skin().joint_sets();
  const float scale = pose.scale();
  BallBlock* ball = balls;
  const Four* weights = record.weights;
  for (std::uint32_t i = 0; i < header.parts; ++i) {
    skinning::PosedSkin::SpareCenter spares[4];
    const skinning::Quad* centers[4];
    Four c[4];
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      centers[lane] = motion.skin->center(record.part(i, lane), spares[lane]);
      c[lane] = math::load(centers[lane]->lane);
    }
    math::transpose(c[0], c[1], c[2], c[3]);
    RotationCap cap;
    BallBlock* const first = ball;
    for (std::uint32_t k = 0; k < header.corners; ++k, weights += header.joints) {
      Four q[4];
      Four r[4];
      for (std::uint32_t lane = 0; lane < 4; ++lane) {
        const std::uint32_t set = record.part(i, lane);
        const skinning::Quad* image = centers[lane];
        const Four* weight = weights;
        q[lane] = r[lane] = Four{};
        for (const std::uint32_t j : sets.joints(set)) {
          const float w = (*weight++)[lane];
          const bool flips = pose.flips(j, sets[set].pivot);
          q[lane] += (flips ? -w : w) * math::load(pose.rotation(j));
          r[lane] += w * math::load((++image)->lane);
        }
      }
      math::transpose(q[0], q[1], q[2], q[3]);
      math::transpose(r[0], r[1], r[2], r[3]);
      cap.add({q[0], q[1], q[2], q[3]});
      *ball++ = {r[0], r[1], r[2], scale * radius};
    }
    const RotationCap::Bound arm =
        cap.of({scale * record.rest[0] - c[0], scale * record.rest[1] - c[1],
                scale * record.rest[2] - c[2]});
    for (BallBlock* b = first; b != ball; ++b) {
      *b = {b->x + arm.center.x, b->y + arm.center.y, b->z + arm.center.z, b->radius + arm.radius};
    }
  }
  return static_cast<std::size_t>(ball - balls);
}

std::size_t SphereRefit::stretched_balls(const Record& record, const PoseMotion& motion,
                                         const Four& radius, BallBlock* balls) {
  const Header& header = record.header;
  const skinning::JointSets& sets = motion.skin->skin().joint_sets();
  BallBlock* ball = balls;
  const Four* weights = record.weights;
  for (std::uint32_t i = 0; i < header.parts; ++i) {
    for (std::uint32_t k = 0; k < header.corners; ++k, weights += header.joints) {
      Four p[4];
      Four stretch{};
      for (std::uint32_t lane = 0; lane < 4; ++lane) {
        const Four* weight = weights;
        p[lane] = Four{};
        for (const std::uint32_t j : sets.joints(record.part(i, lane))) {
          const PoseMotion::Joint& joint = motion.joints[j];
          p[lane] +=
              (*weight++)[lane] * (joint.x * record.rest[0][lane] + joint.y * record.rest[1][lane] +
                                   joint.z * record.rest[2][lane] + joint.t);
          stretch[lane] = std::max(stretch[lane], joint.stretch);
        }
      }
      math::transpose(p[0], p[1], p[2], p[3]);
      *ball++ = {p[0], p[1], p[2], stretch * radius + motion.deviation.most};
    }
  }
  return static_cast<std::size_t>(ball - balls);
}

Four SphereRefit::deviation(const Record& record, const PoseMotion& motion, const Four& radius) {
  const std::uint32_t pairs = record.header.pairs;
  // Infinite balls cannot grow.
  if (std::isinf(motion.slack)) return Four{};
  if (record.header.many_pairs != 0) return math::all(motion.deviation.most);
  if (pairs == 0) return Four{};
  constexpr float kMore = 1.0001F;  // covers the roundings here
  const skinning::RigidPose& rigid = motion.skin->rigid();
  const collider::Deviation& pose = motion.deviation;
  Four rotations{};
  if (motion.skin->skinning() == Skinning::spherical) {
    for (std::uint32_t p = 0; p < pairs; ++p) {
      const Four arm = pose.stretch * record.factors[p] + 0.5F * pose.extra;
      rotations = math::max(rotations, rigid.squared_chord(index_at(record.pairs, p)) * arm);
    }
    return 2 * kMore * rotations + pose.shear;
  }
  Four images{};
  // With many pairs, the bound over all vertices of each pair is good enough.
  constexpr std::uint32_t kFew = 3;
  for (std::uint32_t p = 0; p < pairs; ++p) {
    const std::uint32_t pair = index_at(record.pairs, p);
    if (pairs > kFew) {
      images = math::max(images, pose.squared_image(pair) * record.factors[p]);
      rotations = math::max(rotations, rigid.squared_chord(pair) * record.factors[p]);
      continue;
    }
    const auto [i, j] = motion.skin->skin().joint_sets().pairs()[pair];
    const PoseMotion::Joint& a = motion.joints[i];
    const PoseMotion::Joint& b = motion.joints[j];
    const float chord = rigid.squared_chord(pair);
    // Two rotations differ by at most 2 sin(θ/2), with a chord of 2 sin(θ/4). Stretched joints also
    // differ by a shear of the ball's contents.
    Four squares{};
    for (int r = 0; r < 3; ++r) {
      const Four far = (a.x[r] - b.x[r]) * record.rest[0] + (a.y[r] - b.y[r]) * record.rest[1] +
                       (a.z[r] - b.z[r]) * record.rest[2] + (a.t[r] - b.t[r]);
      squares += far * far;
    }
    const Four distance =
        math::square_root(squares) + 2 * pose.stretch * std::sqrt(chord) * radius + 4 * pose.shear;
    images = math::max(images, record.factors[p] * (distance * distance));
    rotations = math::max(rotations, chord * record.factors[p]);
  }
  const Four least = math::max(1 - rotations, math::all(skinning::kLeastSquare));
  return kMore * math::square_root(rotations * images / least) + pose.shear;
}

Ball SphereRefit::enclose_joint_balls(const Record& record, const PoseMotion& motion, float inflate,
                                      RefitCenter choice) {
  // There may be any number of balls, so they are moved twice instead of stored.
  const auto for_each = [&](auto&& use) {
    for (std::uint32_t j = 0; j < record.header.joints; ++j) {
      const PoseMotion::Joint& joint = motion.joints[record.joint(j)];
      const Four ball = record.weights[j];
      use(joint.x * ball[0] + joint.y * ball[1] + joint.z * ball[2] + joint.t,
          joint.stretch * (ball[3] + inflate));
    }
  };
  constexpr float kFarthest = std::numeric_limits<float>::infinity();
  Four sum{};
  Four low = math::all(kFarthest);
  Four high = math::all(-kFarthest);
  for_each([&](const Four& center, float radius) {
    sum += center;
    low = math::min(low, center - radius);
    high = math::max(high, center + radius);
  });
  const Four middle = choice == RefitCenter::average
                          ? sum * (1 / static_cast<float>(record.header.joints))
                          : 0.5F * low + 0.5F * high;
  Ball result{{middle[0], middle[1], middle[2]}, 0};
  for_each([&](const Four& center, float radius) {
    const Four d = center - middle;
    const float distance = std::sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    result.radius = std::max(result.radius, distance + radius);
  });
  return result;
}

}  // namespace dermis::spheres
