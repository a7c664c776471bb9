// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <memory>
#include <new>

#include "bounds/collider_data.h"
#include "math/box.h"
#include "query/lazy_stamps.h"

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
      : values_(static_cast<Value*>(::operator new(size * sizeof(Value), kAlignment))) {
    static_assert(std::is_trivially_copyable_v<Value>);
  }
  [[nodiscard]] Value* data() const { return values_.get(); }

 private:
  static constexpr std::align_val_t kAlignment{64};
  struct Delete {
    void operator()(Value* values) const { ::operator delete(values, kAlignment); }
  };
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
        triangle_boxes(data.meshlets.triangles.size() / 8) {}

  void clear() {
    node_stamps.clear();
    meshlet_stamps.clear();
  }

  LazyStamps node_stamps;
  RawArray<math::Boxes8> node_boxes;  ///< of the children of each node
  LazyStamps meshlet_stamps;
  RawArray<math::Box> meshlet_boxes;
  RawArray<float> rows;
  RawArray<math::Boxes8> triangle_boxes;
};

}  // namespace dermis::query
