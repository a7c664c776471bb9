// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cassert>
#include <cstdint>
#include <memory>
#include <mutex>
#include <new>
#include <vector>

#include "base/attachments.h"
#include "base/internals.h"
#include "base/lazy_stamps.h"
#include "collider/collider_data.h"
#include "dermis/query/character.h"
#include "math/box.h"
#include "skinning/posed_skin.h"

namespace dermis {

namespace query {

/// A meshlet in a pose.
struct PosedMeshlet {
  const float* rows = nullptr;          ///< its vertices, four floats each
  const math::Boxes8* boxes = nullptr;  ///< around its triangles, eight at a time
  const math::Box* box = nullptr;       ///< around all
};

/// Uninitialised memory for values that the user writes before reading them. Memory that is never
/// written costs nothing.
template <class Value>
class RawArray {
 public:
  explicit RawArray(std::size_t size)
      : bytes_(size * sizeof(Value)),
        values_(static_cast<Value*>(::operator new(size * sizeof(Value), kAlignment))) {
    static_assert(std::is_trivially_copyable_v<Value>);
  }
  [[nodiscard]] Value* data() const { return values_.get(); }
  [[nodiscard]] std::size_t byte_count() const { return bytes_; }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(Value* values) const { ::operator delete(values, kAlignment); }
  };
  std::size_t bytes_;
  std::unique_ptr<Value[], Delete> values_;
};

/// The boxes and meshlets of a character that queries have computed in its present pose.
struct MeshletCache {
  explicit MeshletCache(const Collider::Data& data)
      : node_stamps(data.box_tree.nodes.size()),
        node_boxes(data.box_tree.nodes.size()),
        meshlet_stamps(data.meshlets.meshlets.size()),
        meshlet_boxes(data.meshlets.meshlets.size()),
        rows(32 * data.meshlets.vertices.size()),
        triangle_boxes(data.meshlets.triangles.size() / 8),
        touched(data.meshlets.meshlets.size()) {}

  [[nodiscard]] std::size_t byte_count() const {
    return sizeof(*this) + node_stamps.byte_count() + node_boxes.byte_count() +
           meshlet_stamps.byte_count() + meshlet_boxes.byte_count() + rows.byte_count() +
           triangle_boxes.byte_count() + touched.size() * sizeof(touched[0]);
  }

  void clear() {
    node_stamps.clear();
    meshlet_stamps.clear();
    for (std::size_t i = 0; i < touched.size(); ++i) touched[i].store(0, std::memory_order_relaxed);
    eager_epoch.store(0, std::memory_order_relaxed);
  }

  /// Records that a query uses a meshlet. Returns whether it is the first use in this epoch.
  [[nodiscard]] bool touch(std::uint32_t meshlet, std::uint32_t epoch) const {
    if (touched[meshlet].load(std::memory_order_relaxed) == epoch) return false;
    touched[meshlet].store(epoch, std::memory_order_relaxed);
    return true;
  }

  /// Whether a query used the meshlet in this epoch or the one before.
  [[nodiscard]] bool was_touched(std::uint32_t meshlet, std::uint32_t epoch) const {
    const std::uint32_t last = touched[meshlet].load(std::memory_order_relaxed);
    return last != 0 && last + 1 >= epoch;
  }

  /// Decides whether the next pose deforms all meshlets at once, which gives tight boxes. This pays
  /// if queries used a large share of the meshlets in the last pose. At these limits, both ways
  /// took the same time for pairs of men, and of creatures, that stand inside each other.
  void choose() {
    const double share = double(touched_count.exchange(0, std::memory_order_relaxed)) /
                         double(std::max<std::size_t>(touched.size(), 1));
    prefers_eager = share > (prefers_eager ? 0.5 : 0.6);
  }

  base::LazyStamps node_stamps;
  RawArray<math::Boxes8> node_boxes;  ///< the boxes of each node's children
  base::LazyStamps meshlet_stamps;
  RawArray<math::Box> meshlet_boxes;
  RawArray<float> rows;
  RawArray<math::Boxes8> triangle_boxes;

  /// The last epoch in which each meshlet was used.
  mutable std::vector<std::atomic<std::uint32_t>> touched;
  mutable std::atomic<std::uint32_t> touched_count = 0;
  bool prefers_eager = false;
  /// The last epoch in which a thread began to deform all meshlets.
  mutable std::atomic<std::uint32_t> eager_epoch = 0;
};

}  // namespace query

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
  /// The same, for readers that do not create it.
  mutable std::atomic<const query::MeshletCache*> meshlets_if_made = nullptr;
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
