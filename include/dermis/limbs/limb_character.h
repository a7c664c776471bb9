// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "dermis/bounds/collider.h"
#include "dermis/limbs/collide_shape.h"
#include "dermis/query/character.h"
#include "dermis/result.h"

namespace dermis {

/// A collider and the limbs it is made of, prepared for poses. Immutable; copies share the data.
class LimbCollider {
 public:
  /// Of the same model. Refuses a shape that does not suit it.
  static Result<LimbCollider> make(Collider collider, CollideShape shape);

  [[nodiscard]] const Collider& collider() const;
  [[nodiscard]] const CollideShape& shape() const;

  struct Data;
  [[nodiscard]] const Data& data() const { return *data_; }

 private:
  explicit LimbCollider(std::shared_ptr<const Data> data) : data_(std::move(data)) {}
  std::shared_ptr<const Data> data_;
};

/// A character that knows its limbs. What is said of Character about threads and poses is true of
/// it.
class LimbCharacter {
 public:
  explicit LimbCharacter(LimbCollider collider);
  ~LimbCharacter();
  LimbCharacter(LimbCharacter&&) noexcept;
  LimbCharacter& operator=(LimbCharacter&&) noexcept;

  Result<void> set_pose(const Pose& pose);

  [[nodiscard]] const Character& character() const;
  [[nodiscard]] const LimbCollider& collider() const;
  [[nodiscard]] const CollideShape& shape() const { return collider().shape(); }

  /// A capsule around each limb as it stands, whatever the pose: from joint matrices alone, proven
  /// to enclose, and so a little larger than the bounds that were fitted to clips.
  [[nodiscard]] std::span<const Capsule> bounds() const;
  /// The vertices of a limb as they stand: those of its triangles.
  [[nodiscard]] std::span<const Vec3> vertices(std::uint32_t limb) const;

  struct State;
  [[nodiscard]] const State& state() const { return *state_; }

 private:
  std::unique_ptr<State> state_;
};

}  // namespace dermis
