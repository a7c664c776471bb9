// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/ccd/motion_contacts.h"
#include "dermis/kinetic/kinetic_list.h"

namespace dermis::app {

/// How contacts of meshes in motion are looked for: all at once, or from event to event.
struct MotionWay {
  MotionMethod method = MotionMethod::space_time;
  std::optional<ListMode> list = {};

  /// "kinetic-list", "kinetic-list-literal", or that of the method.
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] bool is_swept() const {
    return !list && (method == MotionMethod::swept || method == MotionMethod::swept_static_front);
  }
};
/// The error lists the names.
Result<MotionWay> motion_way_named(std::string_view name);

/// Bodies, and which of them are watched. Refers to the bodies.
class MotionSearch {
 public:
  MotionSearch(std::vector<MovingMesh*> bodies, std::vector<WatchedPair> watched)
      : bodies_(std::move(bodies)), watched_(std::move(watched)) {}

  [[nodiscard]] const std::vector<WatchedPair>& watched() const { return watched_; }
  /// The contacts of each watched pair, of the flight plans as they are. `options.method` is not
  /// looked at.
  std::vector<MotionContacts> find(const MotionWay& way, const MotionOptions& options);
  /// Of the last list that was asked.
  [[nodiscard]] const KineticEvents& events() const { return events_; }
  /// Of bodies, and of the list if it is one.
  [[nodiscard]] std::size_t byte_count(const MotionWay& way) const;

 private:
  /// Made when it is first asked for.
  KineticList& list(ListMode mode, const ContactOptions& contact);
  std::vector<MotionContacts> follow(KineticList& list);

  std::vector<MovingMesh*> bodies_;
  std::vector<WatchedPair> watched_;
  std::optional<KineticList> relaxed_, literal_;
  KineticEvents events_;
};

}  // namespace dermis::app
