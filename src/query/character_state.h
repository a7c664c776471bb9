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

  /// Sets a pose that skin.prepare() accepted.
  void set_prepared(const Pose& pose);

  /// The meshlets and boxes of the present pose. Created by the first question that needs them.
  [[nodiscard]] query::MeshletCache& meshlets() const;

  Collider collider;
  const Collider::Data* data;
  skinning::PosedSkin skin;
  collider::BoxSlack box_slack;
  std::vector<math::Float8> squared_images;  ///< box_slack refers to them
  math::Box root_box;
  std::uint32_t epoch = 0;                         ///< counts poses; at least 1 after make()
  mutable std::atomic<int> running_questions = 0;  ///< set_pose() asserts that it is 0
  base::Attachments attachments;                   ///< caches of higher rooms

  mutable std::once_flag meshlets_made;
  mutable std::unique_ptr<query::MeshletCache> meshlet_cache;
};

inline const Character::State& state_of(const Character& character) {
  return Internals::state(character);
}

namespace query {

/// Marks a character as in use, in builds with assertions.
class RunningQuestion {
 public:
  explicit RunningQuestion(const Character& character) : state_(state_of(character)) {
    assert(++state_.running_questions > 0);
  }
  ~RunningQuestion() { assert(--state_.running_questions >= 0); }
  RunningQuestion(const RunningQuestion&) = delete;
  RunningQuestion& operator=(const RunningQuestion&) = delete;

 private:
  [[maybe_unused]] const Character::State& state_;
};

}  // namespace query

}  // namespace dermis
