// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "attributes.h"
#include "builder.h"
#include "dermis/base/counted.h"
#include "influences.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

std::vector<Triangle> to_triangles(const std::vector<std::uint32_t>& order, int mode) {
  std::vector<Triangle> triangles;
  const std::size_t n = order.size();
  if (mode == TINYGLTF_MODE_TRIANGLES) {
    for (std::size_t i = 0; i + 2 < n; i += 3) {
      triangles.push_back({order[i], order[i + 1], order[i + 2]});
    }
  } else if (mode == TINYGLTF_MODE_TRIANGLE_STRIP) {
    for (std::size_t i = 0; i + 2 < n; ++i) {
      triangles.push_back({order[i], order[i + 1 + i % 2], order[i + 2 - i % 2]});
    }
  } else {
    for (std::size_t i = 0; i + 2 < n; ++i) {
      triangles.push_back({order[i + 1], order[i + 2], order[0]});
    }
  }
  return triangles;
}

/// The accessors that determine a primitive's vertices. Primitives with equal keys share vertices.
using VertexKey = std::vector<std::pair<std::string, int>>;

VertexKey vertex_key(const tinygltf::Primitive& primitive) {
  VertexKey key;
  for (const auto& [name, accessor] : primitive.attributes) {
    if (moves_vertices(name)) key.emplace_back(name, accessor);
  }
  for (const auto& target : primitive.targets) {
    const auto position = target.find("POSITION");
    key.emplace_back("target", position == target.end() ? -1 : position->second);
  }
  return key;
}

/// All primitives of one node's mesh.
class NodeMesh {
 public:
  NodeMesh(Builder& builder, std::uint32_t node)
      : builder_(builder),
        model_(builder.result.model),
        node_(node),
        file_node_(builder.document.gltf.nodes[builder.file_node[node]]),
        mesh_(builder.document.gltf.meshes[file_node_.mesh]),
        first_vertex_(static_cast<std::uint32_t>(model_.positions.size())) {}

  void add() {
    for (std::size_t p = 0; p < mesh_.primitives.size(); ++p) add_primitive(p);
    finish_targets();
  }

 private:
  [[nodiscard]] std::string mesh_field() const {
    return "meshes[" + std::to_string(file_node_.mesh) + "]";
  }

  void add_primitive(std::size_t p) {
    const tinygltf::Primitive& primitive = mesh_.primitives[p];
    Source source{primitive, mesh_field() + ".primitives[" + std::to_string(p) + "]"};
    if (primitive.mode < 0 || primitive.mode > TINYGLTF_MODE_TRIANGLE_FAN) {
      throw Problem(source.field, ".mode is ", primitive.mode);
    }
    if (primitive.mode < TINYGLTF_MODE_TRIANGLES) {
      return builder_.warn(source.field + " has points or lines, no triangles: left out");
    }
    Attributes attributes(builder_, source);
    if (!attributes.has("POSITION")) {
      return builder_.warn(source.field + " has no POSITION: left out");
    }
    choose_skin(source, attributes);

    Part part;
    const VertexKey key = vertex_key(primitive);
    const auto shared = ranges_.find(key);
    if (shared != ranges_.end() && attributes.shareable()) {
      part.first_vertex = shared->second.first;
      part.vertex_count = shared->second.second;
    } else {
      part.first_vertex = static_cast<std::uint32_t>(model_.positions.size());
      part.vertex_count = add_vertices(source, attributes);
      ranges_[key] = {part.first_vertex, part.vertex_count};
    }
    add_triangles(source, attributes, part);

    part.node = node_;
    part.node_name = model_.skeleton.nodes[node_].name;
    part.mesh_name = mesh_.name.empty() ? "mesh" + std::to_string(file_node_.mesh) : mesh_.name;
    builder_.budget.take(part.node_name.size() + part.mesh_name.size() + sizeof part);
    part.primitive = static_cast<std::uint32_t>(p);
    model_.parts.push_back(std::move(part));
  }

  void choose_skin(Source& source, const Attributes& attributes) {
    const bool joints = attributes.has("JOINTS_0");
    const bool is_instance = builder_.node_index[builder_.file_node[node_]] != node_;
    if (is_instance) {
      if (joints) builder_.warn(source.field + " has JOINTS_0 and instances: taken as rigid");
    } else if (file_node_.skin >= 0 && joints) {
      source.skin = file_node_.skin;
    } else if (file_node_.skin >= 0) {
      builder_.warn(source.field + " has no JOINTS_0 although its node '" +
                    model_.skeleton.nodes[node_].name + "' has a skin: taken as rigid");
    } else if (joints) {
      builder_.warn(source.field + " has JOINTS_0, but its node '" +
                    model_.skeleton.nodes[node_].name + "' has no skin: taken as rigid");
    }
  }

  std::uint32_t add_vertices(const Source& source, Attributes& attributes) {
    const Floats positions = attributes.floats("POSITION", 3);
    builder_.budget.take(positions.count * (sizeof(Vec3) + 2 * sizeof(Influence)));
    if (model_.positions.size() + positions.count >= kNone) throw Problem("too many vertices");
    for (std::size_t v = 0; v < positions.count; ++v) {
      const float* const p = positions.values.data() + 3 * v;
      model_.positions.push_back({p[0], p[1], p[2]});
    }
    if (source.skin >= 0) {
      add_skinned_influences(builder_, source, attributes, positions.count);
    } else if (positions.count > 0) {
      const Influence whole{rigid_joint(builder_, node_), 1};
      for (std::size_t v = 0; v < positions.count; ++v) model_.influences.add_vertex({&whole, 1});
    }
    add_deltas(source, positions.count);
    return static_cast<std::uint32_t>(positions.count);
  }

  void add_deltas(const Source& source, std::size_t vertices) {
    const auto& targets = source.primitive.targets;
    // Earlier primitives with fewer targets do not move in the additional ones.
    const std::size_t before = model_.positions.size() - vertices - first_vertex_;
    while (deltas_.size() < targets.size()) {
      builder_.budget.take(before * sizeof(Vec3));
      deltas_.emplace_back(before);
    }
    builder_.budget.take(deltas_.size() * vertices * sizeof(Vec3));
    for (std::size_t t = 0; t < deltas_.size(); ++t) {
      const std::size_t first = deltas_[t].size();
      deltas_[t].resize(first + vertices);
      if (t >= targets.size() || !targets[t].contains("POSITION")) continue;
      const std::string field = source.field + ".targets[" + std::to_string(t) + "].POSITION";
      const Floats values = builder_.accessors.read_floats(targets[t].at("POSITION"), 3, field);
      check_count(values.count, vertices, field);
      for (std::size_t v = 0; v < vertices; ++v) {
        const float* const d = values.values.data() + 3 * v;
        deltas_[t][first + v] = {d[0], d[1], d[2]};
      }
    }
  }

  void add_triangles(const Source& source, Attributes& attributes, Part& part) {
    const std::vector<std::uint32_t> order = attributes.indices(part.vertex_count);
    for (std::size_t i = 0; i < order.size(); ++i) {
      if (order[i] >= part.vertex_count) {
        throw Problem(source.field, ".indices[", i, "] is ", order[i], ", but ",
                      there_are(part.vertex_count, "vertex"));
      }
    }
    if (source.primitive.mode == TINYGLTF_MODE_TRIANGLES && order.size() % 3 != 0) {
      builder_.warn(source.field + " has " + counted(order.size(), "index") +
                    ", not a multiple of 3: the last ones are left out");
    }
    std::vector<Triangle> triangles = to_triangles(order, source.primitive.mode);
    builder_.budget.take(triangles.size() * sizeof(Triangle));
    if (model_.triangles.size() + triangles.size() >= kNone) throw Problem("too many triangles");
    for (Triangle& t : triangles) {
      for (std::uint32_t& v : t) v += part.first_vertex;
    }
    part.first_triangle = static_cast<std::uint32_t>(model_.triangles.size());
    part.triangle_count = static_cast<std::uint32_t>(triangles.size());
    model_.triangles.insert(model_.triangles.end(), triangles.begin(), triangles.end());
  }

  void finish_targets() {
    if (deltas_.empty()) return;
    const auto& weights = file_node_.weights.empty() ? mesh_.weights : file_node_.weights;
    const auto& names = builder_.document.target_names[file_node_.mesh];
    const TargetRange range{static_cast<std::uint32_t>(model_.morph_targets.size()),
                            static_cast<std::uint32_t>(deltas_.size())};
    builder_.targets[node_] = range;
    for (std::size_t t = 0; t < deltas_.size(); ++t) {
      MorphTarget target;
      target.name = t < names.size() && !names[t].empty() ? names[t] : "target" + std::to_string(t);
      builder_.budget.take(target.name.size() + sizeof target);
      target.node = node_;
      target.first_vertex = first_vertex_;
      target.deltas = std::move(deltas_[t]);
      if (t < weights.size()) target.stored_weight = static_cast<float>(weights[t]);
      model_.morph_targets.push_back(std::move(target));
    }
  }

  Builder& builder_;
  Model& model_;
  std::uint32_t node_;
  const tinygltf::Node& file_node_;
  const tinygltf::Mesh& mesh_;
  std::uint32_t first_vertex_;
  std::map<VertexKey, std::pair<std::uint32_t, std::uint32_t>> ranges_;
  std::vector<std::vector<Vec3>> deltas_;  ///< by target, for all vertices of the node so far
};

}  // namespace

void add_meshes(Builder& builder) {
  for (const std::uint32_t node : builder.mesh_nodes) NodeMesh(builder, node).add();
}

}  // namespace dermis::gltf
