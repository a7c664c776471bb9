// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>

#include "dermis/ccd/contact_time.h"
#include "dermis/ccd/motion_contacts.h"
#include "dermis/ccd/moving_mesh.h"
#include "dermis/result.h"

namespace dermis {

/// Two bodies that are watched, by their numbers; the same twice: a body and itself.
struct WatchedPair {
  std::uint32_t a = 0, b = 0;
};

/// A contact between two watched bodies.
struct KineticContact {
  double time = 0;
  std::uint32_t watched = 0;   ///< which of the watched pairs
  std::uint32_t a = 0, b = 0;  ///< triangles; within one body, a < b
  friend auto operator<=>(const KineticContact&, const KineticContact&) = default;
};

enum class ListMode {
  relaxed,  ///< what has come near stays in the list until the next keyframe
  literal,  ///< as in the paper: what parts again is joined again
};

struct KineticOptions {
  ListMode mode = ListMode::relaxed;
  ContactOptions contact = {};
};

/// What has happened since the last keyframe.
struct KineticEvents {
  std::uint64_t box_changes = 0;       ///< another vertex makes a side of a box
  std::uint64_t overlaps = 0;          ///< boxes are no longer apart on a side
  std::uint64_t fathers_parted = 0;    ///< boxes that overlapped do not; only literal
  std::uint64_t triangles_parted = 0;  ///< so do boxes of triangles; only literal
  std::uint64_t contacts = 0;

  [[nodiscard]] std::uint64_t all() const {
    return box_changes + overlaps + fathers_parted + triangles_parted + contacts;
  }
  KineticEvents& operator+=(const KineticEvents& other);
};

/// Follows moving meshes through time, from event to event, and says when triangles touch, in the
/// order of time. Whoever is told may change flight plans before time goes on. All contacts are
/// those of find_contacts() and find_self_contacts(), at the same times; what does not change costs
/// nothing.
class KineticList {
 public:
  /// At time 0 of the bodies' flight plans. Bodies must outlive it and stay where they are in
  /// memory; none may be there twice.
  static Result<KineticList> make(std::span<MovingMesh* const> bodies,
                                  std::span<const WatchedPair> watched,
                                  const KineticOptions& options = {});
  ~KineticList();
  KineticList(KineticList&&) noexcept;
  KineticList& operator=(KineticList&&) noexcept;

  /// After bodies got new flight plans or radii other than through set_plan(): all of time lies
  /// ahead again, or what comes from `now` on. Contacts before that are not told.
  Result<void> restart(double now = 0);

  using Sink = std::function<void(const KineticContact&)>;
  /// Goes on to a time up to 1, and tells all contacts up to it: of each pair of triangles the
  /// first one since their vertices have these flight plans. In the order of time, then of watched
  /// pairs, then of triangles. The sink may call set_plan().
  Result<void> advance_to(double time, const Sink& sink);

  /// From now on, a vertex flies by another plan, which says where it is from time 0 to 1. Pairs of
  /// triangles with it may touch again, but are not told twice at one time: so a sink that answers
  /// every contact comes to an end. What touches now, if it was told, is told again when another
  /// vertex or edge of it touches.
  Result<void> set_plan(std::uint32_t body, std::uint32_t vertex, const MovingPoint& plan);

  [[nodiscard]] double now() const;
  [[nodiscard]] KineticEvents events() const;
  /// More events than there can have been up to now, but for contacts, whatever the flight plans:
  /// from the proof that there is an end to them.
  [[nodiscard]] std::uint64_t event_limit() const;
  [[nodiscard]] MotionStats stats() const;
  /// Pairs of boxes in the list.
  [[nodiscard]] std::size_t size() const;
  /// Looks at all boxes and pairs afresh: slow. The error says what is wrong, and is never seen.
  [[nodiscard]] Result<void> validate() const;
  /// Without the bodies.
  [[nodiscard]] std::size_t byte_count() const;

 private:
  struct Impl;
  explicit KineticList(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace dermis
