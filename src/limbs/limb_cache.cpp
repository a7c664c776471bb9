// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "limbs/limb_cache.h"

#include <algorithm>
#include <cassert>
#include <cmath>

#include "base/float_mode.h"
#include "limbs/limb_vertices.h"
#include "limbs/shape_problem.h"
#include "math/enclosing_ball.h"
#include "math/rounded_up.h"
#include "math/stretch.h"
#include "model/limb_of_triangles.h"

namespace dermis {

namespace {

/// The corners of triangles as indices into `vertices`, which is ascending.
std::vector<Triangle> counted_in(std::span<const std::uint32_t> vertices,
                                 std::span<const std::uint32_t> some,
                                 std::span<const Triangle> triangles) {
  std::vector<Triangle> result;
  for (const std::uint32_t t : some) {
    Triangle& local = result.emplace_back();
    for (std::size_t i = 0; i < 3; ++i) {
      local[i] = static_cast<std::uint32_t>(std::ranges::lower_bound(vertices, triangles[t][i]) -
                                            vertices.begin());
    }
  }
  return result;
}

/// A shape from the collider's own table of limbs: a ball around each limb at rest, no volumes.
CollideShape default_shape(const Collider& collider) {
  const Collider::Data& data = data_of(collider);
  const LimbTable& table = collider.limbs();
  CollideShape shape;
  for (const LimbInfo& limb : table.limbs) shape.limbs.push_back({limb, {}, {}});
  shape.joint_limbs = table.joint_limbs;
  shape.triangle_limbs = table.triangle_limbs;
  const std::vector<Vec3>& positions = data.skin.positions();
  shape.triangle_sides = limbs::sides_of(positions, data.triangles);
  const auto vertices = limbs::vertices_of_limbs(shape, data.triangles);
  for (std::size_t l = 0; l < shape.limbs.size(); ++l) {
    std::vector<Vec3> points;
    for (const std::uint32_t v : vertices[l]) points.push_back(positions[v]);
    if (points.empty()) continue;
    const Ball ball = math::enclosing_ball(points);
    shape.limbs[l].bound = {ball.center, ball.center, ball.radius};
  }
  return shape;
}

}  // namespace

namespace limbs {

LimbData::LimbData(const Collider::Data& data, CollideShape own_shape)
    : shape(std::move(own_shape)),
      vertices(vertices_of_limbs(shape, data.triangles)),
      triangles(shape.limbs.size()) {
  assert(shape.triangle_limbs.size() == data.triangles.size());
  assert(shape.joint_limbs.size() == data.skin.joint_count());
  for (std::uint32_t t = 0; t < shape.triangle_limbs.size(); ++t) {
    triangles[shape.triangle_limbs[t]].push_back(t);
  }
  const query::VertexRows rows(data);
  for (std::size_t l = 0; l < shape.limbs.size(); ++l) {
    local_triangles.push_back(counted_in(vertices[l], triangles[l], data.triangles));
    blocks.emplace_back().add(data.skin, vertices[l]);
    sources.emplace_back(rows, vertices[l]);
    refits.emplace_back(data.skin, shape.limbs[l], vertices[l]);
  }
}

const LimbData& data_of_limbs(const Collider& collider) {
  return Internals::state(collider).attached.get<LimbData>([&] {
    const base::DefinedFloatMode mode;
    return std::make_shared<LimbData>(data_of(collider), default_shape(collider));
  });
}

LimbCache::LimbCache(const Character::State& state, const LimbData& data)
    : state_(state), data_(data), limbs_(data.shape.limbs.size()) {}

std::span<const Capsule> LimbCache::bounds() const {
  const std::uint32_t epoch = state_.epoch;
  if (bounds_epoch_.load(std::memory_order_acquire) == epoch) return bounds_;
  const std::lock_guard lock(posing_);
  if (bounds_epoch_.load(std::memory_order_relaxed) == epoch) return bounds_;
  const std::vector<Affine>& joints = state_.skin.pose().joints;
  std::vector<float> stretches;
  stretches.reserve(joints.size());
  for (const Affine& joint : joints) stretches.push_back(math::largest_stretch(joint));
  // The sum of: the rounding of a vertex in float32, √3 < 2 times that of one coordinate; the
  // deviation of blends that are not linear; and the displacement by morph targets, stretched by
  // joints.
  double morphed = 0;
  const auto extents = state_.data->skin.delta_extents();
  for (std::uint32_t m = 0; state_.skin.morphs() && m < extents.size(); ++m) {
    morphed += std::abs(double{state_.skin.morph_weight(m)}) * length(math::to_double(extents[m]));
  }
  const double stretch = stretches.empty() ? 0 : *std::ranges::max_element(stretches);
  const double slack = 2.0 * double{state_.box_slack.base} +
                       double{state_.box_slack.deviation.most} + 1.001 * stretch * morphed +
                       1e-12 * state_.skin.reach();
  bounds_.clear();
  for (std::size_t l = 0; l < limbs_.size(); ++l) {
    const Limb& limb = data_.shape.limbs[l];
    Capsule line = limb.bound;
    line.radius = 0;
    Capsule posed = moved(line, joints[limb.joint]);  // its radius covers the rounding of its ends
    posed.radius =
        math::rounded_up(posed.radius + data_.refits[l].radius(joints, stretches) + slack);
    bounds_.push_back(posed);
  }
  bounds_epoch_.store(epoch, std::memory_order_release);
  return bounds_;
}

const PosedLimb& LimbCache::limb(std::uint32_t index, QueryStats& stats) const {
  PosedLimb& result = limbs_[index];
  const std::uint32_t epoch = state_.epoch;
  if (result.epoch.load(std::memory_order_acquire) == epoch) return result;
  const std::lock_guard lock(posing_);
  if (result.epoch.load(std::memory_order_relaxed) == epoch) return result;
  const std::size_t count = data_.vertices[index].size();
  result.vertices.resize(count);
  if (data_.sources[index].copy_if_posed(state_, result.vertices)) {
    result.cloud.assign(result.vertices);
  } else {
    // To deform whole meshlets would take longer: these reach into other limbs, and have boxes.
    result.cloud.pose(data_.blocks[index], count, state_.skin);
    for (std::size_t i = 0; i < count; ++i) result.vertices[i] = result.cloud[i];
    stats.vertices_deformed += count;
  }
  result.volumes.clear();
  const Limb& shape = data_.shape.limbs[index];
  for (const Capsule& volume : shape.volumes) {
    result.volumes.push_back(moved(volume, state_.skin.pose().joints[shape.joint]));
  }
  result.epoch.store(epoch, std::memory_order_release);
  return result;
}

std::size_t LimbCache::byte_count() const {
  std::size_t sum = sizeof(*this) + sizeof(Capsule) * bounds_.size();
  for (const PosedLimb& limb : limbs_) {
    sum += sizeof(limb) + limb.cloud.byte_count() + sizeof(Vec3) * limb.vertices.size() +
           sizeof(Capsule) * limb.volumes.size();
  }
  return sum;
}

const LimbCache& limbs_of(const Character& character) {
  const Character::State& state = state_of(character);
  return state.attachments.get<LimbCache>(
      [&] { return std::make_shared<LimbCache>(state, data_of_limbs(state.collider)); });
}

}  // namespace limbs

Result<Collider> with_limbs(const Collider& collider, CollideShape shape) {
  const base::DefinedFloatMode mode;
  if (const std::string reason =
          limbs::problem_of(shape, collider.joint_count(), collider.triangle_count());
      !reason.empty()) {
    return Error{reason};
  }
  LimbTable table{
      {shape.limbs.begin(), shape.limbs.end()}, shape.joint_limbs, shape.triangle_limbs};
  const bool scenery = shape.scenery;
  Collider result = with_attachment(
      collider, std::make_shared<limbs::LimbData>(data_of(collider), std::move(shape)));
  if (!scenery)
    Internals::state(result).limbs = std::make_shared<const LimbTable>(std::move(table));
  return result;
}

void assign_triangles(const Collider& collider, CollideShape& shape) {
  const base::DefinedFloatMode mode;
  const Collider::Data& data = data_of(collider);
  const auto influences_of = [&](std::uint32_t v) { return data.skin.influences(v); };
  shape.triangle_limbs = model::limb_of_triangles(data.triangles, influences_of, shape.joint_limbs,
                                                  shape.limbs.size());
  shape.triangle_sides = limbs::sides_of(data.skin.positions(), data.triangles);
}

const CollideShape& shape_of(const Collider& collider) {
  return limbs::data_of_limbs(collider).shape;
}

std::span<const Capsule> limb_bounds(const Character& character) {
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running(character);
  return limbs::limbs_of(character).bounds();
}

std::span<const Vec3> limb_vertices(const Character& character, std::uint32_t limb) {
  const base::DefinedFloatMode mode;
  const query::RunningQuestion running(character);
  assert(limb < shape_of(character.collider()).limbs.size());
  QueryStats stats;
  return limbs::limbs_of(character).limb(limb, stats).vertices;
}

}  // namespace dermis
