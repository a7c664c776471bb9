// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "builder.h"
#include "dermis/base/counted.h"
#include "extensions.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

/// The transforms of the instances of a node's mesh: three accessors, each of them optional.
class Instances {
 public:
  Instances(Builder& builder, int file_node, const tinygltf::Value& extension)
      : field_("nodes[" + std::to_string(file_node) + "].extensions." + kInstancing +
               ".attributes") {
    const auto& attributes = extension.Get("attributes").Get<tinygltf::Value::Object>();
    const auto read = [&](const char* name, std::size_t width, Floats& values) {
      const auto found = attributes.find(name);
      if (found == attributes.end()) return;
      const std::string field = field_ + "." + name;
      values = builder.accessors.read_floats(found->second.GetNumberAsInt(), width, field);
      if (any_ && values.count != count_) {
        throw Problem(field, " has ", counted(values.count, "element"), ", but another one has ",
                      count_);
      }
      any_ = true;
      count_ = values.count;
    };
    read("TRANSLATION", 3, translations_);
    read("ROTATION", 4, rotations_);
    read("SCALE", 3, scales_);
    if (!any_) throw Problem(field_, " has neither TRANSLATION nor ROTATION nor SCALE");
  }

  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] Transform transform(std::size_t i) const {
    Transform result;
    if (const float* const t = element(translations_, i)) result.translation = {t[0], t[1], t[2]};
    if (const float* const r = element(rotations_, i)) result.rotation = {r[0], r[1], r[2], r[3]};
    if (const float* const s = element(scales_, i)) result.scale = {s[0], s[1], s[2]};
    return result;
  }

 private:
  static const float* element(const Floats& values, std::size_t i) {
    return values.values.empty() ? nullptr : values.values.data() + i * values.width;
  }

  std::string field_;
  Floats translations_, rotations_, scales_;
  std::size_t count_ = 0;
  bool any_ = false;
};

}  // namespace

bool add_instances(Builder& builder, std::uint32_t node) {
  const int file_node = builder.file_node[node];
  const auto& extensions = builder.document.gltf.nodes[file_node].extensions;
  const auto extension = extensions.find(kInstancing);
  if (extension == extensions.end()) return false;
  const Instances instances(builder, file_node, extension->second);
  if (instances.count() == 0) {
    builder.warn("node '" + builder.result.model.skeleton.nodes[node].name +
                 "' has no instances: its mesh is left out");
  }
  auto& nodes = builder.result.model.skeleton.nodes;
  for (std::size_t i = 0; i < instances.count(); ++i) {
    Node child{.name = nodes[node].name + "#" + std::to_string(i),
               .parent = node,
               .stored = instances.transform(i),
               .stored_matrix = {}};
    builder.budget.take(sizeof child + child.name.size());
    builder.mesh_nodes.push_back(static_cast<std::uint32_t>(nodes.size()));
    builder.file_node.push_back(file_node);
    builder.hidden.push_back(false);
    nodes.push_back(std::move(child));
  }
  return true;
}

}  // namespace dermis::gltf
