// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <vector>

#include "dermis/base/executor.h"
#include "dermis/base/none.h"
#include "dermis/base/query_stats.h"
#include "dermis/base/result.h"
#include "dermis/limbs/limb_contacts.h"
#include "dermis/query/character.h"

/// @defgroup world world
/// Many objects: broad phase, classes, contacts that persist.
namespace dermis {

/// The id of an object in a World. The id of a removed object is never used again. The default id
/// is null: it names no object.
struct ObjectId {
  std::uint32_t slot = 0;        ///< the object's slot in the world; counts from 1
  std::uint32_t generation = 0;  ///< counts the objects that had this slot

  /// False for the null id.
  explicit operator bool() const { return slot != 0; }
  friend auto operator<=>(const ObjectId&, const ObjectId&) = default;
};

/// The amount of detail for pairs of objects of two classes.
enum class PairDetail {
  ignore,  ///< no detail: the pair is skipped
  boxes,   ///< whether the boxes around the motion of both objects overlap
  limbs,   ///< as LimbDetail::limbs
  exact,   ///< as LimbDetail::exact
};

/// The treatment of the motion since the last step: from an object's pose at that step to its
/// present one. After World::add(), the motion starts at the first pose that is set. After
/// teleport(), it starts at the pose given to teleport(). Poses that were set and replaced in
/// between do not count. Each entry of a joint matrix changes linearly with time, so the vertices
/// of linear skins without morph targets move in straight lines. For other skins, only `sub_steps`
/// uses the true positions of vertices.
///
/// `none` and `spheres` deform each meshlet at most once per pose for tests of triangles, and each
/// limb at most once for tests of limbs. `sub_steps` and `exact` also deform copies of the objects,
/// which takes time.
enum class MotionTest {
  none,       ///< only the present poses
  spheres,    ///< swept balls around limbs: the time can be too early, never too late; there are
              ///< no contact points
  sub_steps,  ///< intermediate poses; see WorldOptions::sub_step
  exact,      ///< the first impact of triangles whose vertices move in straight lines
};

/// The rule for pairs of objects of two classes.
struct ClassRule {
  PairDetail detail = PairDetail::exact;  ///< less detail takes less time
  /// Ignored with PairDetail::ignore and PairDetail::boxes.
  MotionTest motion = MotionTest::none;
  /// Returns whether to consider two limbs: `a` belongs to an object of `class_a` in set_rule(),
  /// `b` to one of `class_b`. If both are the same class, `a` belongs to the object with the
  /// smaller tag. Empty: all. Called from several threads at once.
  std::function<bool(const Limb& a, const Limb& b)> filter = {};
};

/// Options of World::make().
struct WorldOptions {
  std::uint32_t class_count = 1;  ///< number of collision classes: 1 to 256
  /// MotionTest::sub_steps: the largest motion of two limbs relative to each other in one sub-step,
  /// as a share of the smaller radius of their limb_bounds(). Above 0. The papers (docs/papers.md)
  /// use 1/8. If more than `max_sub_steps` would be needed, sub-steps are longer, and a fast limb
  /// can pass through another.
  double sub_step = 0.125;
  std::uint32_t max_sub_steps = 256;  ///< largest number of sub-steps per step: 1 to 1,000,000
  Executor* executor = nullptr;       ///< null: default_executor()
};

/// Options of World::add().
struct ObjectOptions {
  std::uint32_t collision_class = 0;  ///< below WorldOptions::class_count
  /// Results are sorted by tag, and the object with the smaller tag comes first in a pair. Equal
  /// tags are ordered by id. With distinct tags, results do not depend on the order in which
  /// objects were added.
  std::uint64_t tag = 0;
};

/// The contacts between two objects in one step.
struct WorldContact {
  ObjectId a, b;    ///< the two objects, in the order of their tags
  double time = 1;  ///< when they first touch: 0 is the last step, 1 the present poses
  /// The limbs that touch at that time. Two limbs touch if their hulls overlap
  /// (LimbContact::depth), or, with PairDetail::exact, if two of their triangles share a point.
  /// Empty with PairDetail::boxes.
  ///
  /// - MotionTest::exact: the contacts at `time` + 0.001, but at most at 1. If the limbs of the
  ///   first impact do not touch at that time, a contact is added for them. This contact has one
  ///   pair, the last of `pairs`: the two triangles of the impact. It has this pair with every
  ///   PairDetail. If there is no impact, or MovingMesh refuses the positions, the contacts are
  ///   those of MotionTest::none.
  /// - MotionTest::spheres: one contact, of the first two limbs whose swept balls overlap. If
  ///   neither object moved, the contacts of MotionTest::none.
  LimbContacts limbs;
};

/// The state of the contact between two limbs in a step. With PairDetail::boxes, limbs are kNone.
struct WorldEvent {
  /// The states of a contact.
  enum class Kind {
    begin,    ///< the limbs touch (see WorldContact::limbs); in the last step they did not
    persist,  ///< the limbs touch, as in the last step
    end,      ///< the limbs touched in the last step, and do not now, or an object is gone
  } kind = Kind::begin;  ///< the state in this step

  std::uint64_t contact = 0;  ///< its id, the same from begin to end; never used again
  ObjectId a, b;              ///< the two objects, in the order of their tags
  std::uint32_t limb_a = kNone, limb_b = kNone;  ///< indices into CollideShape::limbs
};

/// The work of one step.
struct WorldStats {
  std::size_t objects = 0;      ///< World::size()
  std::uint64_t box_tests = 0;  ///< box tests of the broad phase
  std::size_t box_pairs = 0;    ///< pairs of objects whose swept boxes overlap
  std::size_t considered = 0;   ///< pairs of objects that are not ignored by their class rule
  std::uint64_t sub_steps = 0;  ///< MotionTest::sub_steps: intermediate poses, over all pairs
  QueryStats limbs;             ///< the work of the narrow phase
  double broad_ms = 0, narrow_ms = 0;  ///< milliseconds of the broad and of the narrow phase
};

/// The result of one step.
struct WorldStep {
  std::vector<WorldContact> contacts;  ///< sorted by the tags of both objects
  std::vector<WorldEvent> events;      ///< in the order of `contacts`; those that end come last
  WorldStats stats;                    ///< the work it took
};

/// Many characters and rigid objects that move. While a thread runs a function that is not const,
/// no other thread may use the world or its characters. step() itself uses several threads.
class World {
 public:
  /// A world without objects. Refuses options outside of their ranges.
  static Result<World> make(const WorldOptions& options = {});
  ~World();
  World(World&&) noexcept;
  World& operator=(World&&) noexcept;

  /// Sets the rule for two classes. Default: `PairDetail::exact`, `MotionTest::none`. The rule is
  /// symmetric in the two classes. Refuses a class that does not exist.
  Result<void> set_rule(std::uint32_t class_a, std::uint32_t class_b, ClassRule rule);

  /// Adds an object in the bind pose. Its limbs are those of shape_of(collider). Refuses a class
  /// that does not exist, and a collider whose bind pose is refused.
  Result<ObjectId> add(const Collider& collider, const ObjectOptions& options = {});
  /// Removes an object. Refuses the id of an object that does not exist, as do set_poses() and
  /// teleport().
  Result<void> remove(ObjectId id);
  /// Sets the poses of objects, one pose per id. If a pose is refused, no object changes, and the
  /// error names the pose by its index. Refuses different numbers of ids and poses, and an id that
  /// occurs twice. No motion is tested from the bind pose to an object's first pose.
  Result<void> set_poses(std::span<const ObjectId> ids, std::span<const Pose> poses);
  /// Sets a pose. The next step() tests no motion from the previous pose to this one.
  Result<void> teleport(ObjectId id, const Pose& pose);

  /// The character of an object, for any question, and for cloth. Null if the object does not
  /// exist. Valid until the object is removed or the World destroyed. Ask no questions of it while
  /// step() or set_poses() runs.
  [[nodiscard]] const Character* character(ObjectId id) const;
  /// The number of objects.
  [[nodiscard]] std::size_t size() const;

  /// Finds the contacts of the present poses, and of the motion since the last step. The result is
  /// valid until the next step.
  const WorldStep& step();

 private:
  struct State;
  explicit World(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace dermis
