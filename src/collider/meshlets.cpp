// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/meshlets.h"

#include <algorithm>
#include <numeric>

#include "base/shared_progress.h"
#include "collider/box_split.h"

namespace dermis::collider {

namespace {

using math::Box;

/// Splits until patches are small enough. Then orders each patch so that groups of eight are
/// compact, too.
class Cutter {
 public:
  Cutter(std::span<const Triangle> triangles, std::span<const std::vector<Vec3>> poses,
         std::size_t most, const std::function<void(double)>& progress)
      : triangles_(triangles),
        most_(most),
        split_(boxes(triangles, poses)),
        progress_(progress, triangles.size()) {}

  Patches cut(std::span<std::uint32_t> some) {
    constexpr std::size_t kWorthAThread = 1024;
    if (some.size() <= most_ && vertices_of(triangles_, some).size() <= most_) {
      order(some);
      progress_.add(some.size());
      return {{some.begin(), some.end()}};
    }
    // The left part gets whole patches or, if there are too many vertices, whole groups.
    const std::size_t unit = some.size() > most_ ? most_ : some.size() > 8 ? 8 : 1;
    const std::size_t units = (some.size() + unit - 1) / unit;
    const std::size_t left = (units / 2) * unit;
    split_.split(some, left);
    Patches first, second;
    const auto cut_first = [&] { first = cut(some.first(left)); };
    const auto cut_second = [&] { second = cut(some.subspan(left)); };
    if (some.size() >= kWorthAThread) {
      base::parallel_invoke(cut_first, cut_second);
    } else {
      cut_first();
      cut_second();
    }
    first.insert(first.end(), std::make_move_iterator(second.begin()),
                 std::make_move_iterator(second.end()));
    return first;
  }

 private:
  static std::vector<std::vector<Box>> boxes(std::span<const Triangle> triangles,
                                             std::span<const std::vector<Vec3>> poses) {
    std::vector<std::vector<Box>> result;
    result.reserve(poses.size());
    for (const std::vector<Vec3>& vertices : poses) {
      std::vector<Box>& in_pose = result.emplace_back(triangles.size(), Box::empty());
      for (std::size_t t = 0; t < triangles.size(); ++t) {
        for (const std::uint32_t v : triangles[t]) in_pose[t].include(vertices[v]);
      }
    }
    return result;
  }

  void order(std::span<std::uint32_t> some) const {
    if (some.size() <= 8) return;
    const std::size_t left = (some.size() + 15) / 16 * 8;
    split_.split(some, left);
    order(some.first(left));
    order(some.subspan(left));
  }

  std::span<const Triangle> triangles_;
  std::size_t most_;
  BoxSplit split_;
  base::SharedProgress progress_;
};

}  // namespace

std::vector<std::uint32_t> vertices_of(std::span<const Triangle> triangles,
                                       std::span<const std::uint32_t> some) {
  std::vector<std::uint32_t> vertices;
  vertices.reserve(3 * some.size());
  for (const std::uint32_t t : some) {
    vertices.insert(vertices.end(), triangles[t].begin(), triangles[t].end());
  }
  std::ranges::sort(vertices);
  vertices.erase(std::ranges::unique(vertices).begin(), vertices.end());
  return vertices;
}

std::size_t Meshlets::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return bytes(meshlets) + vertices.byte_count() + bytes(triangles);
}

Patches cut_into_patches(std::span<const Triangle> triangles,
                         std::span<const std::vector<Vec3>> poses, std::size_t most,
                         const std::function<void(double)>& progress) {
  if (triangles.empty()) return {};
  std::vector<std::uint32_t> all(triangles.size());
  std::iota(all.begin(), all.end(), 0U);
  return Cutter(triangles, poses, most, progress).cut(all);
}

Patches patches_of(const Meshlets& meshlets) {
  Patches patches;
  patches.reserve(meshlets.meshlets.size());
  for (const Meshlet& meshlet : meshlets.meshlets) {
    const auto first = meshlets.triangles.begin() + std::ptrdiff_t{8} * meshlet.first_group;
    std::vector<std::uint32_t>& patch = patches.emplace_back();
    std::ranges::transform(first, first + meshlet.triangle_count, std::back_inserter(patch),
                           &triangle::PackedTriangle::triangle);
  }
  return patches;
}

Meshlets make_meshlets(const skinning::SkinData& skin, std::span<const Triangle> triangles,
                       const Patches& patches) {
  Meshlets result;
  result.meshlets.reserve(patches.size());
  for (const std::vector<std::uint32_t>& patch : patches) {
    std::vector<std::uint32_t> vertices = vertices_of(triangles, patch);
    // Vertices with the same joints are adjacent, so that they share blocks.
    const auto same_joints_together = [&](std::uint32_t a, std::uint32_t b) {
      const auto of_a = skin.influences(a);
      const auto of_b = skin.influences(b);
      const auto joints = std::ranges::lexicographical_compare;
      if (joints(of_a, of_b, {}, &Influence::joint, &Influence::joint)) return true;
      if (joints(of_b, of_a, {}, &Influence::joint, &Influence::joint)) return false;
      return a < b;
    };
    std::ranges::sort(vertices, same_joints_together);

    Meshlet& meshlet = result.meshlets.emplace_back();
    meshlet.first_block = static_cast<std::uint32_t>(result.vertices.size());
    meshlet.first_group = static_cast<std::uint32_t>(result.triangles.size() / 8);
    meshlet.block_count = static_cast<std::uint8_t>((vertices.size() + 7) / 8);
    meshlet.group_count = static_cast<std::uint8_t>((patch.size() + 7) / 8);
    meshlet.vertex_count = static_cast<std::uint8_t>(vertices.size());
    meshlet.triangle_count = static_cast<std::uint8_t>(patch.size());
    result.vertices.add(skin, vertices);
    for (std::size_t i = 0; i < std::size_t{8} * meshlet.group_count; ++i) {
      triangle::PackedTriangle& triangle = result.triangles.emplace_back();
      if (i >= patch.size()) continue;
      triangle.triangle = patch[i];
      for (unsigned c = 0; c < 3; ++c) {
        const auto at = std::ranges::find(vertices, triangles[patch[i]][c]) - vertices.begin();
        triangle.corner[c] = static_cast<std::uint8_t>(2 * at);
      }
    }
  }
  return result;
}

}  // namespace dermis::collider
