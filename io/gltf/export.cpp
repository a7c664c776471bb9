// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>

#include "dermis/io/file.h"
#include "dermis/io/gltf.h"
#include "dermis/model/validate.h"
#include "dermis/version.h"

namespace dermis {

namespace {

using Json = nlohmann::ordered_json;

constexpr int kFloat = 5126;
constexpr int kUnsignedShort = 5123;
constexpr int kUnsignedInt = 5125;
constexpr int kArrayBuffer = 34962;
constexpr int kElementArrayBuffer = 34963;

/// The growing file: JSON, and the binary chunk that its accessors describe.
class Writer {
 public:
  template <class T>
  int add(const std::vector<T>& numbers, int width, const char* type, int component,
          int target = 0) {
    while (binary_.size() % 4 != 0) binary_.push_back({});
    const std::size_t offset = binary_.size();
    const std::size_t bytes = numbers.size() * sizeof(T);
    binary_.resize(offset + bytes);
    if (bytes > 0) std::memcpy(binary_.data() + offset, numbers.data(), bytes);
    Json view{{"buffer", 0}, {"byteOffset", offset}, {"byteLength", bytes}};
    if (target != 0) view["target"] = target;
    json["bufferViews"].push_back(view);
    json["accessors"].push_back({{"bufferView", json["bufferViews"].size() - 1},
                                 {"componentType", component},
                                 {"count", numbers.size() / width},
                                 {"type", type}});
    return static_cast<int>(json["accessors"].size()) - 1;
  }

  int add_vectors(const std::vector<Vec3>& vectors, int target, bool with_bounds) {
    std::vector<float> numbers;
    numbers.reserve(3 * vectors.size());
    for (const Vec3& v : vectors) numbers.insert(numbers.end(), {v.x, v.y, v.z});
    const int accessor = add(numbers, 3, "VEC3", kFloat, target);
    if (!with_bounds) return accessor;
    std::vector<float> low(3, std::numeric_limits<float>::infinity());
    std::vector<float> high(3, -std::numeric_limits<float>::infinity());
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      low[i % 3] = std::min(low[i % 3], numbers[i]);
      high[i % 3] = std::max(high[i % 3], numbers[i]);
    }
    json["accessors"][accessor]["min"] = low;
    json["accessors"][accessor]["max"] = high;
    return accessor;
  }

  int add_times(const std::vector<float>& times) {
    const int accessor = add(times, 1, "SCALAR", kFloat);
    json["accessors"][accessor]["min"] = Json::array({times.front()});
    json["accessors"][accessor]["max"] = Json::array({times.back()});
    return accessor;
  }

  /// The GLB container: header, JSON padded with spaces, binary padded with zeros.
  std::vector<std::byte> finish() {
    while (binary_.size() % 4 != 0) binary_.push_back({});
    json["buffers"] = Json::array({{{"byteLength", binary_.size()}}});
    std::string text = json.dump(-1, ' ', false, Json::error_handler_t::replace);
    text.resize((text.size() + 3) / 4 * 4, ' ');
    std::vector<std::byte> out;
    const auto put = [&](const void* data, std::size_t size) {
      const auto* const bytes = static_cast<const std::byte*>(data);
      out.insert(out.end(), bytes, bytes + size);
    };
    const auto put_u32 = [&](std::size_t value) {
      const auto v = static_cast<std::uint32_t>(value);
      put(&v, sizeof v);
    };
    put("glTF", 4);
    put_u32(2);
    put_u32(12 + 8 + text.size() + 8 + binary_.size());
    put_u32(text.size());
    put("JSON", 4);
    put(text.data(), text.size());
    put_u32(binary_.size());
    put("BIN\0", 4);
    put(binary_.data(), binary_.size());
    return out;
  }

  Json json;

 private:
  std::vector<std::byte> binary_;
};

/// Area-weighted vertex normals of the rest pose, for viewers.
std::vector<Vec3> smooth_normals(const Model& model) {
  std::vector<Vec3> normals(model.positions.size());
  for (const Triangle& t : model.triangles) {
    const Vec3& a = model.positions[t[0]];
    const Vec3& b = model.positions[t[1]];
    const Vec3& c = model.positions[t[2]];
    const Vec3 u{b.x - a.x, b.y - a.y, b.z - a.z};
    const Vec3 v{c.x - a.x, c.y - a.y, c.z - a.z};
    const Vec3 n{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
    for (const std::uint32_t i : t) {
      normals[i] = {normals[i].x + n.x, normals[i].y + n.y, normals[i].z + n.z};
    }
  }
  for (Vec3& n : normals) {
    const double l = std::sqrt(double{n.x} * n.x + double{n.y} * n.y + double{n.z} * n.z);
    n = l > 0 && std::isfinite(l) ? Vec3{float(n.x / l), float(n.y / l), float(n.z / l)}
                                  : Vec3{0, 0, 1};
  }
  return normals;
}

Json numbers(std::initializer_list<float> values) {
  Json array = Json::array();
  for (const float v : values) array.push_back(v);
  return array;
}

class Exporter {
 public:
  explicit Exporter(const Model& model) : model_(model), normals_(smooth_normals(model)) {}

  std::vector<std::byte> run() {
    writer_.json["asset"] = {{"version", "2.0"}, {"generator", std::string("dermis ") + kVersion}};
    writer_.json["scene"] = 0;
    add_nodes();
    add_skin();
    // A neutral clay that shows shapes well.
    writer_.json["materials"] = Json::array({{{"name", "clay"},
                                              {"pbrMetallicRoughness",
                                               {{"baseColorFactor", {0.72, 0.55, 0.45, 1.0}},
                                                {"metallicFactor", 0.0},
                                                {"roughnessFactor", 0.75}}},
                                              {"doubleSided", true}}});
    add_meshes();
    for (const Clip& clip : model_.clips) add_clip(clip);
    return writer_.finish();
  }

 private:
  void add_nodes() {
    Json& nodes = writer_.json["nodes"] = Json::array();
    Json roots = Json::array();
    for (std::size_t n = 0; n < model_.skeleton.nodes.size(); ++n) {
      const Node& node = model_.skeleton.nodes[n];
      Json out{{"name", node.name}};
      if (node.rest_matrix) {
        const Affine& m = *node.rest_matrix;
        out["matrix"] = numbers({m.x.x, m.x.y, m.x.z, 0, m.y.x, m.y.y, m.y.z, 0, m.z.x, m.z.y,
                                 m.z.z, 0, m.t.x, m.t.y, m.t.z, 1});
      } else {
        const auto& [t, q, s] = node.rest;
        if (t != Vec3{}) out["translation"] = numbers({t.x, t.y, t.z});
        if (q != Quaternion{}) out["rotation"] = numbers({q.x, q.y, q.z, q.w});
        if (s != Vec3{1, 1, 1}) out["scale"] = numbers({s.x, s.y, s.z});
      }
      nodes.push_back(out);
      if (node.parent == kNone) {
        roots.push_back(n);
      } else {
        nodes[node.parent]["children"].push_back(n);
      }
    }
    writer_.json["scenes"] = Json::array({{{"name", model_.name}, {"nodes", roots}}});
  }

  /// One skin of all joints that move skinned vertices. glTF lists a node once per skin, so further
  /// joints of a node get a child of it that stays put.
  void add_skin() {
    slot_.assign(model_.skeleton.joints.size(), kNone);
    std::vector<bool> taken(model_.skeleton.nodes.size(), false);
    Json joints = Json::array();
    std::vector<float> matrices;
    for (std::size_t j = 0; j < model_.skeleton.joints.size(); ++j) {
      const Joint& joint = model_.skeleton.joints[j];
      if (joint.rigid) continue;
      std::size_t node = joint.node;
      if (taken[node]) {
        Json& nodes = writer_.json["nodes"];
        node = nodes.size();
        nodes.push_back({{"name", model_.skeleton.nodes[joint.node].name + " again"}});
        nodes[joint.node]["children"].push_back(node);
      } else {
        taken[node] = true;
      }
      slot_[j] = static_cast<std::uint32_t>(joints.size());
      joints.push_back(node);
      const Affine& m = joint.inverse_bind;
      matrices.insert(matrices.end(), {m.x.x, m.x.y, m.x.z, 0, m.y.x, m.y.y, m.y.z, 0, m.z.x, m.z.y,
                                       m.z.z, 0, m.t.x, m.t.y, m.t.z, 1});
    }
    if (joints.empty()) return;
    const int accessor = writer_.add(matrices, 16, "MAT4", kFloat);
    writer_.json["skins"] = Json::array(
        {{{"name", model_.name}, {"inverseBindMatrices", accessor}, {"joints", joints}}});
  }

  /// Consecutive parts of one node are the primitives of one mesh.
  void add_meshes() {
    for (std::size_t p = 0; p < model_.parts.size();) {
      const Part& first = model_.parts[p];
      Json mesh{{"name", first.mesh_name}, {"primitives", Json::array()}};
      bool skinned = false;
      for (; p < model_.parts.size() && model_.parts[p].node == first.node; ++p) {
        const Part& part = model_.parts[p];
        skinned = part.vertex_count > 0 && !is_rigid(part);
        mesh["primitives"].push_back(primitive(part, skinned));
      }
      add_target_weights(first.node, mesh);
      writer_.json["meshes"].push_back(mesh);
      Json& node = writer_.json["nodes"][first.node];
      node["mesh"] = writer_.json["meshes"].size() - 1;
      if (skinned) node["skin"] = 0;
    }
  }

  [[nodiscard]] bool is_rigid(const Part& part) const {
    const auto influences = model_.influences.of(part.first_vertex);
    return model_.skeleton.joints[influences.front().joint].rigid;
  }

  Json primitive(const Part& part, bool skinned) {
    const auto slice = [&](const std::vector<Vec3>& all) {
      return std::vector<Vec3>(all.begin() + part.first_vertex,
                               all.begin() + part.first_vertex + part.vertex_count);
    };
    Json attributes;
    attributes["POSITION"] = writer_.add_vectors(slice(model_.positions), kArrayBuffer, true);
    attributes["NORMAL"] = writer_.add_vectors(slice(normals_), kArrayBuffer, false);
    if (skinned) add_weights(part, attributes);

    std::vector<std::uint32_t> indices;
    for (std::uint32_t t = 0; t < part.triangle_count; ++t) {
      for (const std::uint32_t v : model_.triangles[part.first_triangle + t]) {
        indices.push_back(v - part.first_vertex);
      }
    }
    Json out{{"attributes", attributes}, {"material", 0}};
    out["indices"] = writer_.add(indices, 1, "SCALAR", kUnsignedInt, kElementArrayBuffer);
    for (const MorphTarget& target : model_.morph_targets) {
      if (target.node != part.node) continue;
      std::vector<Vec3> deltas(part.vertex_count);
      for (std::uint32_t v = 0; v < part.vertex_count; ++v) {
        const std::size_t at = std::size_t{part.first_vertex} + v - target.first_vertex;
        if (at < target.deltas.size()) deltas[v] = target.deltas[at];
      }
      out["targets"].push_back({{"POSITION", writer_.add_vectors(deltas, kArrayBuffer, true)}});
    }
    return out;
  }

  void add_weights(const Part& part, Json& attributes) {
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
          joints[4 * v + k % 4] = static_cast<std::uint16_t>(slot_[influences[k].joint]);
          weights[4 * v + k % 4] = influences[k].weight;
        }
      }
      const std::string suffix = std::to_string(set);
      attributes["JOINTS_" + suffix] = writer_.add(joints, 4, "VEC4", kUnsignedShort, kArrayBuffer);
      attributes["WEIGHTS_" + suffix] = writer_.add(weights, 4, "VEC4", kFloat, kArrayBuffer);
    }
  }

  void add_target_weights(std::uint32_t node, Json& mesh) const {
    Json weights = Json::array();
    Json names = Json::array();
    for (const MorphTarget& target : model_.morph_targets) {
      if (target.node != node) continue;
      weights.push_back(target.rest_weight);
      names.push_back(target.name);
    }
    if (weights.empty()) return;
    mesh["weights"] = weights;
    mesh["extras"] = {{"targetNames", names}};
  }

  void add_clip(const Clip& clip) {
    static const std::map<Interpolation, const char*> kInterpolations{
        {Interpolation::step, "STEP"},
        {Interpolation::linear, "LINEAR"},
        {Interpolation::cubic_spline, "CUBICSPLINE"}};
    static const std::map<ChannelPath, const char*> kPaths{
        {ChannelPath::translation, "translation"},
        {ChannelPath::rotation, "rotation"},
        {ChannelPath::scale, "scale"},
        {ChannelPath::morph_weights, "weights"}};
    if (clip.channels.empty()) return;  // glTF has no empty animations
    Json out{{"name", clip.name}, {"channels", Json::array()}, {"samplers", Json::array()}};
    std::map<std::vector<float>, int> times;  // channels usually share their key times
    for (const Channel& channel : clip.channels) {
      const bool weights = channel.path == ChannelPath::morph_weights;
      const auto [input, added] = times.try_emplace(channel.times, 0);
      if (added) input->second = writer_.add_times(channel.times);
      const int output = weights ? writer_.add(channel.values, 1, "SCALAR", kFloat)
                                 : writer_.add(channel.values, static_cast<int>(channel.width),
                                               channel.width == 4 ? "VEC4" : "VEC3", kFloat);
      const std::uint32_t node =
          weights ? model_.morph_targets[channel.target].node : channel.target;
      out["channels"].push_back({{"sampler", out["samplers"].size()},
                                 {"target", {{"node", node}, {"path", kPaths.at(channel.path)}}}});
      out["samplers"].push_back({{"input", input->second},
                                 {"output", output},
                                 {"interpolation", kInterpolations.at(channel.interpolation)}});
    }
    writer_.json["animations"].push_back(out);
  }

  const Model& model_;
  std::vector<Vec3> normals_;
  Writer writer_;
  std::vector<std::uint32_t> slot_;  ///< joint → its place in the skin
};

}  // namespace

Result<std::vector<std::byte>> to_glb(const Model& model) {
  if (const auto reasons = validate(model); !reasons.empty()) {
    return Error{"the model '" + model.name + "' cannot be written: " + reasons.front()};
  }
  constexpr std::size_t kMostJoints = 65535;
  if (model.skeleton.joints.size() > kMostJoints) {
    return Error{"the model '" + model.name + "' has " +
                 std::to_string(model.skeleton.joints.size()) +
                 " joints; glTF's 16-bit indices allow 65535"};
  }
  return Exporter(model).run();
}

Result<void> export_glb(const Model& model, const std::filesystem::path& file) {
  auto bytes = to_glb(model);
  if (!bytes) return bytes.error();
  return write_file(file, {reinterpret_cast<const char*>(bytes->data()), bytes->size()});
}

}  // namespace dermis
