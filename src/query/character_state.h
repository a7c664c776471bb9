// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "base/attachments.h"
#include "base/internals.h"
#include "collider/collider_data.h"
#include "dermis/query/character.h"
#include "query/meshlet_cache.h"
#include "skinning/posed_skin.h"

namespace dermis {

/// The data of a posed character, which questions read.
struct Character::State {
  explicit State(Collider shared);

  /// Sets a pose that the skin has prepared: reach() and prepare() must have accepted it.
  void set_pose(const Pose& new_pose, double new_reach);

  /// The meshlets and boxes of the present pose. Created by the first question that needs them.
  [[nodiscard]] query::MeshletCache& meshlets() const;

  Collider collider;
  const Collider::Data* data;
  Pose pose;
  skinning::PosedSkin skin;
  double reach = 0;
  double next_reach = 0;  ///< reach of a pose that set_poses() has checked
  collider::BoxSlack box_slack;
  std::vector<math::Float8> squared_images;  ///< box_slack refers to them
  math::Box root_box;
  std::uint32_t epoch = 0;                       ///< counts poses; at least 1 after make()
  mutable std::atomic<int> running_queries = 0;  ///< set_pose() asserts that it is 0
  base::Attachments attachments;                 ///< caches of higher rooms

  mutable std::once_flag meshlets_made;
  mutable std::unique_ptr<query::MeshletCache> meshlet_cache;
};

inline const Character::State& state_of(const Character& character) {
  return Internals::state(character);
}

namespace query {

/// Marks two characters as in use, in builds with assertions.
class RunningQuery {
 public:
  RunningQuery(const Character& a, const Character& b) : a_(state_of(a)), b_(state_of(b)) {
    assert(++a_.running_queries > 0 && ++b_.running_queries > 0);
  }
  ~RunningQuery() { assert(--a_.running_queries >= 0 && --b_.running_queries >= 0); }
  RunningQuery(const RunningQuery&) = delete;
  RunningQuery& operator=(const RunningQuery&) = delete;

 private:
  [[maybe_unused]] const Character::State& a_;
  [[maybe_unused]] const Character::State& b_;
};

}  // namespace query

}  // namespace dermis
