// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/limb_character.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "bounds/collider_data.h"
#include "limbs/limb_character_state.h"
#include "limbs/limb_vertices.h"
#include "math/float_mode.h"
#include "math/rounded_up.h"
#include "math/stretch.h"
#include "query/character_state.h"

namespace dermis {

namespace {

std::string why_not(const Collider& collider, const CollideShape& shape) {
  const auto differ = [](const char* what, std::size_t has, std::size_t needs) {
    return "the shape is of another model: it has " + std::to_string(has) + " " + what + ", not " +
           std::to_string(needs);
  };
  if (shape.joint_limbs.size() != collider.joint_count()) {
    return differ("joints", shape.joint_limbs.size(), collider.joint_count());
  }
  if (shape.triangle_limbs.size() != collider.triangle_count()) {
    return differ("triangles", shape.triangle_limbs.size(), collider.triangle_count());
  }
  if (shape.triangle_sides.size() != shape.triangle_limbs.size()) {
    return differ("sides of triangles", shape.triangle_sides.size(), shape.triangle_limbs.size());
  }
  const auto exists = [&](std::uint32_t limb) { return limb < shape.limbs.size(); };
  for (const auto* const limbs : {&shape.joint_limbs, &shape.triangle_limbs}) {
    const auto bad = std::ranges::find_if_not(*limbs, exists);
    if (bad != limbs->end()) return "the shape has no limb " + std::to_string(*bad);
  }
  const auto finite = [](const Capsule& c) {
    return std::isfinite(c.a.x) && std::isfinite(c.a.y) && std::isfinite(c.a.z) &&
           std::isfinite(c.b.x) && std::isfinite(c.b.y) && std::isfinite(c.b.z) &&
           std::isfinite(c.radius) && c.radius >= 0;
  };
  for (std::uint32_t l = 0; l < shape.limbs.size(); ++l) {
    const Limb& limb = shape.limbs[l];
    const std::string name = "the limb '" + limb.name + "'";
    if (limb.joint >= shape.joint_limbs.size()) {
      return name + " follows joint " + std::to_string(limb.joint) + ", which does not exist";
    }
    if (limb.parent != kNone && limb.parent >= l) {
      return name + " hangs on limb " + std::to_string(limb.parent) + ", which is not before it";
    }
    if (!finite(limb.bound) || !std::ranges::all_of(limb.volumes, finite)) {
      return name + " has a volume that is not finite";
    }
  }
  return {};
}

/// Corners of triangles as places in a list of vertices.
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

}  // namespace

Result<LimbCollider> LimbCollider::make(Collider collider, CollideShape shape) {
  const math::DefinedFloatMode mode;
  if (std::string reason = why_not(collider, shape); !reason.empty()) return Error{reason};
  auto data =
      std::make_shared<Data>(Data{std::move(collider), std::move(shape), {}, {}, {}, {}, {}});
  const Collider::Data& baked = data->collider.data();
  data->vertices = limbs::vertices_of_limbs(data->shape, baked.triangles);
  data->triangles.resize(data->shape.limbs.size());
  for (std::uint32_t t = 0; t < data->shape.triangle_limbs.size(); ++t) {
    data->triangles[data->shape.triangle_limbs[t]].push_back(t);
  }
  for (std::size_t l = 0; l < data->shape.limbs.size(); ++l) {
    data->local_triangles.push_back(
        counted_in(data->vertices[l], data->triangles[l], baked.triangles));
    data->blocks.emplace_back().add(baked.skin, data->vertices[l]);
    data->refits.emplace_back(baked.skin, data->shape.limbs[l], data->vertices[l]);
  }
  return LimbCollider(std::move(data));
}

const Collider& LimbCollider::collider() const {
  return data_->collider;
}
const CollideShape& LimbCollider::shape() const {
  return data_->shape;
}

LimbCharacter::State::State(LimbCollider shared)
    : collider(std::move(shared)),
      data(&collider.data()),
      character(data->collider),
      joints(data->collider.joint_count()),
      posed_limbs(data->shape.limbs.size()) {}

std::span<const Capsule> LimbCharacter::State::bounds() const {
  if (bounds_epoch.load(std::memory_order_acquire) == epoch) return bounds_now;
  const std::lock_guard lock(posing);
  if (bounds_epoch.load(std::memory_order_relaxed) == epoch) return bounds_now;
  const Character::State& state = character.state();
  std::vector<float> stretches;
  stretches.reserve(joints.size());
  for (const Affine& joint : joints) stretches.push_back(math::largest_stretch(joint));
  // What float32 does to three coordinates of a vertex, √3 < 2 times that of one; blends that are
  // not linear; morph targets, as far as joints stretch them.
  double morphed = 0;
  const auto extents = state.data->skin.delta_extents();
  for (std::uint32_t m = 0; state.skin.morphs() && m < extents.size(); ++m) {
    morphed += std::abs(double{state.skin.morph_weight(m)}) * length(math::to_double(extents[m]));
  }
  const double stretch = stretches.empty() ? 0 : *std::ranges::max_element(stretches);
  const double slack = 2.0 * double{state.box_slack.base} + double{state.box_slack.deviation.most} +
                       1.001 * stretch * morphed + 1e-12 * state.reach;
  bounds_now.clear();
  for (std::size_t l = 0; l < posed_limbs.size(); ++l) {
    const Limb& limb = data->shape.limbs[l];
    Capsule line = limb.bound;
    line.radius = 0;
    Capsule posed = moved(line, joints[limb.joint]);  // its radius is what rounds its ends
    posed.radius =
        math::rounded_up(posed.radius + data->refits[l].radius(joints, stretches) + slack);
    bounds_now.push_back(posed);
  }
  bounds_epoch.store(epoch, std::memory_order_release);
  return bounds_now;
}

const LimbCharacter::State::PosedLimb& LimbCharacter::State::limb(std::uint32_t index,
                                                                  std::uint64_t& deformed) const {
  PosedLimb& result = posed_limbs[index];
  if (result.epoch.load(std::memory_order_acquire) == epoch) return result;
  const std::lock_guard lock(posing);
  if (result.epoch.load(std::memory_order_relaxed) == epoch) return result;
  const std::size_t count = data->vertices[index].size();
  result.cloud.pose(data->blocks[index], count, character.state().skin);
  result.vertices.resize(count);
  for (std::size_t i = 0; i < count; ++i) result.vertices[i] = result.cloud[i];
  deformed += count;
  result.volumes.clear();
  const Limb& shape = data->shape.limbs[index];
  for (const Capsule& volume : shape.volumes) {
    result.volumes.push_back(moved(volume, joints[shape.joint]));
  }
  result.epoch.store(epoch, std::memory_order_release);
  return result;
}

LimbCharacter::LimbCharacter(LimbCollider collider)
    : state_(std::make_unique<State>(std::move(collider))) {}
LimbCharacter::~LimbCharacter() = default;
LimbCharacter::LimbCharacter(LimbCharacter&&) noexcept = default;
LimbCharacter& LimbCharacter::operator=(LimbCharacter&&) noexcept = default;

Result<void> LimbCharacter::set_pose(const Pose& pose) {
  if (auto ok = state_->character.set_pose(pose); !ok) return ok;
  state_->joints = pose.joints;
  ++state_->epoch;
  return {};
}

const Character& LimbCharacter::character() const {
  return state_->character;
}
const LimbCollider& LimbCharacter::collider() const {
  return state_->collider;
}
std::span<const Capsule> LimbCharacter::bounds() const {
  const math::DefinedFloatMode mode;
  return state_->bounds();
}
std::span<const Vec3> LimbCharacter::vertices(std::uint32_t limb) const {
  const math::DefinedFloatMode mode;
  std::uint64_t deformed = 0;
  return state_->limb(limb, deformed).vertices;
}

}  // namespace dermis
