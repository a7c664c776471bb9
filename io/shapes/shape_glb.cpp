// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/shapes/shape_glb.h"

#include "base/float_mode.h"
#include "capsule_mesh.h"
#include "dermis/base/counted.h"
#include "dermis/base/printable.h"
#include "dermis/model/validate.h"

namespace dermis {

namespace {

using math::Vec3d;

/// Adds a mesh on its own node below the joint's node, so that the node's space is the joint's and
/// the mesh follows the joint. New nodes, joints and parts are appended at the end.
void add_capsule(Model& model, const Capsule& capsule, std::uint32_t joint,
                 const std::string& name) {
  Skeleton& skeleton = model.skeleton;
  const auto to_node = math::to_double(skeleton.joints[joint].inverse_bind);
  Part part;
  part.node_name = part.mesh_name = name;
  part.node = static_cast<std::uint32_t>(skeleton.nodes.size());
  part.first_triangle = static_cast<std::uint32_t>(model.triangles.size());
  part.first_vertex = static_cast<std::uint32_t>(model.positions.size());
  skeleton.nodes.push_back({name, skeleton.joints[joint].node, {}, {}});
  const Influence whole{static_cast<std::uint32_t>(skeleton.joints.size()), 1};
  skeleton.joints.push_back({part.node, {}, true});

  const shapes::CapsuleMesh mesh = shapes::capsule_mesh(capsule);
  part.triangle_count = static_cast<std::uint32_t>(mesh.triangles.size());
  part.vertex_count = static_cast<std::uint32_t>(mesh.positions.size());
  // Points are transformed one by one: if the joint's space is scaled, the result is not a capsule.
  for (const Vec3d& p : mesh.positions) {
    model.positions.push_back(math::to_float(to_node * p));
    model.influences.add_vertex({&whole, 1});
  }
  for (const Triangle& t : mesh.triangles) {
    model.triangles.push_back(
        {part.first_vertex + t[0], part.first_vertex + t[1], part.first_vertex + t[2]});
  }
  model.parts.push_back(std::move(part));
}

}  // namespace

Result<Model> with_shape(const Model& model, const CollideShape& shape, ShapeLevel level) {
  const base::DefinedFloatMode mode;
  const auto failed = [&](const std::string& why) {
    return Error{printable("the shape of the model '" + model.name + "' cannot be shown: " + why)};
  };
  if (const auto reasons = validate(model); !reasons.empty()) return failed(reasons.front());
  Model result = model;
  for (const Limb& limb : shape.limbs) {
    if (limb.joint >= model.skeleton.joints.size()) {
      return failed("the limb '" + limb.name + "' follows joint " + std::to_string(limb.joint) +
                    ", but " + there_are(model.skeleton.joints.size(), "joint"));
    }
    std::vector<std::pair<Capsule, std::string>> capsules;
    if (level == ShapeLevel::bounds) capsules.emplace_back(limb.bound, limb.name + " bound");
    if (level == ShapeLevel::volumes) {
      for (const Capsule& volume : limb.volumes) {
        capsules.emplace_back(volume, limb.name + " volume " + std::to_string(capsules.size() + 1));
      }
    }
    for (const auto& [capsule, name] : capsules) {
      if (!(capsule.radius >= 0)) {
        return failed("the radius of '" + name + "' is " + std::to_string(capsule.radius));
      }
      add_capsule(result, capsule, limb.joint, name);
    }
  }
  // Finds capsules that are not finite, or become so in the space of a joint.
  if (const auto reasons = validate(result); !reasons.empty()) return failed(reasons.front());
  return result;
}

}  // namespace dermis
