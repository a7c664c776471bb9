// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/ode/physics.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <mutex>
#include <vector>

#include "vectors.h"

namespace dermis::ode {

namespace {

using math::Vec3d;

void init_once() {
  static std::once_flag once;
  std::call_once(once, [] { dInitODE2(0); });
}

}  // namespace

struct Physics::State {
  explicit State(const PhysicsOptions& options) : seed(options.seed) {
    assert(std::isfinite(options.gravity.x) && std::isfinite(options.gravity.y) &&
           std::isfinite(options.gravity.z));
    assert(options.iterations > 0 && options.iterations <= 1'000'000);
    init_once();
    world = dWorldCreate();
    contacts = dJointGroupCreate(0);
    dWorldSetGravity(world, options.gravity.x, options.gravity.y, options.gravity.z);
    dWorldSetQuickStepNumIterations(world, static_cast<int>(options.iterations));
    // Contacts are firm, but penetrations are resolved slowly, so that deep bodies are not thrown
    // out.
    dWorldSetERP(world, 0.4);
    dWorldSetCFM(world, 1e-7);
    dWorldSetContactMaxCorrectingVel(world, 1.5);
    dWorldSetContactSurfaceLayer(world, 0.001);
    dWorldSetDamping(world, 0.0005, 0.01);
  }
  ~State() {
    dJointGroupDestroy(contacts);
    dWorldDestroy(world);
  }
  State(const State&) = delete;
  State& operator=(const State&) = delete;

  dWorldID world;
  dJointGroupID contacts;
  std::vector<dBodyID> bodies;
  unsigned long seed;
};

Physics::Physics(const PhysicsOptions& options) : state_(std::make_unique<State>(options)) {}
Physics::~Physics() = default;
Physics::Physics(Physics&&) noexcept = default;
Physics& Physics::operator=(Physics&&) noexcept = default;

dxWorld* Physics::world() const {
  return state_->world;
}

dxBody* Physics::add_body() {
  return state_->bodies.emplace_back(dBodyCreate(state_->world));
}

dxBody* Physics::add_ball(float radius, float mass, const Vec3& at) {
  assert(radius > 0 && mass > 0);
  const dBodyID body = add_body();
  dMass m;
  dMassSetSphereTotal(&m, mass, radius);
  dBodySetMass(body, &m);
  dBodySetPosition(body, at.x, at.y, at.z);
  return body;
}

void Physics::add_contact(const LimbContact& contact, dxBody* a, dxBody* b,
                          const Material& material) {
  assert(material.friction >= 0 && material.bounce >= 0 && material.bounce <= 1 &&
         material.bounce_speed >= 0 && material.rolling >= 0);
  const auto led = [](dxBody* body) { return body == nullptr || dBodyIsKinematic(body) != 0; };
  if (led(a) && led(b)) return;
  for (std::uint32_t i = 0; i < contact.point_count; ++i) {
    dContact c{};
    c.surface.mode = dContactApprox1;
    c.surface.mu = material.friction;
    if (material.bounce > 0) {
      c.surface.mode |= dContactBounce;
      c.surface.bounce = material.bounce;
      c.surface.bounce_vel = material.bounce_speed;
    }
    if (material.rolling > 0) {
      c.surface.mode |= dContactRolling;
      c.surface.rho = c.surface.rho2 = c.surface.rhoN = material.rolling;
    }
    const ContactPoint& point = contact.points[i];
    const Vec3& n = contact.normal;
    const dVector3 place = {point.at.x, point.at.y, point.at.z, 0};
    const dVector3 normal = {n.x, n.y, n.z, 0};
    std::copy(place, place + 3, c.geom.pos);
    std::copy(normal, normal + 3, c.geom.normal);
    c.geom.depth = point.depth;
    // ODE's normal points out for the first body, Dermis's for b.
    dJointAttach(dJointCreateContact(state_->world, state_->contacts, &c), b, a);
  }
}

void Physics::step(double seconds) {
  assert(seconds > 0);
  // The solver's random numbers are a global state of ODE. Each world saves and restores its own.
  dRandSetSeed(state_->seed);
  dWorldQuickStep(state_->world, seconds);
  state_->seed = dRandGetSeed();
  dJointGroupEmpty(state_->contacts);
}

double Physics::energy() const {
  dVector3 gravity;
  dWorldGetGravity(state_->world, gravity);
  double sum = 0;
  for (const dBodyID body : state_->bodies) {
    if (dBodyIsKinematic(body) != 0) continue;
    dMass mass;
    dBodyGetMass(body, &mass);
    const Vec3d v = to_vec(dBodyGetLinearVel(body));
    // The inertia is given in the body's own frame.
    dVector3 spin;
    const dReal* const w = dBodyGetAngularVel(body);
    dBodyVectorFromWorld(body, w[0], w[1], w[2], spin);
    dVector3 momentum;
    for (std::size_t i = 0; i < 3; ++i) {
      const dReal* const row = mass.I + 4 * i;
      momentum[i] = row[0] * spin[0] + row[1] * spin[1] + row[2] * spin[2];
    }
    sum += 0.5 * mass.mass * dot(v, v) + 0.5 * dot(to_vec(spin), to_vec(momentum)) -
           mass.mass * dot(to_vec(gravity), to_vec(dBodyGetPosition(body)));
  }
  return sum;
}

BodyState read(dxBody* body) {
  assert(body != nullptr);
  return {math::to_float(to_vec(dBodyGetPosition(body))),
          math::to_float(to_quat(dBodyGetQuaternion(body))),
          math::to_float(to_vec(dBodyGetLinearVel(body))),
          math::to_float(to_vec(dBodyGetAngularVel(body)))};
}

void write(dxBody* body, const BodyState& state) {
  assert(body != nullptr);
  set_position(body, math::to_double(state.at));
  set_rotation(body, math::to_double(state.turn));
  dBodySetLinearVel(body, state.velocity.x, state.velocity.y, state.velocity.z);
  dBodySetAngularVel(body, state.spin.x, state.spin.y, state.spin.z);
}

Vec3 velocity_at(dxBody* body, const Vec3& place) {
  assert(body != nullptr);
  dVector3 velocity;
  dBodyGetPointVel(body, place.x, place.y, place.z, velocity);
  return math::to_float(to_vec(velocity));
}

Affine to_affine(const BodyState& state) {
  return dermis::to_affine({state.at, state.turn, {1, 1, 1}});
}

}  // namespace dermis::ode
