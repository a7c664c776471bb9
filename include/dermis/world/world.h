// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "dermis/limbs/limb_character.h"
#include "dermis/limbs/limb_contacts.h"
#include "dermis/result.h"

namespace dermis {

/// An object of a world. One that was removed is never mistaken for another; the default is none.
struct ObjectId {
  std::uint32_t place = 0;  ///< from 1 on
  std::uint32_t generation = 0;

  explicit operator bool() const { return place != 0; }
  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

/// How much two classes of objects have to do with each other.
enum class PairDetail {
  ignore,
  bounds,  ///< whether boxes around the whole ways of both overlap, and nothing else
  limbs,   ///< as LimbDetail::limbs
  exact,   ///< as LimbDetail::exact
};

/// What is looked at of the way between the last pose and this one. In between, joint matrices move
/// in straight lines, and with them the vertices of linear skins without morph targets; of others,
/// only steps are sure to see them where they are.
enum class MotionTest {
  none,       ///< how they stand now, and nothing else
  spheres,    ///< balls around limbs, swept: never too late, often too early
  sub_steps,  ///< as many poses on the way as it takes
  exact,      ///< when triangles first touch, their vertices moving in straight lines
};

struct ClassRule {
  PairDetail detail = PairDetail::exact;
  MotionTest motion = MotionTest::none;
  /// Which limbs count, of the object of the first class and that of the second; without it, all.
  /// Asked by several threads at once.
  std::function<bool(const Limb& a, const Limb& b)> filter = {};
};

struct WorldOptions {
  std::uint32_t class_count = 1;  ///< collision classes: 1 … 256
  /// Of MotionTest::sub_steps: the share of its radius that an object moves in one, and how many
  /// there are at most. The papers' choice.
  double sub_step = 0.125;
  std::uint32_t most_sub_steps = 256;
  bool all_cores = true;
};

struct ObjectOptions {
  std::uint32_t collision_class = 0;
  /// Results are sorted by it, and of two objects the one with the smaller is the first; so they do
  /// not depend on the order in which objects were added if each has its own.
  std::uint64_t tag = 0;
};

/// What two objects have to do with each other in a step.
struct WorldContact {
  ObjectId a, b;
  double time = 1;        ///< 0 at the last poses, 1 at these: when they were looked at, or touched
  LimbContacts contacts;  ///< at that time; of PairDetail::bounds, none
};

/// Two limbs begin to touch, go on, or cease to. Where only bounds count, there are no limbs.
struct WorldEvent {
  enum class Kind { begin, persist, end } kind = Kind::begin;
  std::uint64_t contact = 0;  ///< stays the same from begin to end, and is never used again
  ObjectId a, b;
  std::uint32_t limb_a = kNone, limb_b = kNone;
};

struct WorldStats {
  std::size_t objects = 0;
  std::uint64_t box_tests = 0;
  std::size_t box_pairs = 0;  ///< whose swept boxes overlap
  std::size_t looked_at = 0;  ///< that classes do not ignore
  std::uint64_t sub_steps = 0;
  LimbStats limbs;
  double broad_ms = 0, narrow_ms = 0;
};

struct WorldStep {
  std::vector<WorldContact> contacts;
  std::vector<WorldEvent> events;
  WorldStats stats;
};

/// Many characters and things that move. One thread at a time; step() uses all cores.
class World {
 public:
  static Result<World> make(const WorldOptions& options = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Every two classes are exact, without motion, if nobody says otherwise. Of both orders.
  Result<void> set_rule(std::uint32_t class_a, std::uint32_t class_b, ClassRule rule);

  /// Stands in the bind pose at first. Refuses a class that does not exist.
  Result<ObjectId> add(LimbCollider collider, const ObjectOptions& options = {});
  /// Refuses ids of what is not there any more, everywhere.
  Result<void> remove(ObjectId id);
  /// If one of the poses is refused, none changes, and the error says which. Whoever gets a pose
  /// for the first time did not come from anywhere: there is no way to look at.
  Result<void> set_poses(std::span<const ObjectId> ids, std::span<const Pose> poses);
  /// Puts an object somewhere else, without a way from where it was.
  Result<void> teleport(ObjectId id, const Pose& pose);

  /// Null if it is not there.
  [[nodiscard]] const LimbCharacter* find(ObjectId id) const;
  [[nodiscard]] std::size_t size() const;

  /// Who has to do with whom since the last step. The result is there until the next one.
  const WorldStep& step();

 private:
  struct State;
  explicit World(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis
