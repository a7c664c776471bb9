// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "dermis/limbs/limb_contacts.h"
#include "dermis/math/types.h"
#include "dermis/result.h"

struct dxBody;
struct dxWorld;

/// Response through the Open Dynamics Engine: our contacts, its solver. Link dermis::ode.
namespace dermis::ode {

struct PhysicsOptions {
  Vec3 gravity{0, -9.81F, 0};     ///< metres per second, squared
  std::uint32_t iterations = 50;  ///< of the solver, each step
  std::uint32_t seed = 1;         ///< the solver shuffles: the same seed, the same motion
};

/// What two surfaces do to each other.
struct Material {
  float friction = 0.8F;
  float bounce = 0;           ///< share of the speed that comes back
  float bounce_speed = 0.3F;  ///< slower ones do not bounce, metres per second
  float rolling = 0;          ///< what keeps a ball from rolling for ever, metres
};

/// Where a body is, how it is turned, and how it moves.
struct BodyState {
  Vec3 at;
  Quaternion turn;
  Vec3 velocity;  ///< metres per second
  Vec3 spin;      ///< radians per second
};

/// A world of rigid bodies of ODE, without any of its geometry. One thread at a time, of all worlds
/// together: random numbers of ODE's solver are shared.
class Physics {
 public:
  explicit Physics(const PhysicsOptions& options = {});
  ~Physics();
  Physics(Physics&&) noexcept;
  Physics& operator=(Physics&&) noexcept;

  /// A body of ODE's, which belongs to the world: to be given a mass.
  dxBody* add_body();
  /// A ball of so many metres and kilograms.
  dxBody* add_ball(float radius, float mass, const Vec3& at);

  /// The places where two limbs touch, for the next step. No body: something that never moves.
  void add_contact(const LimbContact& contact, dxBody* a, dxBody* b, const Material& material);

  /// Time goes on; contacts are forgotten.
  void step(double seconds);

  /// In joules, of all bodies that are not led: of their motion, and above y = 0.
  [[nodiscard]] double energy() const;

  [[nodiscard]] dxWorld* world() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

[[nodiscard]] BodyState read(dxBody* body);
void write(dxBody* body, const BodyState& state);
/// How fast a body is at a place of the world.
[[nodiscard]] Vec3 velocity_at(dxBody* body, const Vec3& place);
/// Turned about its centre, then moved there.
[[nodiscard]] Affine to_affine(const BodyState& state);

}  // namespace dermis::ode
