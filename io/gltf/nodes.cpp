// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "builder.h"
#include "dermis/base/counted.h"
#include "extensions.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

std::string label(int node) {
  return "nodes[" + std::to_string(node) + "]";
}

void check_index(int index, std::size_t count, const char* noun, const std::string& field) {
  if (index < 0 || static_cast<std::size_t>(index) >= count) {
    throw Problem(field, " is ", index, ", but ", there_are(count, noun));
  }
}

/// The parent of each node in the file, −1 for roots. Refuses nodes that do not form a forest.
std::vector<int> find_parents(const tinygltf::Model& gltf) {
  std::vector<int> parents(gltf.nodes.size(), -1);
  for (std::size_t n = 0; n < gltf.nodes.size(); ++n) {
    for (const int child : gltf.nodes[n].children) {
      check_index(child, gltf.nodes.size(), "node", label(static_cast<int>(n)) + ".children");
      if (parents[child] >= 0) {
        throw Problem(label(child), " is a child of both ", label(parents[child]), " and ",
                      label(static_cast<int>(n)));
      }
      parents[child] = static_cast<int>(n);
    }
  }
  // Each node has at most one parent, so following parents leads to a root or into a cycle.
  std::vector<std::size_t> seen_from(gltf.nodes.size(), 0);
  for (std::size_t n = 0; n < gltf.nodes.size(); ++n) {
    for (int at = static_cast<int>(n); at >= 0 && seen_from[at] == 0; at = parents[at]) {
      seen_from[at] = n + 1;
      if (parents[at] >= 0 && seen_from[parents[at]] == n + 1) {
        throw Problem(label(at), " is its own ancestor: the nodes are cyclic");
      }
    }
  }
  return parents;
}

std::vector<int> scene_roots(Builder& builder, const std::vector<int>& parents) {
  const tinygltf::Model& gltf = builder.document.gltf;
  if (gltf.scenes.empty() || builder.all_scenes) {
    if (!builder.all_scenes) builder.warn("the file has no scene: all its nodes are taken");
    std::vector<int> roots;
    for (std::size_t n = 0; n < parents.size(); ++n) {
      if (parents[n] < 0) roots.push_back(static_cast<int>(n));
    }
    return roots;
  }
  const int scene = gltf.defaultScene < 0 ? 0 : gltf.defaultScene;
  check_index(scene, gltf.scenes.size(), "scene", "scene");
  std::vector<int> roots = gltf.scenes[scene].nodes;
  const std::string field = "scenes[" + std::to_string(scene) + "].nodes";
  std::vector<bool> seen(gltf.nodes.size(), false);
  for (const int root : roots) {
    check_index(root, gltf.nodes.size(), "node", field);
    if (parents[root] >= 0) throw Problem(field, " lists ", label(root), ", which is not a root");
    if (seen[root]) throw Problem(field, " lists ", label(root), " twice");
    seen[root] = true;
  }
  return roots;
}

/// The last row of an affine map is 0 0 0 1, up to the rounding of exporters.
void check_affine(const auto* m, const std::string& field) {
  const double off = std::abs(double{m[3]}) + std::abs(double{m[7]}) + std::abs(double{m[11]}) +
                     std::abs(double{m[15]} - 1);
  if (off < 1e-3) return;
  throw Problem(field, " is not affine: its last row is ", m[3], " ", m[7], " ", m[11], " ", m[15]);
}

Vec3 to_vec3(const double* v) {
  return {static_cast<float>(v[0]), static_cast<float>(v[1]), static_cast<float>(v[2])};
}

Node to_node(Builder& builder, int file_node, std::uint32_t parent) {
  const tinygltf::Node& source = builder.document.gltf.nodes[file_node];

  Node node;
  node.name = source.name.empty() ? "node" + std::to_string(file_node) : source.name;
  builder.budget.take(node.name.size());
  node.parent = parent;
  const auto& bones = builder.document.bones;
  if (static_cast<std::size_t>(file_node) < bones.size()) node.bone = bones[file_node];
  if (!source.translation.empty()) node.stored.translation = to_vec3(source.translation.data());
  if (!source.scale.empty()) node.stored.scale = to_vec3(source.scale.data());
  if (!source.rotation.empty()) {
    const Vec3 xyz = to_vec3(source.rotation.data());
    node.stored.rotation = {xyz.x, xyz.y, xyz.z, static_cast<float>(source.rotation[3])};
  }
  if (!source.matrix.empty()) {
    const double* const m = source.matrix.data();
    node.stored_matrix = Affine{to_vec3(m), to_vec3(m + 4), to_vec3(m + 8), to_vec3(m + 12)};
    check_affine(m, label(file_node) + ".matrix");
  }
  return node;
}

bool is_visible(const tinygltf::Node& node) {
  const auto extension = node.extensions.find(kVisibility);
  if (extension == node.extensions.end() || !extension->second.Has("visible")) return true;
  return extension->second.Get("visible").Get<bool>();
}

std::uint32_t add_node(Builder& builder, int file_node, std::uint32_t parent) {
  auto& nodes = builder.result.model.skeleton.nodes;
  const auto index = static_cast<std::uint32_t>(nodes.size());
  nodes.push_back(to_node(builder, file_node, parent));
  builder.node_index[file_node] = index;
  builder.file_node.push_back(file_node);
  builder.hidden.push_back((parent != kNone && builder.hidden[parent]) ||
                           !is_visible(builder.document.gltf.nodes[file_node]));
  return index;
}

/// Lists the places at which the mesh of a node is visible.
void list_mesh(Builder& builder, std::uint32_t node) {
  const tinygltf::Model& gltf = builder.document.gltf;
  const int file_node = builder.file_node[node];
  const int mesh = gltf.nodes[file_node].mesh;
  if (mesh < 0) return;
  check_index(mesh, gltf.meshes.size(), "mesh", label(file_node) + ".mesh");
  if (builder.hidden[node]) {
    builder.warn("node '" + builder.result.model.skeleton.nodes[node].name +
                 "' is hidden: its mesh is left out");
  } else if (!add_instances(builder, node)) {
    builder.mesh_nodes.push_back(node);
  }
}

/// Joints may be outside the scene. They and their ancestors still carry transforms.
void add_with_ancestors(Builder& builder, const std::vector<int>& parents, int file_node) {
  std::vector<int> missing;
  for (int n = file_node; n >= 0 && builder.node_index[n] == kNone; n = parents[n]) {
    missing.push_back(n);
  }
  for (auto n = missing.rbegin(); n != missing.rend(); ++n) {
    const int parent = parents[*n];
    add_node(builder, *n, parent < 0 ? kNone : builder.node_index[parent]);
  }
}

/// Returns the joint's index. Equal joints of several skins are stored once.
std::uint32_t add_joint(Builder& builder, const Joint& joint) {
  auto& joints = builder.result.model.skeleton.joints;
  const auto [at, added] =
      builder.joints.try_emplace(joint, static_cast<std::uint32_t>(joints.size()));
  if (added) joints.push_back(joint);
  return at->second;
}

/// Several skins may share one long accessor, so it is read once.
const Floats& inverse_bind_matrices(Builder& builder, int accessor, const std::string& who) {
  const auto [at, added] = builder.inverse_binds.try_emplace(accessor);
  if (added) at->second = builder.accessors.read_floats(accessor, 16, who);
  return at->second;
}

}  // namespace

void Builder::warn(const std::string& sentence) {
  constexpr std::size_t kMost = 100;
  auto& list = result.warnings;
  if (list.size() < kMost && std::ranges::find(list, sentence) == list.end()) {
    list.push_back(sentence);
  }
}

void add_nodes(Builder& builder) {
  const tinygltf::Model& gltf = builder.document.gltf;
  const std::vector<int> parents = find_parents(gltf);
  builder.node_index.assign(gltf.nodes.size(), kNone);

  std::vector<int> stack = scene_roots(builder, parents);
  std::ranges::reverse(stack);
  while (!stack.empty()) {
    const int node = stack.back();
    stack.pop_back();
    const int parent = parents[node];
    list_mesh(builder, add_node(builder, node, parent < 0 ? kNone : builder.node_index[parent]));
    const auto& children = gltf.nodes[node].children;
    stack.insert(stack.end(), children.rbegin(), children.rend());
  }

  builder.nodes_in_scene = builder.file_node.size();
  for (std::size_t n = 0; n < builder.nodes_in_scene; ++n) {
    const tinygltf::Node& node = gltf.nodes[builder.file_node[n]];
    if (node.mesh < 0 || node.skin < 0) continue;
    check_index(node.skin, gltf.skins.size(), "skin", label(builder.file_node[n]) + ".skin");
    if (builder.skins.contains(node.skin)) continue;
    builder.skins[node.skin];  // filled by joints_of_skin
    for (const int joint : gltf.skins[node.skin].joints) {
      check_index(joint, gltf.nodes.size(), "node",
                  "skins[" + std::to_string(node.skin) + "].joints");
      add_with_ancestors(builder, parents, joint);
    }
  }
}

const std::vector<std::uint32_t>& joints_of_skin(Builder& builder, int index) {
  std::vector<std::uint32_t>& result = builder.skins[index];
  if (!result.empty()) return result;

  const tinygltf::Skin& skin = builder.document.gltf.skins[index];
  const std::string field = "skins[" + std::to_string(index) + "]";
  if (skin.joints.empty()) throw Problem(field, ".joints is empty");
  const std::string matrices_field = field + ".inverseBindMatrices";
  const Floats* matrices = nullptr;  // if absent, all are the identity
  if (skin.inverseBindMatrices >= 0) {
    matrices = &inverse_bind_matrices(builder, skin.inverseBindMatrices, matrices_field);
    if (matrices->count < skin.joints.size()) {
      throw Problem(matrices_field, " has ", counted(matrices->count, "matrix"), " for ",
                    counted(skin.joints.size(), "joint"));
    }
  }
  for (std::size_t j = 0; j < skin.joints.size(); ++j) {
    Joint joint{builder.node_index[skin.joints[j]], {}};
    if (matrices != nullptr) {
      const float* const m = matrices->values.data() + 16 * j;
      joint.inverse_bind = {
          {m[0], m[1], m[2]}, {m[4], m[5], m[6]}, {m[8], m[9], m[10]}, {m[12], m[13], m[14]}};
      check_affine(m, matrices_field + "[" + std::to_string(j) + "]");
    }
    result.push_back(add_joint(builder, joint));
  }
  return result;
}

std::uint32_t rigid_joint(Builder& builder, std::uint32_t node) {
  return add_joint(builder, {node, {}, true});
}

}  // namespace dermis::gltf
