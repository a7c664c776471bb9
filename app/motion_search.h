// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/kinetic/kinetic_list.h"
#include "dermis/motion/impacts.h"

namespace dermis::app {

/// The method that finds impacts of moving meshes: a search of the whole interval by `method`, or a
/// kinetic list, which goes from event to event, if `list` is set.
struct MotionWay {
  ImpactMethod method = ImpactMethod::space_time;
  std::optional<KineticMode> list = {};

  /// "kinetic-list", "kinetic-list-literal", or the name of `method`.
  [[nodiscard]] std::string_view name() const;
  [[nodiscard]] bool is_swept() const {
    return !list && (method == ImpactMethod::swept || method == ImpactMethod::swept_static_front);
  }
};
/// Parses the name of a method; the error lists all names.
Result<MotionWay> motion_way_named(std::string_view name);
/// All names that motion_way_named() accepts.
std::vector<std::string> motion_way_names();

/// Finds the impacts of moving bodies, for the pairs of bodies in `watched`. Refers to the bodies.
class MotionSearch {
 public:
  MotionSearch(std::vector<MovingMesh*> bodies, std::vector<WatchedPair> watched)
      : bodies_(std::move(bodies)), watched_(std::move(watched)) {}

  [[nodiscard]] const std::vector<WatchedPair>& watched() const { return watched_; }
  /// Returns the impacts of each watched pair, for the current flight plans. Ignores
  /// `options.method`.
  std::vector<Impacts> find(const MotionWay& way, const ImpactOptions& options);
  /// The events of the kinetic list that find() used last.
  [[nodiscard]] const KineticEvents& events() const { return events_; }
  /// Bytes of all bodies, and of the kinetic list if `way` uses one.
  [[nodiscard]] std::size_t byte_count(const MotionWay& way) const;

 private:
  /// Makes the list on the first call, and restarts it on later ones.
  KineticList& list(KineticMode mode, double tolerance);
  std::vector<Impacts> follow(KineticList& list);

  std::vector<MovingMesh*> bodies_;
  std::vector<WatchedPair> watched_;
  std::optional<KineticList> relaxed_, literal_;
  KineticEvents events_;
};

}  // namespace dermis::app
