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
#include "dermis/gltf/gltf.h"
#include "document.h"

/// The steps that turn a Document into a Model. They share this state and run in the order nodes,
/// meshes, clips.
namespace dermis::gltf {

/// The range of morph targets that a node's mesh has in the model.
struct TargetRange {
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// A total order by bits; any other would do.
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
  ImportedModel result;

  bool all_scenes = false;                ///< add_nodes() adds the nodes of all scenes, and of none
  std::vector<std::uint32_t> node_index;  ///< node of the file → node of the model, kNone if absent
  std::vector<int> file_node;             ///< node of the model → node of the file
  std::size_t nodes_in_scene = 0;         ///< the model's first nodes; other joints follow
  std::vector<bool> hidden;               ///< by node of the model; see kVisibility
  std::vector<std::uint32_t> mesh_nodes;  ///< nodes of the model that hold visible meshes, in order
  std::map<int, std::vector<std::uint32_t>> skins;    ///< skin of the file → joints of the model
  std::map<std::uint32_t, TargetRange> targets;       ///< by node of the model
  std::map<Joint, std::uint32_t, JointOrder> joints;  ///< the joints of the model and their indices
  std::map<int, Floats> inverse_binds;                ///< by accessor

  /// Adds a warning unless the list has it already: many nodes may use the same mesh. Keeps at most
  /// 100.
  void warn(const std::string& sentence);
};

/// Adds the nodes of the default scene in depth-first file order, then joints outside it.
void add_nodes(Builder& builder);

/// Adds a child of `node` for each instance of its mesh (kInstancing), and lists the children in
/// mesh_nodes. Returns false if the mesh has no instances.
bool add_instances(Builder& builder, std::uint32_t node);

/// Adds parts, vertices, influences and morph targets of all meshes, in the order of mesh_nodes.
void add_meshes(Builder& builder);

void add_clips(Builder& builder);

/// The model's joints for a skin of the file. Created by the first call.
const std::vector<std::uint32_t>& joints_of_skin(Builder& builder, int skin);

/// The model's joint for rigid parts of a node of the model.
std::uint32_t rigid_joint(Builder& builder, std::uint32_t node);

}  // namespace dermis::gltf
