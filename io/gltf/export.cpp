// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <map>

#include "base/float_mode.h"
#include "dermis/base/counted.h"
#include "dermis/base/file.h"
#include "dermis/base/version.h"
#include "dermis/gltf/gltf.h"
#include "dermis/model/validate.h"
#include "glb_writer.h"
#include "math/doubles.h"
#include "smooth_normals.h"

namespace dermis {

namespace {

using gltf::OrderedJson;

/// The 4×4 matrix in column-major order.
std::array<float, 16> column_major(const Affine& a) {
  return {a.x.x, a.x.y, a.x.z, 0, a.y.x, a.y.y, a.y.z, 0,
          a.z.x, a.z.y, a.z.z, 0, a.t.x, a.t.y, a.t.z, 1};
}

class Exporter {
 public:
  Exporter(const Model& model, const GlbOptions& options)
      : model_(model), options_(options), normals_(model) {}

  std::vector<std::byte> run() {
    writer_.json["asset"] = {{"version", "2.0"}, {"generator", std::string("dermis ") + kVersion}};
    writer_.json["scene"] = 0;
    skinned_.reserve(model_.parts.size());
    for (const Part& part : model_.parts) skinned_.push_back(is_skinned(part));
    add_nodes();
    add_skin();
    add_materials();
    add_meshes();
    for (const Clip& clip : model_.clips) add_clip(clip);
    return writer_.finish();
  }

 private:
  void add_nodes() {
    OrderedJson& nodes = writer_.json["nodes"] = OrderedJson::array();
    OrderedJson roots = OrderedJson::array();
    for (std::size_t n = 0; n < model_.skeleton.nodes.size(); ++n) {
      const Node& node = model_.skeleton.nodes[n];
      OrderedJson out{{"name", node.name}};
      if (node.stored_matrix) {
        out["matrix"] = column_major(*node.stored_matrix);
      } else {
        const Vec3& t = node.stored.translation;
        const Vec3& s = node.stored.scale;
        const Quaternion q =
            math::to_float(math::normalized(math::to_double(node.stored.rotation)));
        if (t != Vec3{}) out["translation"] = {t.x, t.y, t.z};
        if (q != Quaternion{}) out["rotation"] = {q.x, q.y, q.z, q.w};
        if (s != Vec3{1, 1, 1}) out["scale"] = {s.x, s.y, s.z};
      }
      nodes.push_back(out);
      if (node.parent == kNone) {
        roots.push_back(n);
      } else {
        nodes[node.parent]["children"].push_back(n);
      }
    }
    // glTF requires that the joints of a skin have a common root.
    if (roots.size() > 1) {
      nodes.push_back({{"name", model_.name}, {"children", roots}});
      roots = {nodes.size() - 1};
    }
    writer_.json["scenes"] = OrderedJson::array({{{"name", model_.name}, {"nodes", roots}}});
  }

  /// A part is rigid if all of its vertices follow the part's own node; otherwise it is skinned.
  [[nodiscard]] bool is_skinned(const Part& part) const {
    for (std::uint32_t v = part.first_vertex; v < part.first_vertex + part.vertex_count; ++v) {
      const auto influences = model_.influences.of(v);
      const Joint& joint = model_.skeleton.joints[influences.front().joint];
      if (influences.size() != 1 || joint != Joint{part.node, {}, true}) return true;
    }
    return false;
  }

  /// Adds one skin with all joints that move skinned parts. glTF lists a node at most once per
  /// skin. So further joints of a node get a child node with the identity transform.
  void add_skin() {
    std::vector<bool> wanted;
    wanted.reserve(model_.skeleton.joints.size());
    for (const Joint& joint : model_.skeleton.joints) wanted.push_back(!joint.rigid);
    for (std::size_t p = 0; p < model_.parts.size(); ++p) {
      if (!skinned_[p]) continue;
      const Part& part = model_.parts[p];
      for (std::uint32_t v = part.first_vertex; v < part.first_vertex + part.vertex_count; ++v) {
        for (const Influence& i : model_.influences.of(v)) wanted[i.joint] = true;
      }
    }
    slot_.assign(model_.skeleton.joints.size(), kNone);
    std::vector<bool> taken(model_.skeleton.nodes.size(), false);
    OrderedJson joints = OrderedJson::array();
    std::vector<float> matrices;
    for (std::size_t j = 0; j < model_.skeleton.joints.size(); ++j) {
      if (!wanted[j]) continue;
      const Joint& joint = model_.skeleton.joints[j];
      std::size_t node = joint.node;
      if (taken[node]) {
        OrderedJson& nodes = writer_.json["nodes"];
        node = nodes.size();
        nodes.push_back({{"name", model_.skeleton.nodes[joint.node].name + " again"}});
        nodes[joint.node]["children"].push_back(node);
      } else {
        taken[node] = true;
      }
      slot_[j] = static_cast<std::uint32_t>(joints.size());
      joints.push_back(node);
      const auto matrix = column_major(joint.inverse_bind);
      matrices.insert(matrices.end(), matrix.begin(), matrix.end());
    }
    if (joints.empty()) return;
    const int accessor = writer_.add(matrices, 16, "MAT4", gltf::kFloat);
    writer_.json["skins"] = OrderedJson::array(
        {{{"name", model_.name}, {"inverseBindMatrices", accessor}, {"joints", joints}}});
  }

  /// Adjacent parts of one node that are all rigid or all skinned become the primitives of one
  /// mesh. glTF ignores the transform of a node with a skin. So when the kind changes within a
  /// node, the next mesh goes to a child node with the identity transform, before the node's other
  /// children.
  void add_meshes() {
    for (std::size_t p = 0; p < model_.parts.size();) {
      const std::size_t first = p;
      const std::uint32_t node = model_.parts[first].node;
      OrderedJson mesh{{"name", model_.parts[first].mesh_name},
                       {"primitives", OrderedJson::array()}};
      for (; p < model_.parts.size() && model_.parts[p].node == node &&
             skinned_[p] == skinned_[first];
           ++p) {
        // glTF does not allow empty primitives.
        if (model_.parts[p].triangle_count == 0) continue;
        mesh["primitives"].push_back(primitive(model_.parts[p], skinned_[p]));
      }
      if (mesh["primitives"].empty()) continue;
      add_target_weights(node, mesh);
      writer_.json["meshes"].push_back(mesh);
      OrderedJson& holder = writer_.json["nodes"][add_holder(node)];
      holder["mesh"] = writer_.json["meshes"].size() - 1;
      if (skinned_[first]) holder["skin"] = 0;
    }
  }

  /// The node of the file that holds the next mesh of a model's node: the node itself, then new
  /// children.
  std::size_t add_holder(std::uint32_t node) {
    OrderedJson& nodes = writer_.json["nodes"];
    auto& holders = holders_[node];
    std::size_t holder = node;
    if (!holders.empty()) {
      holder = nodes.size();
      nodes.push_back({{"name", model_.skeleton.nodes[node].name}});
      OrderedJson& children = nodes[node]["children"];
      if (children.is_null()) children = OrderedJson::array();
      const auto before = static_cast<std::ptrdiff_t>(holders.size()) - 1;
      children.insert(children.begin() + before, holder);
    }
    holders.push_back(holder);
    return holder;
  }

  /// A neutral clay that shows shapes well, and one material per color in the options.
  void add_materials() {
    const auto add = [&](const std::string& name, const OrderedJson& color) {
      writer_.json["materials"].push_back(
          {{"name", name},
           {"pbrMetallicRoughness",
            {{"baseColorFactor", color}, {"metallicFactor", 0.0}, {"roughnessFactor", 0.75}}},
           {"doubleSided", true}});
    };
    add("clay", {0.72, 0.55, 0.45, 1.0});
    for (std::size_t p = 0; p < std::min(options_.part_colors.size(), model_.parts.size()); ++p) {
      const auto& [r, g, b] = options_.part_colors[p];
      add(model_.parts[p].node_name, {r, g, b, 1.0});
    }
  }

  OrderedJson primitive(const Part& part, bool skinned) {
    std::vector<std::uint32_t> indices;
    for (std::uint32_t t = 0; t < part.triangle_count; ++t) {
      for (const std::uint32_t v : model_.triangles[part.first_triangle + t]) {
        indices.push_back(v - part.first_vertex);
      }
    }
    OrderedJson out = vertices(part, skinned);
    const auto index = static_cast<std::size_t>(&part - model_.parts.data());
    out["material"] = index < options_.part_colors.size() ? index + 1 : 0;
    out["indices"] =
        writer_.add(indices, 1, "SCALAR", gltf::kUnsignedInt, gltf::kElementArrayBuffer);
    return out;
  }

  /// Attributes and morph targets. Parts that share their vertices share these accessors too.
  const OrderedJson& vertices(const Part& part, bool skinned) {
    const auto [at, added] = vertices_.try_emplace({part.node, part.first_vertex});
    if (!added) return at->second;
    const auto slice = [&](const std::vector<Vec3>& all) {
      return std::vector<Vec3>(all.begin() + part.first_vertex,
                               all.begin() + part.first_vertex + part.vertex_count);
    };
    OrderedJson attributes;
    attributes["POSITION"] = writer_.add_vectors(slice(model_.positions), gltf::kArrayBuffer, true);
    attributes["NORMAL"] =
        writer_.add_vectors(slice(normals_.at_rest()), gltf::kArrayBuffer, false);
    if (skinned) add_weights(part, attributes);
    at->second["attributes"] = attributes;
    for (const MorphTarget& target : model_.morph_targets) {
      if (target.node != part.node) continue;
      std::vector<Vec3> deltas(part.vertex_count);
      for (std::uint32_t v = 0; v < part.vertex_count; ++v) {
        const std::size_t of_target = std::size_t{part.first_vertex} + v - target.first_vertex;
        if (of_target < target.deltas.size()) deltas[v] = target.deltas[of_target];
      }
      const std::vector<Vec3> turned = normals_.changes(part, deltas);
      at->second["targets"].push_back(
          {{"POSITION", writer_.add_vectors(deltas, gltf::kArrayBuffer, true)},
           {"NORMAL", writer_.add_vectors(turned, gltf::kArrayBuffer, false)}});
    }
    return at->second;
  }

  void add_weights(const Part& part, OrderedJson& attributes) {
    std::size_t most = 0;
    for (std::uint32_t v = 0; v < part.vertex_count; ++v) {
      most = std::max(most, model_.influences.of(part.first_vertex + v).size());
    }
    for (std::size_t set = 0; 4 * set < most; ++set) {
      std::vector<std::uint16_t> joints(std::size_t{4} * part.vertex_count);
      std::vector<float> weights(std::size_t{4} * part.vertex_count);
      for (std::uint32_t v = 0; v < part.vertex_count; ++v) {
        const auto influences = model_.influences.of(part.first_vertex + v);
        for (std::size_t k = 4 * set; k < std::min(4 * set + 4, influences.size()); ++k) {
          joints[std::size_t{4} * v + k % 4] =
              static_cast<std::uint16_t>(slot_[influences[k].joint]);
          weights[std::size_t{4} * v + k % 4] = influences[k].weight;
        }
      }
      const std::string suffix = std::to_string(set);
      attributes["JOINTS_" + suffix] =
          writer_.add(joints, 4, "VEC4", gltf::kUnsignedShort, gltf::kArrayBuffer);
      attributes["WEIGHTS_" + suffix] =
          writer_.add(weights, 4, "VEC4", gltf::kFloat, gltf::kArrayBuffer);
    }
  }

  void add_target_weights(std::uint32_t node, OrderedJson& mesh) const {
    OrderedJson weights = OrderedJson::array();
    OrderedJson names = OrderedJson::array();
    for (const MorphTarget& target : model_.morph_targets) {
      if (target.node != node) continue;
      weights.push_back(target.stored_weight);
      names.push_back(target.name);
    }
    if (weights.empty()) return;
    mesh["weights"] = weights;
    mesh["extras"] = {{"targetNames", names}};
  }

  void add_clip(const Clip& clip) {
    OrderedJson out{{"name", clip.name},
                    {"channels", OrderedJson::array()},
                    {"samplers", OrderedJson::array()}};
    std::map<std::vector<float>, int> times;  // channels usually share their key times
    for (const Channel& channel : channels_for_gltf(clip)) {
      const bool weights = channel.path == ChannelPath::morph_weights;
      const auto [input, added] = times.try_emplace(channel.times, 0);
      if (added) input->second = writer_.add_times(channel.times);
      const int output = weights ? writer_.add(channel.values, 1, "SCALAR", gltf::kFloat)
                                 : writer_.add(channel.values, static_cast<int>(channel.width),
                                               channel.width == 4 ? "VEC4" : "VEC3", gltf::kFloat);
      const std::size_t sampler = out["samplers"].size();
      out["samplers"].push_back({{"input", input->second},
                                 {"output", output},
                                 {"interpolation", to_string(channel.interpolation)}});
      for (const std::size_t node : nodes_of(channel)) {
        out["channels"].push_back(
            {{"sampler", sampler},
             {"target", {{"node", node}, {"path", to_string(channel.path)}}}});
      }
    }
    if (!out["channels"].empty()) writer_.json["animations"].push_back(out);
  }

  /// The nodes of the file that a channel animates. For morph weights, the nodes that hold the
  /// meshes.
  [[nodiscard]] std::vector<std::size_t> nodes_of(const Channel& channel) const {
    if (channel.path != ChannelPath::morph_weights) return {channel.target};
    const auto holders = holders_.find(model_.morph_targets[channel.target].node);
    return holders == holders_.end() ? std::vector<std::size_t>{} : holders->second;
  }

  /// glTF allows neither animations without channels nor weights of a node without a mesh. A clip
  /// that would be empty gets a channel that keeps one node at its place, so that clips keep their
  /// indices.
  [[nodiscard]] std::vector<Channel> channels_for_gltf(const Clip& clip) const {
    std::vector<Channel> result;
    for (const Channel& channel : clip.channels) {
      if (!nodes_of(channel).empty()) result.push_back(channel);
    }
    for (std::uint32_t n = 0; result.empty() && n < model_.skeleton.nodes.size(); ++n) {
      const Node& node = model_.skeleton.nodes[n];
      const Vec3& t = node.stored.translation;
      if (node.stored_matrix) continue;
      result.push_back({ChannelPath::translation, Interpolation::step, n, 3, {0}, {t.x, t.y, t.z}});
    }
    return result;
  }

  const Model& model_;
  const GlbOptions& options_;
  gltf::SmoothNormals normals_;
  gltf::GlbWriter writer_;
  std::vector<bool> skinned_;                                  ///< by part
  std::vector<std::uint32_t> slot_;                            ///< joint → its index in the skin
  std::map<std::uint32_t, std::vector<std::size_t>> holders_;  ///< by node: the file's nodes that
                                                               ///< hold its meshes
  std::map<std::pair<std::uint32_t, std::uint32_t>, OrderedJson>
      vertices_;  ///< by node and first vertex
};

}  // namespace

Result<std::vector<std::byte>> to_glb(const Model& model, const GlbOptions& options) {
  const base::DefinedFloatMode mode;
  if (const auto reasons = validate(model); !reasons.empty()) {
    return Error{"the model '" + model.name + "' cannot be written: " + reasons.front()};
  }
  constexpr std::size_t kMostJoints = 65535;
  if (model.skeleton.joints.size() > kMostJoints) {
    return Error{"the model '" + model.name + "' has " +
                 counted(model.skeleton.joints.size(), "joint") +
                 "; glTF's 16-bit indices allow 65535"};
  }
  const auto in_range = [](float c) { return c >= 0 && c <= 1; };
  for (const auto& [r, g, b] : options.part_colors) {
    if (in_range(r) && in_range(g) && in_range(b)) continue;
    return Error{"GlbOptions::part_colors must be from 0 to 1, not " + std::to_string(r) + ", " +
                 std::to_string(g) + ", " + std::to_string(b)};
  }
  auto bytes = Exporter(model, options).run();
  // GLB stores sizes in 32 bits.
  constexpr std::size_t kMostBytes = 0xffffffff;
  if (bytes.size() > kMostBytes) {
    return Error{"the model '" + model.name + "' takes " + counted(bytes.size(), "byte") +
                 "; a GLB file can have 4294967295"};
  }
  return bytes;
}

Result<void> export_glb(const Model& model, const std::filesystem::path& file,
                        const GlbOptions& options) {
  auto bytes = to_glb(model, options);
  if (!bytes) return bytes.error();
  return write_file(file, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

}  // namespace dermis
