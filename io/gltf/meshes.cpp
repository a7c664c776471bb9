// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "builder.h"
#include "draco.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

/// One primitive of one node's mesh, on its way into the model.
struct Source {
  const tinygltf::Primitive& primitive;
  std::string field;  ///< "meshes[0].primitives[1]"
  int skin = -1;      ///< −1: rigid
};

/// The attributes of a primitive, from accessors or from Draco.
class Attributes {
 public:
  Attributes(Builder& builder, const Source& source) : builder_(builder), source_(source) {
    const auto draco = source.primitive.extensions.find(std::string(kDracoExtension));
    if (draco == source.primitive.extensions.end() || !kHaveDraco) return;
    compressed_ = true;
    decode(draco->second);
  }

  [[nodiscard]] bool has(const std::string& name) const {
    return decoded_.attributes.contains(name) || source_.primitive.attributes.contains(name);
  }

  Floats floats(const std::string& name, std::size_t width) {
    if (const auto found = decoded_.attributes.find(name); found != decoded_.attributes.end()) {
      if (found->second.width != width) {
        throw Problem(source_.field, ": Draco's ", name, " has ", found->second.width,
                      " numbers per element, expected ", width);
      }
      return found->second;
    }
    return builder_.accessors.read_floats(source_.primitive.attributes.at(name), width,
                                          source_.field + "." + name);
  }

  Integers joints(const std::string& name) {
    if (!decoded_.attributes.contains(name)) {
      return builder_.accessors.read_integers(source_.primitive.attributes.at(name), 4,
                                              source_.field + "." + name);
    }
    const Floats values = floats(name, 4);
    Integers result{values.count, values.width, {}};
    for (const float f : values.values) {
      // Joint indices are 16-bit integers, so they survive as floats; anything else does not count.
      result.values.push_back(f >= 0 && f <= 65535 ? static_cast<std::uint32_t>(f) : kNone);
    }
    return result;
  }

  /// The order in which vertices are used; without indices the order they stand in.
  std::vector<std::uint32_t> indices(std::size_t vertices) {
    if (compressed_) return std::move(decoded_.indices);
    const auto indices = source_.primitive.attributes.find(kIndicesAttribute);
    if (indices != source_.primitive.attributes.end()) {
      return builder_.accessors.read_integers(indices->second, 1, source_.field + ".indices")
          .values;
    }
    std::vector<std::uint32_t> all(vertices);
    for (std::size_t i = 0; i < vertices; ++i) all[i] = static_cast<std::uint32_t>(i);
    return all;
  }

  /// Whether another primitive with the same accessors may share its vertices.
  [[nodiscard]] bool shareable() const { return !compressed_; }

 private:
  void decode(const tinygltf::Value& extension) {
    const std::string who = source_.field + "." + std::string(kDracoExtension);
    if (!extension.IsObject() || !extension.Has("bufferView") || !extension.Has("attributes") ||
        !extension.Get("attributes").IsObject()) {
      throw Problem(who, " lacks bufferView or attributes");
    }
    std::map<std::string, int> ids;
    for (const auto& [name, id] : extension.Get("attributes").Get<tinygltf::Value::Object>()) {
      ids[name] = id.GetNumberAsInt();
    }
    const auto position = source_.primitive.attributes.find("POSITION");
    if (position == source_.primitive.attributes.end()) throw Problem(who, " has no POSITION");
    const std::size_t vertices =
        builder_.accessors.count(position->second, source_.field + ".POSITION");
    const auto bytes = builder_.accessors.view(extension.Get("bufferView").GetNumberAsInt(), who);
    decoded_ = decode_draco(bytes, ids, vertices, who);
  }

  Builder& builder_;
  const Source& source_;
  bool compressed_ = false;
  DracoMesh decoded_;
};

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

void check_count(std::size_t count, std::size_t vertices, const std::string& what) {
  if (count != vertices) {
    throw Problem(what, " has ", count, " elements, but POSITION has ", vertices);
  }
}

/// Divides by the sum; a vertex without weight follows the joint in its first slot.
class WeightNormalizer {
 public:
  WeightNormalizer(Builder& builder, const Source& source)
      : report_(builder.result.weights),
        joints_(joints_of_skin(builder, source.skin)),
        field_(source.field) {}

  void add(std::size_t vertex, const std::vector<Influence>& slots, Influences& out) {
    ++report_.skinned_vertices;
    kept_.clear();
    double sum = 0;
    for (const Influence& slot : slots) {
      if (slot.weight == 0) continue;
      if (!(slot.weight > 0) || std::isinf(slot.weight)) {
        throw Problem(field_, ": vertex ", vertex, " has weight ", slot.weight, " on joint ",
                      slot.joint);
      }
      kept_.push_back({model_joint(vertex, slot.joint), slot.weight});
      sum += slot.weight;
    }
    if (kept_.empty()) {
      ++report_.without_weight;
      kept_.push_back({model_joint(vertex, slots.front().joint), 1});
    } else {
      const double deviation = std::abs(sum - 1);
      report_.largest_deviation = std::max(report_.largest_deviation, deviation);
      if (deviation > 1e-3) ++report_.off;
      for (Influence& i : kept_) i.weight = static_cast<float>(i.weight / sum);
    }
    out.add_vertex(kept_);
  }

 private:
  [[nodiscard]] std::uint32_t model_joint(std::size_t vertex, std::uint32_t joint) const {
    if (joint >= joints_.size()) {
      throw Problem(field_, ": vertex ", vertex, " follows joint ", joint, ", but the skin has ",
                    joints_.size(), " joints");
    }
    return joints_[joint];
  }

  WeightReport& report_;
  const std::vector<std::uint32_t>& joints_;
  const std::string& field_;
  std::vector<Influence> kept_;
};

void add_skinned_influences(Builder& builder, const Source& source, Attributes& attributes,
                            std::size_t vertices) {
  std::vector<Integers> joints;
  std::vector<Floats> weights;
  for (int set = 0;; ++set) {
    const std::string j = "JOINTS_" + std::to_string(set);
    const std::string w = "WEIGHTS_" + std::to_string(set);
    if (!attributes.has(j) && !attributes.has(w)) break;
    if (!attributes.has(j) || !attributes.has(w)) {
      throw Problem(source.field, " has ", attributes.has(j) ? j : w, " without ",
                    attributes.has(j) ? w : j);
    }
    joints.push_back(attributes.joints(j));
    weights.push_back(attributes.floats(w, 4));
    check_count(joints.back().count, vertices, source.field + "." + j);
    check_count(weights.back().count, vertices, source.field + "." + w);
  }
  WeightNormalizer normalizer(builder, source);
  std::vector<Influence> slots;
  for (std::size_t v = 0; v < vertices; ++v) {
    slots.clear();
    for (std::size_t set = 0; set < joints.size(); ++set) {
      for (std::size_t k = 0; k < 4; ++k) {
        slots.push_back({joints[set].values[4 * v + k], weights[set].values[4 * v + k]});
      }
    }
    normalizer.add(v, slots, builder.result.model.influences);
  }
}

/// The accessors that decide a primitive's vertices: equal keys share them.
using VertexKey = std::vector<std::pair<std::string, int>>;

VertexKey vertex_key(const tinygltf::Primitive& primitive) {
  VertexKey key;
  for (const auto& [name, accessor] : primitive.attributes) {
    const bool counts =
        name == "POSITION" || name.starts_with("JOINTS_") || name.starts_with("WEIGHTS_");
    if (counts) key.emplace_back(name, accessor);
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
    if (file_node_.skin >= 0 && joints) {
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
    builder_.budget.take(positions.count * (sizeof(Vec3) + 5 * sizeof(Influence)));
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
    // Primitives that came before without as many targets do not move in the others.
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
        throw Problem(source.field, ".indices[", i, "] is ", order[i], ", but there are ",
                      part.vertex_count, " vertices");
      }
    }
    if (source.primitive.mode == TINYGLTF_MODE_TRIANGLES && order.size() % 3 != 0) {
      builder_.warn(source.field + " has " + std::to_string(order.size()) +
                    " indices, not a multiple of 3: the last ones are left out");
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
      if (t < weights.size()) target.rest_weight = static_cast<float>(weights[t]);
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
  const tinygltf::Model& gltf = builder.document.gltf;
  for (std::uint32_t n = 0; n < builder.nodes_in_scene; ++n) {
    const tinygltf::Node& node = gltf.nodes[builder.file_node[n]];
    if (node.mesh < 0) continue;
    if (static_cast<std::size_t>(node.mesh) >= gltf.meshes.size()) {
      throw Problem("nodes[", builder.file_node[n], "].mesh is ", node.mesh, ", but there are ",
                    gltf.meshes.size(), " meshes");
    }
    NodeMesh(builder, n).add();
  }
}

}  // namespace dermis::gltf
