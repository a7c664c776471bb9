// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dermis/base/result.h"
#include "dermis/limbs/limb_contacts.h"
#include "dermis/math/types.h"

struct dxBody;
struct dxWorld;

/// @defgroup ode ode
/// Physical response through the Open Dynamics Engine (ODE): contacts from Dermis, solver from ODE.
/// Link dermis::ode.

/// The adapter for the Open Dynamics Engine (ODE).
namespace dermis::ode {

/// Options of Physics::Physics().
struct PhysicsOptions {
  Vec3 gravity{0, -9.81F, 0};     ///< metres per second squared, finite (asserted)
  std::uint32_t iterations = 50;  ///< iterations of the solver per step, 1 to 1e6 (asserted)
  std::uint32_t seed = 1;  ///< for the solver's random order; the same seed gives the same motion
};

/// The response parameters of two surfaces in contact. Ranges are asserted.
struct Material {
  float friction = 0.8F;      ///< coefficient of friction, 0 or more
  float bounce = 0;           ///< fraction of the impact speed that is restored, 0 to 1
  float bounce_speed = 0.3F;  ///< metres per second, 0 or more; slower impacts do not bounce
  float rolling = 0;          ///< rolling friction, metres, 0 or more; it stops rolling balls
};

/// The position, rotation and velocities of a body.
struct BodyState {
  Vec3 at;          ///< centre of mass, metres
  Quaternion turn;  ///< rotation from the body's frame to the world
  Vec3 velocity;    ///< metres per second
  Vec3 spin;        ///< angular velocity, radians per second
};

/// An ODE world of rigid bodies, without ODE's collision geometry. At most one thread in the
/// process may use any Physics object at a time: ODE's solver has one global random number
/// generator.
class Physics {
 public:
  /// An empty world.
  explicit Physics(const PhysicsOptions& options = {});
  ~Physics();
  Physics(Physics&&) noexcept;
  Physics& operator=(Physics&&) noexcept;

  /// Adds an ODE body, which this object owns. The caller must set its mass.
  dxBody* add_body();
  /// Adds a ball at the world position `at`. `radius` is in metres and `mass` in kilograms, both
  /// above 0 (asserted).
  dxBody* add_ball(float radius, float mass, const Vec3& at);

  /// Adds the contact points of two limbs for the next step. `a` and `b` are the bodies of the
  /// contact's limbs; a null body stands for an object that never moves. The call has no effect if
  /// neither body can move freely.
  void add_contact(const LimbContact& contact, dxBody* a, dxBody* b, const Material& material);

  /// Advances the simulation by `seconds` (above 0, asserted), then removes all contacts.
  void step(double seconds);

  /// The kinetic and potential energy of all bodies that are not kinematic, in joules. The
  /// potential energy is 0 at the origin.
  [[nodiscard]] double energy() const;

  /// The ODE world, for calls of ODE itself. This object owns it.
  [[nodiscard]] dxWorld* world() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// The position, rotation and velocities of a body. Bodies must not be null in these functions
/// (asserted).
[[nodiscard]] BodyState read(dxBody* body);
/// Sets position, rotation and velocities of a body.
void write(dxBody* body, const BodyState& state);
/// The velocity of the body at the world position `place`, in metres per second.
[[nodiscard]] Vec3 velocity_at(dxBody* body, const Vec3& place);
/// The map from the body's frame to the world: a rotation, then a translation to state.at.
[[nodiscard]] Affine to_affine(const BodyState& state);

}  // namespace dermis::ode
