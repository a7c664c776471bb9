// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <new>
#include <vector>

#include "bounds/collider_data.h"
#include "math/box.h"
#include "math/lazy_stamps.h"

namespace dermis::query {

/// A meshlet in a pose.
struct PosedMeshlet {
  const float* rows = nullptr;          ///< its vertices, four floats each
  const math::Boxes8* boxes = nullptr;  ///< of its triangles, eight at a time
  const math::Box* box = nullptr;       ///< around all
};

/// Room for values that somebody else constructs: memory that nobody writes to costs nothing.
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

/// What the meshlet engine has computed of a character in its pose.
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

  /// A query looks at a meshlet; whether it is the first one in this epoch to do so.
  [[nodiscard]] bool touch(std::uint32_t meshlet, std::uint32_t epoch) const {
    if (touched[meshlet].load(std::memory_order_relaxed) == epoch) return false;
    touched[meshlet].store(epoch, std::memory_order_relaxed);
    return true;
  }

  /// Whether one did in this epoch or the one before.
  [[nodiscard]] bool was_touched(std::uint32_t meshlet, std::uint32_t epoch) const {
    const std::uint32_t last = touched[meshlet].load(std::memory_order_relaxed);
    return last != 0 && last + 1 >= epoch;
  }

  /// Whether so many meshlets were looked at in the last pose that it pays to deform all of them at
  /// once, whose boxes are tight, in the next one. The limits are where either way took the same
  /// time for pairs of men and of creatures that stand in each other.
  void choose() {
    const double share = double(touched_count.exchange(0, std::memory_order_relaxed)) /
                         double(std::max<std::size_t>(touched.size(), 1));
    prefers_eager = share > (prefers_eager ? 0.5 : 0.6);
  }

  math::LazyStamps node_stamps;
  RawArray<math::Boxes8> node_boxes;  ///< of the children of each node
  math::LazyStamps meshlet_stamps;
  RawArray<math::Box> meshlet_boxes;
  RawArray<float> rows;
  RawArray<math::Boxes8> triangle_boxes;

  mutable std::vector<std::atomic<std::uint32_t>> touched;  ///< the last epoch, of each meshlet
  mutable std::atomic<std::uint32_t> touched_count = 0;
  bool prefers_eager = false;
  mutable std::atomic<std::uint32_t> eager_epoch = 0;  ///< somebody has begun to deform all in it
};

}  // namespace dermis::query
