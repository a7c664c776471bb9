// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/ode/ragdoll.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <numbers>
#include <string>

#include "dermis/base/counted.h"
#include "limbs/capsule_box.h"
#include "limbs/segment.h"
#include "math/elementary.h"
#include "ragdoll_joint.h"
#include "vectors.h"

namespace dermis::ode {

namespace {

using math::Affined;
using math::Quatd;
using math::Vec3d;

/// A rigid motion.
struct Motion {
  Vec3d at;
  Quatd turn;
};

Quatd conjugate(const Quatd& q) {
  return {-q.x, -q.y, -q.z, q.w};
}

/// The angular velocity that turns `from` into `to` within one second.
Vec3d turning(const Quatd& from, const Quatd& to) {
  Quatd way = to * conjugate(from);
  if (way.w < 0) way = -1 * way;
  const Vec3d axis{way.x, way.y, way.z};
  const double sine = length(axis);
  if (!(sine > 1e-12)) return {};
  return (2 * std::atan2(sine, way.w) / sine) * axis;
}

double smooth(double share) {
  const double t = std::clamp(share, 0.0, 1.0);
  return t * t * (3 - 2 * t);
}

/// The fraction of a limb's total volume that remains if overlaps are counted once. Estimated with
/// the points of a grid.
double share_of_union(const Limb& limb) {
  constexpr int kPoints = 24;
  math::Box box = math::Box::empty();
  for (const Capsule& c : limb.volumes) box.include(limbs::box_around(c));
  const auto& [low, high] = box;
  std::size_t once = 0;
  std::size_t all = 0;
  for (int i = 0; i < kPoints * kPoints * kPoints; ++i) {
    const auto at = [&](double from, double to, int k) {
      return from + (to - from) * (k + 0.5) / kPoints;
    };
    const Vec3d p{at(low.x, high.x, i % kPoints), at(low.y, high.y, i / kPoints % kPoints),
                  at(low.z, high.z, i / kPoints / kPoints)};
    std::size_t inside = 0;
    for (const Capsule& c : limb.volumes) {
      inside += limbs::Segment(c).distance(p) <= double{c.radius} ? 1U : 0U;
    }
    once += inside > 0 ? 1U : 0U;
    all += inside;
  }
  return all > 0 ? double(once) / double(all) : 1;
}

/// Mass and inertia of a limb's volumes at density 1, in units of the world.
dMass mass_of(const Limb& limb, double scale) {
  dMass sum;
  dMassSetZero(&sum);
  for (const Capsule& volume : limb.volumes) {
    const Vec3d a = scale * math::to_double(volume.a);
    const Vec3d b = scale * math::to_double(volume.b);
    const double radius = std::max(scale * double{volume.radius}, 1e-4 * scale);
    dMass m;
    const Vec3d along = b - a;
    const double size = length(along);
    if (size > 1e-6 * radius) {
      dMassSetCapsule(&m, 1, 3, radius, size);
      const Vec3d way = (1 / size) * along;
      // The rotation from z to the direction of the capsule.
      const Vec3d axis = cross({0, 0, 1}, way);
      dMatrix3 turn;
      if (length(axis) > 1e-9) {
        dRFromAxisAndAngle(turn, axis.x, axis.y, axis.z, std::atan2(length(axis), way.z));
      } else {
        dRSetIdentity(turn);
      }
      dMassRotate(&m, turn);
    } else {
      dMassSetSphere(&m, 1, radius);
    }
    const Vec3d middle = 0.5 * (a + b);
    dMassTranslate(&m, middle.x, middle.y, middle.z);
    dMassAdd(&sum, &m);
  }
  dMassAdjust(&sum, sum.mass * share_of_union(limb));
  return sum;
}

}  // namespace

struct Ragdoll::State {
  enum class Mode { led, loose, returning };
  struct Part {
    dBodyID body = nullptr;
    std::uint32_t parent = kNone;
    std::uint32_t joint = 0;  ///< index of the joint that the limb follows
    Vec3d center;             ///< centre of mass in the bind pose
    double scale = 1;         ///< scale of the joint's matrix in the stored pose
    RagdollJoint hanging;
    Mode mode = Mode::led;
    double since = 0;  ///< seconds in this mode
    double until = 0;  ///< seconds that the return takes
    Motion from;       ///< motion at the start of the return
    Motion target;     ///< motion in the followed pose
    Motion aim;        ///< motion to reach in this step: `target`, or a motion on the way to it
  };

  [[nodiscard]] Motion motion_of(const Part& part, const Pose& pose) const {
    const Affine& matrix = pose.joints[part.joint];
    return {math::to_double(matrix) * part.center, math::to_double(decompose(matrix).rotation)};
  }
  static Motion current(const Part& part) {
    return {to_vec(dBodyGetPosition(part.body)), to_quat(dBodyGetQuaternion(part.body))};
  }
  /// The map from rest positions to the world for vertices that move with the body.
  static Affined placed(const Part& part, const Motion& motion) {
    Affined result = rigid(motion.turn, {}, part.scale);
    result.t = motion.at - linear_part(result, part.center);
    return result;
  }
  static void jump(const Part& part, const Motion& motion) {
    set_position(part.body, motion.at);
    set_rotation(part.body, motion.turn);
  }
  void set_mode(Part& part, Mode mode) {
    part.since = 0;
    if (part.mode == mode) return;
    part.mode = mode;
    if (mode == Mode::loose) {
      dBodySetDynamic(part.body);
    } else {
      dBodySetKinematic(part.body);
    }
    for (Part& other : parts) {
      const bool hangs = other.parent != kNone;
      if (hangs) {
        other.hanging.enable(other.mode == Mode::loose || parts[other.parent].mode == Mode::loose);
      }
    }
  }
  Result<void> check(const Pose& pose) const {
    if (pose.joints.size() != joint_parts.size()) {
      return Error{"the ragdoll has " + counted(joint_parts.size(), "joint") + ", the pose " +
                   std::to_string(pose.joints.size())};
    }
    for (std::size_t j = 0; j < pose.joints.size(); ++j) {
      const auto& [x, y, z, t] = pose.joints[j];
      float sum = 0;
      for (const Vec3& v : {x, y, z, t}) sum += v.x + v.y + v.z;
      if (!std::isfinite(sum)) return Error{"joint " + std::to_string(j) + " is not finite"};
    }
    return {};
  }

  RagdollOptions options;
  std::vector<Part> parts;                 ///< by limb
  std::vector<std::uint32_t> joint_parts;  ///< limb of each joint
  Pose followed;
};

Ragdoll::Ragdoll(std::unique_ptr<State> state) : state_(std::move(state)) {}
Ragdoll::~Ragdoll() = default;
Ragdoll::Ragdoll(Ragdoll&&) noexcept = default;
Ragdoll& Ragdoll::operator=(Ragdoll&&) noexcept = default;

namespace {

/// The pivot of a limb in the bind pose: that of its joint whose parent is in the limb above.
Vec3d pivot_of(const Model& model, const CollideShape& shape, const Limb& limb) {
  std::uint32_t top = limb.joint;
  for (const std::uint32_t j : limb.joints) {
    std::uint32_t node = model.skeleton.nodes[model.skeleton.joints[j].node].parent;
    for (; node != kNone; node = model.skeleton.nodes[node].parent) {
      const auto above = std::ranges::find(model.skeleton.joints, node, &Joint::node);
      if (above == model.skeleton.joints.end()) continue;
      const auto joint = static_cast<std::size_t>(above - model.skeleton.joints.begin());
      if (shape.joint_limbs[joint] == limb.parent) top = j;
      break;
    }
  }
  Affined bind;
  if (!math::invert(math::to_double(model.skeleton.joints[top].inverse_bind), bind)) return {};
  return bind.t;
}

Result<void> check(const RagdollOptions& options) {
  if (!(options.mass > 0) || !std::isfinite(options.mass)) {
    return Error{"a ragdoll cannot have a mass of " + std::to_string(options.mass) + " kg"};
  }
  const struct {
    const char* name;
    double value;
  } not_negative[] = {{"margin", options.margin},
                      {"stiffness", options.stiffness},
                      {"loose_seconds", options.loose_seconds},
                      {"blend_seconds", options.blend_seconds}};
  for (const auto& [name, value] : not_negative) {
    if (value >= 0 && std::isfinite(value)) continue;
    return Error{std::string("the ") + name + " of a ragdoll must be 0 or more, not " +
                 std::to_string(value)};
  }
  return {};
}

}  // namespace

Result<Ragdoll> Ragdoll::make(Physics& physics, const Model& model, const CollideShape& shape,
                              const RagdollOptions& options) {
  if (shape.joint_limbs.size() != model.skeleton.joints.size()) {
    return Error{"the shape has " + counted(shape.joint_limbs.size(), "joint") + ", the model '" +
                 model.name + "' " + std::to_string(model.skeleton.joints.size())};
  }
  for (std::uint32_t l = 0; l < shape.limbs.size(); ++l) {
    const Limb& limb = shape.limbs[l];
    if (limb.joint < shape.joint_limbs.size() && (limb.parent == kNone || limb.parent < l))
      continue;
    return Error{"the limb '" + limb.name + "' has a joint or a parent that does not exist"};
  }
  for (const std::uint32_t limb : shape.joint_limbs) {
    if (limb >= shape.limbs.size()) return Error{"there is no limb " + std::to_string(limb)};
  }
  if (auto ok = check(options); !ok) return ok.error();
  std::vector<const Clip*> clips;
  for (const std::string& name : shape.clips) {
    const auto clip = find_clip(model, name);
    if (!clip) return clip.error();
    clips.push_back(&model.clips[*clip]);
  }
  const Pose stored = stored_pose(model);
  auto state = std::make_unique<State>();
  state->options = options;
  state->joint_parts = shape.joint_limbs;
  std::vector<dMass> masses;
  double whole = 0;
  for (const Limb& limb : shape.limbs) {
    const Vec3 scale = decompose(stored.joints[limb.joint]).scale;
    const double size = std::cbrt(std::abs(double{scale.x} * scale.y * scale.z));
    const bool solid =
        std::ranges::any_of(limb.volumes, [](const Capsule& c) { return c.radius > 0; });
    if (!solid || !(size > 0)) {
      return Error{"the limb '" + limb.name + "' has " +
                   (size > 0 ? std::string("no volumes") : std::string("a scale of 0")) +
                   ", and so no mass"};
    }
    State::Part& part = state->parts.emplace_back();
    part.parent = limb.parent;
    part.joint = limb.joint;
    part.scale = size;
    masses.push_back(mass_of(limb, size));
    whole += masses.back().mass;
  }
  for (std::size_t l = 0; l < masses.size(); ++l) {
    State::Part& part = state->parts[l];
    dMass& mass = masses[l];
    part.center = (1 / part.scale) * to_vec(mass.c);
    dMassTranslate(&mass, -mass.c[0], -mass.c[1], -mass.c[2]);
    dMassAdjust(&mass, options.mass * mass.mass / whole);
    part.body = physics.add_body();
    dBodySetMass(part.body, &mass);
    dBodySetMaxAngularSpeed(part.body, 40);
    dBodySetKinematic(part.body);
    State::jump(part, {part.scale * part.center, {}});
  }
  for (std::size_t l = 0; l < masses.size(); ++l) {
    State::Part& part = state->parts[l];
    if (part.parent == kNone) continue;
    const Vec3d pivot = pivot_of(model, shape, shape.limbs[l]);
    part.hanging = RagdollJoint(physics.world(), state->parts[part.parent].body, part.body,
                                part.scale * pivot, part.center - pivot);
  }
  // Joints may bend as far as they do in the clips.
  for (const Clip* const clip : clips) {
    constexpr int kPoses = 24;
    for (int i = 0; i <= kPoses; ++i) {
      const double time = clip->start() + (clip->end() - clip->start()) * i / kPoses;
      const Pose pose = sample(model, *clip, time);
      for (const State::Part& part : state->parts) State::jump(part, state->motion_of(part, pose));
      for (State::Part& part : state->parts) {
        if (part.parent != kNone) part.hanging.widen_limits();
      }
    }
  }
  for (std::size_t l = 0; l < masses.size(); ++l) {
    State::Part& part = state->parts[l];
    if (part.parent == kNone) continue;
    double below = 0;
    for (std::size_t other = 0; other < masses.size(); ++other) {
      for (std::uint32_t i = static_cast<std::uint32_t>(other); i != kNone;
           i = state->parts[i].parent) {
        if (i == l) below += masses[other].mass;
      }
    }
    part.hanging.set_limits(options.margin * std::numbers::pi / 180, options.stiffness * below);
    part.hanging.enable(false);
  }
  Ragdoll ragdoll(std::move(state));
  if (const auto ok = ragdoll.set_pose(stored); !ok) return ok.error();
  return ragdoll;
}

Result<void> Ragdoll::set_pose(const Pose& pose) {
  if (const auto ok = state_->check(pose); !ok) return ok;
  state_->followed = pose;
  for (State::Part& part : state_->parts) {
    state_->set_mode(part, State::Mode::led);
    part.target = part.aim = state_->motion_of(part, pose);
    State::jump(part, part.aim);
    dBodySetLinearVel(part.body, 0, 0, 0);
    dBodySetAngularVel(part.body, 0, 0, 0);
  }
  return {};
}

Result<void> Ragdoll::follow(const Pose& pose, double seconds) {
  if (const auto ok = state_->check(pose); !ok) return ok;
  if (!(seconds > 0)) return Error{"a step of " + std::to_string(seconds) + " s is none"};
  const RagdollOptions& options = state_->options;
  state_->followed = pose;
  for (State::Part& part : state_->parts) {
    part.target = state_->motion_of(part, pose);
    part.since += seconds;
    // A limb that hangs on a loose limb stays loose.
    const bool held = part.parent == kNone || state_->parts[part.parent].mode != State::Mode::loose;
    if (part.mode == State::Mode::loose && part.since >= options.loose_seconds && held) {
      part.from = State::current(part);
      state_->set_mode(part, State::Mode::returning);
      part.since = seconds;
      part.until = options.blend_seconds;
    }
    if (part.mode == State::Mode::returning && part.since >= part.until) {
      state_->set_mode(part, State::Mode::led);
    }
    if (part.mode == State::Mode::loose) continue;
    part.aim = part.target;
    if (part.mode == State::Mode::returning) {
      const double share = smooth(part.since / part.until);
      part.aim = {(1 - share) * part.from.at + share * part.target.at,
                  math::slerp(part.from.turn, part.target.turn, share)};
    }
    const Motion now = State::current(part);
    const Vec3d velocity = (1 / seconds) * (part.aim.at - now.at);
    const Vec3d spin = (1 / seconds) * turning(now.turn, part.aim.turn);
    dBodySetLinearVel(part.body, velocity.x, velocity.y, velocity.z);
    dBodySetAngularVel(part.body, spin.x, spin.y, spin.z);
  }
  return {};
}

void Ragdoll::blend(double seconds) {
  assert(seconds >= 0);
  for (State::Part& part : state_->parts) {
    if (part.mode == State::Mode::loose) continue;
    part.from = State::current(part);
    state_->set_mode(part, State::Mode::returning);
    part.until = seconds;
  }
}

void Ragdoll::loosen(std::uint32_t limb) {
  assert(limb < state_->parts.size());
  for (std::uint32_t l = 0; l < state_->parts.size(); ++l) {
    for (std::uint32_t i = l; i != kNone; i = state_->parts[i].parent) {
      if (i == limb) state_->set_mode(state_->parts[l], State::Mode::loose);
    }
  }
}

void Ragdoll::loosen_all() {
  for (State::Part& part : state_->parts) state_->set_mode(part, State::Mode::loose);
}

bool Ragdoll::is_loose(std::uint32_t limb) const {
  assert(limb < state_->parts.size());
  return state_->parts[limb].mode == State::Mode::loose;
}

bool Ragdoll::is_any_loose() const {
  return std::ranges::any_of(
      state_->parts, [](const State::Part& part) { return part.mode == State::Mode::loose; });
}

void Ragdoll::shift(const Vec3& by) {
  for (const State::Part& part : state_->parts) {
    if (part.mode != State::Mode::loose) continue;
    set_position(part.body, State::current(part).at + math::to_double(by));
  }
}

dxBody* Ragdoll::body(std::uint32_t limb) const {
  assert(limb < state_->parts.size());
  return state_->parts[limb].body;
}

double Ragdoll::mass(std::uint32_t limb) const {
  assert(limb < state_->parts.size());
  dMass mass;
  dBodyGetMass(state_->parts[limb].body, &mass);
  return mass.mass;
}

Pose Ragdoll::pose() const {
  Pose result = state_->followed;
  std::vector<Affined> corrections;
  for (const State::Part& part : state_->parts) {
    // A led limb is at its aim, whatever the rounding of the solver.
    const Motion now = part.mode == State::Mode::loose ? State::current(part) : part.aim;
    Affined back;
    Affined& correction = corrections.emplace_back();
    if (part.mode == State::Mode::led) continue;
    if (math::invert(State::placed(part, part.target), back)) {
      correction = State::placed(part, now) * back;
    }
  }
  for (std::size_t j = 0; j < result.joints.size(); ++j) {
    const std::uint32_t part = state_->joint_parts[j];
    if (state_->parts[part].mode == State::Mode::led) continue;
    result.joints[j] = math::to_float(corrections[part] * math::to_double(result.joints[j]));
  }
  return result;
}

}  // namespace dermis::ode
