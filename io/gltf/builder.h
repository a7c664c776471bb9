// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

#include "accessor.h"
#include "budget.h"
#include "dermis/io/gltf.h"
#include "document.h"

/// The steps that turn a Document into a Model. They share this state and run in order: nodes,
/// meshes, clips.
namespace dermis::gltf {

/// Which morph targets a node's mesh has in the model.
struct TargetRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Any total order will do: by bits.
struct JointOrder {
  bool operator()(const Joint& a, const Joint& b) const {
    const auto key = [](const Joint& j) {
      using Matrix = std::array<std::uint32_t, sizeof(Affine) / sizeof(std::uint32_t)>;
      return std::tuple(j.node, j.rigid, std::bit_cast<Matrix>(j.inverse_bind));
    };
    return key(a) < key(b);
  }
};

struct Builder {
  explicit Builder(const Document& d) : document(d), budget(d.bytes), accessors(d, budget) {}

  const Document& document;
  Budget budget;
  AccessorReader accessors;
  Imported result;

  std::vector<std::uint32_t> node_index;            ///< file's node → model's, kNone when absent
  std::vector<int> file_node;                       ///< model's node → file's
  std::size_t nodes_in_scene = 0;                   ///< the model's first ones; the rest are joints
  std::map<int, std::vector<std::uint32_t>> skins;  ///< file's skin → model's joints
  std::map<std::uint32_t, TargetRange> targets;     ///< by model's node
  std::map<Joint, std::uint32_t, JointOrder> joints;  ///< the model's joints and their indices
  std::map<int, Floats> inverse_binds;                ///< by accessor

  /// Each sentence once: a mesh that many nodes use is no more wrong for it.
  void warn(const std::string& sentence);
};

/// The nodes of the default scene in depth-first file order, then joints outside it.
void add_nodes(Builder& builder);

/// Parts, vertices, influences and morph targets of all meshes, in the order of the nodes.
void add_meshes(Builder& builder);

void add_clips(Builder& builder);

/// The model's joints for a skin of the file, made when first asked for.
const std::vector<std::uint32_t>& joints_of_skin(Builder& builder, int skin);

/// The joint of what hangs rigidly on a node of the model.
std::uint32_t rigid_joint(Builder& builder, std::uint32_t node);

}  // namespace dermis::gltf
