// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/names.h"
#include "dermis/base/query_stats.h"
#include "dermis/base/result.h"
#include "dermis/motion/moving_mesh.h"

/// @defgroup kinetic kinetic
/// Impacts in order of time, for bodies whose plans change.
/// Plans are flight plans: see MovingMesh.
namespace dermis {

/// Two bodies that a KineticList watches, by index. If both are equal, the body is watched for
/// impacts with itself.
struct WatchedPair {
  std::uint32_t a = 0, b = 0;  ///< indices into `bodies` of KineticList::make()
};

/// An impact between two watched bodies.
struct KineticImpact {
  double time = 0;             ///< 0 to 1: from one keyframe to the next
  std::uint32_t watched = 0;   ///< index of the WatchedPair
  std::uint32_t a = 0, b = 0;  ///< triangles; within one body, a < b
  friend auto operator<=>(const KineticImpact&, const KineticImpact&) = default;
};

/// The treatment of a pair of boxes in the list when the boxes stop overlapping.
enum class KineticMode {
  relaxed,  ///< a pair of boxes that overlapped once stays in the list until restart()
  literal,  ///< as in paper 3 (docs/papers.md): child pairs are replaced by their parent pair
};

template <>
struct EnumTable<KineticMode> {
  static constexpr std::string_view kNoun = "list";
  static constexpr Named<KineticMode> kNames[] = {{KineticMode::relaxed, "kinetic-list"},
                                                  {KineticMode::literal, "kinetic-list-literal"}};
};

/// Options of a KineticList.
struct KineticOptions {
  KineticMode mode = KineticMode::relaxed;  ///< affects the time it takes, not the impacts
  /// Metres, 0 or more; see ImpactTimeOptions::tolerance.
  double tolerance = ImpactTimeOptions().tolerance;
};

/// Counts of events since make() or the last restart().
struct KineticEvents {
  std::uint64_t box_changes = 0;  ///< another vertex defines a side of a box
  std::uint64_t overlaps = 0;     ///< two boxes begin to overlap along an axis
  /// KineticMode::literal: two boxes that hold several triangles stop overlapping.
  std::uint64_t parents_parted = 0;
  /// KineticMode::literal: the boxes of two triangles stop overlapping.
  std::uint64_t triangles_parted = 0;
  std::uint64_t impacts = 0;  ///< impacts that were reported

  /// The sum of all counters.
  [[nodiscard]] std::uint64_t total() const {
    return box_changes + overlaps + parents_parted + triangles_parted + impacts;
  }
  /// Adds every counter.
  KineticEvents& operator+=(const KineticEvents& other);
};

/// Follows moving meshes through time from event to event, and reports impacts in order of time.
/// The sink of advance_to() may change flight plans. The impacts are those of find_impacts() and
/// find_self_impacts(), at the same times. Parts of the meshes without events cost no time. One
/// thread at a time may use a list and its bodies.
class KineticList {
 public:
  /// Makes a list that starts at time 0. Bodies must outlive the list and must not move in memory.
  /// Refuses a null pointer, a body that is listed twice, a tolerance that is negative or not
  /// finite, a pair of bodies that do not exist, bodies with more than 134,217,728 triangles in
  /// all, and more than 2,147,483,647 pairs of boxes.
  static Result<KineticList> make(std::span<MovingMesh* const> bodies,
                                  std::span<const WatchedPair> watched,
                                  const KineticOptions& options = {});
  ~KineticList();
  KineticList(KineticList&&) noexcept;
  KineticList& operator=(KineticList&&) noexcept;

  /// Starts again at time `now`, and forgets all counts. Call it after a body's plans or radii were
  /// changed through its MovingMesh, not through set_plan() of this list. Impacts before `now` are
  /// not reported. If a pair of triangles has such an impact, its later impacts are not reported
  /// either. Refuses a time outside of 0 to 1. Like advance_to() and set_plan(), it fails if there
  /// would be more than 2,147,483,647 pairs of boxes.
  Result<void> restart(double now = 0);

  /// Receives the impacts of advance_to(). May be empty. Library functions that the sink calls run
  /// on one thread, unless they name an executor.
  using Sink = std::function<void(const KineticImpact&)>;
  /// Advances to `time` and reports all impacts until then. Refuses a time before now() or after 1.
  /// A pair of triangles is reported at its first impact since its vertices got their present
  /// flight plans. Impacts are ordered by time, then by watched pair, then by triangles. `sink` may
  /// call set_plan(), but not advance_to() or restart() (refused). If advance_to() or set_plan()
  /// fails because of too many pairs of boxes, the list must be restarted.
  Result<void> advance_to(double time, const Sink& sink);

  /// Changes the flight plan of a vertex from now on. The plan gives its positions at times 0 and
  /// 1, but only the part after now() counts. The vertex may jump. Refuses a body or a vertex that
  /// does not exist, and a plan that is not finite or beyond 1e30. A pair of triangles with this
  /// vertex can be reported again at a later time, but never twice at the same time. A pair that
  /// touches now, and was reported, is reported again when another vertex or edge of it touches.
  Result<void> set_plan(std::uint32_t body, std::uint32_t vertex, const MovingPoint& plan);

  /// The time that the list has reached, 0 to 1.
  [[nodiscard]] double now() const;
  /// Counts of events since make() or the last restart().
  [[nodiscard]] KineticEvents events() const;
  /// An upper limit on the number of events until now(). Impacts are not counted. The limit holds
  /// for all flight plans.
  [[nodiscard]] std::uint64_t event_limit() const;
  /// The work since make() or the last restart().
  [[nodiscard]] QueryStats stats() const;
  /// The number of pairs of boxes in the list.
  [[nodiscard]] std::size_t size() const;
  /// Memory in bytes, without the bodies.
  [[nodiscard]] std::size_t byte_count() const;

 private:
  friend std::vector<std::string> validate(const KineticList& list);
  struct State;
  explicit KineticList(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

/// The first problem of a list, as one sentence: checks all boxes and pairs from scratch. Slow.
/// Empty: no problem.
std::vector<std::string> validate(const KineticList& list);

}  // namespace dermis
