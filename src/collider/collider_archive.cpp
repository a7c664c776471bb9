// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/collider_archive.h"

#include <algorithm>

#include "collider/meshlet_tree.h"
#include "dermis/model/validate.h"
#include "skinning/joint_sets.h"

namespace dermis::collider {

/// Colliders keep the parts of a model that poses and queries need. A file holds just these.
/// Reading a file builds a model from them, so that validate() and SkinData can be used.
struct ColliderArchive {
  static void write_skin(base::ByteWriter& writer, const skinning::SkinData& skin) {
    writer.add_all(skin.positions());
    writer.add_all(skin.first_influence());
    writer.add_all(skin.all_influences());
    writer.add(static_cast<std::uint64_t>(skin.joint_count()));
    for (std::size_t j = 0; j < skin.joint_count(); ++j) writer.add_text(skin.joint_name(j));
    writer.add_all(skin.joint_rests());
    writer.add(static_cast<std::uint64_t>(skin.morph_targets().size()));
    for (const MorphTarget& target : skin.morph_targets()) {
      writer.add_text(target.name);
      writer.add(target.first_vertex);
      writer.add_all(target.deltas);
    }
  }

  /// Whether the joints form a forest: the way up from each joint ends at a joint without a parent.
  static bool is_forest(const std::vector<skinning::JointRest>& joints) {
    // If the way up from a joint reaches one that was seen on an earlier way, it leads to a root.
    std::vector<std::uint32_t> seen_from(joints.size(), kNone);
    for (std::uint32_t j = 0; j < joints.size(); ++j) {
      for (std::uint32_t up = j; up != kNone; up = joints[up].parent) {
        if (up >= joints.size() || seen_from[up] == j) return false;
        if (seen_from[up] != kNone) break;
        seen_from[up] = j;
      }
    }
    return true;
  }

  static Model read_model(base::ByteReader& reader, std::vector<skinning::JointRest>& joint_rests,
                          std::string& problem) {
    Model model;
    model.positions = reader.get_all<Vec3>();
    const auto offsets = reader.get_all<std::uint32_t>();
    const auto influences = reader.get_all<Influence>();
    const std::size_t vertex_count = model.positions.size();
    if (offsets.size() != vertex_count + 1 || offsets.front() != 0 ||
        offsets.back() != influences.size() || !std::ranges::is_sorted(offsets)) {
      problem = "does not say which influences each vertex has";
      return model;
    }
    model.influences.reserve(vertex_count, influences.size());
    for (std::size_t v = 0; v < vertex_count; ++v) {
      const auto own = std::span(influences).subspan(offsets[v], offsets[v + 1] - offsets[v]);
      // As in SkinData: joints are strictly ascending, and no weight is 0.
      if (std::ranges::adjacent_find(own, std::ranges::greater_equal(), &Influence::joint) !=
              own.end() ||
          std::ranges::find(own, 0.0F, &Influence::weight) != own.end()) {
        problem = "has influences that are not in order";
        return model;
      }
      model.influences.add_vertex(own);
    }
    const auto joint_count = reader.get<std::uint64_t>();
    for (std::uint64_t j = 0; j < joint_count && !reader.failed(); ++j) {
      model.skeleton.nodes.push_back({reader.get_text(), kNone, {}, {}});
      model.skeleton.joints.push_back({static_cast<std::uint32_t>(j), {}});
    }
    joint_rests = reader.get_all<skinning::JointRest>();
    if (joint_rests.size() != joint_count || !is_forest(joint_rests) ||
        !std::ranges::all_of(joint_rests, skinning::is_usable, &skinning::JointRest::pivot)) {
      problem = "does not say how its joints hang together";
      return model;
    }
    const auto target_count = reader.get<std::uint64_t>();
    for (std::uint64_t m = 0; m < target_count && !reader.failed(); ++m) {
      MorphTarget& target = model.morph_targets.emplace_back();
      target.name = reader.get_text();
      target.first_vertex = reader.get<std::uint32_t>();
      target.deltas = reader.get_all<Vec3>();
    }
    model.triangles = reader.get_all<Triangle>();
    model.parts.push_back({"", "", 0, 0, 0, static_cast<std::uint32_t>(model.triangles.size()), 0,
                           static_cast<std::uint32_t>(vertex_count)});
    return model;
  }

  static void write_refit(base::ByteWriter& writer, const BoxRefit& refit) {
    writer.add_all(refit.first_record_);
    writer.add_all(refit.records_);
  }

  static BoxRefit read_refit(base::ByteReader& reader) {
    BoxRefit refit;
    refit.first_record_ = reader.get_all<std::uint64_t>();
    refit.records_ = reader.get_all<math::Float8>();
    return refit;
  }

  /// The size of each patch, then the triangles of all.
  static void write_patches(base::ByteWriter& writer, const Meshlets& meshlets) {
    std::vector<std::uint8_t> sizes;
    std::vector<std::uint32_t> triangles;
    sizes.reserve(meshlets.meshlets.size());
    triangles.reserve(meshlets.triangles.size());
    for (const std::vector<std::uint32_t>& patch : patches_of(meshlets)) {
      sizes.push_back(static_cast<std::uint8_t>(patch.size()));
      triangles.insert(triangles.end(), patch.begin(), patch.end());
    }
    writer.add_all(sizes);
    writer.add_all(triangles);
  }

  static Patches read_patches(base::ByteReader& reader, std::string& problem) {
    const auto sizes = reader.get_all<std::uint8_t>();
    const auto triangles = reader.get_all<std::uint32_t>();
    Patches patches;
    patches.reserve(sizes.size());
    auto at = triangles.begin();
    for (const std::uint8_t size : sizes) {
      if (triangles.end() - at < size) break;
      patches.emplace_back(at, at + size);
      at += size;
    }
    if (at != triangles.end() || patches.size() != sizes.size()) {
      problem = "does not say which triangles each meshlet has";
    }
    return patches;
  }
};

void write(base::ByteWriter& writer, const Collider& collider) {
  const Collider::Data& data = data_of(collider);
  writer.add(data.skin.skinning());
  ColliderArchive::write_skin(writer, data.skin);
  writer.add_all(data.triangles);
  writer.add_all(data.bind.joints);
  write(writer, data.names, collider.limbs());
  ColliderArchive::write_patches(writer, data.meshlets);
  writer.add_all(data.box_tree.nodes);
  ColliderArchive::write_refit(writer, data.box_refit);
}

std::shared_ptr<const Collider::Data> read(base::ByteReader& reader, std::string& problem) {
  const auto skinning = reader.get<Skinning>();
  std::vector<skinning::JointRest> joint_rests;
  const Model model = ColliderArchive::read_model(reader, joint_rests, problem);
  if (!problem.empty()) return nullptr;
  Pose bind{reader.get_all<Affine>(), std::vector<float>(model.morph_targets.size(), 0)};
  if (bind.joints.size() != model.skeleton.joints.size()) {
    problem = "does not say where its joints are in the bind pose";
    return nullptr;
  }
  ColliderNames names = read_names(reader, model, problem);
  if (!problem.empty()) return nullptr;
  MeshletTree meshlets;
  meshlets.patches = ColliderArchive::read_patches(reader, problem);
  if (!problem.empty()) return nullptr;
  meshlets.tree.nodes = reader.get_all<BoxTree::Node>();
  BoxRefit refit = ColliderArchive::read_refit(reader);
  if (!reader.complete()) {
    problem = "ends too early, or too late";
    return nullptr;
  }
  const auto say = [&](const std::string& reason) {
    problem = "cannot be used: " + reason;
    return nullptr;
  };
  if (skinning > Skinning::dual_quaternion) return say("it does not say how joints are blended");
  if (const auto reasons = dermis::validate(model); !reasons.empty()) return say(reasons.front());
  if (const std::string reason = why_not(model, skinning); !reason.empty()) return say(reason);
  if (const std::string reason = problem_of(meshlets, model.triangles); !reason.empty()) {
    return say(reason);
  }
  skinning::SkinData skin(model, skinning, std::move(joint_rests));
  if (const std::string reason = refit.problem(meshlets.tree, skin); !reason.empty()) {
    return say(reason);
  }
  names.limbs.triangle_limbs =
      limb_of_triangles(model, names.limbs.joint_limbs, names.limbs.limbs.size());
  return std::make_shared<const Collider::Data>(model, std::move(names), std::move(bind),
                                                std::move(skin), meshlets.patches,
                                                std::move(meshlets.tree), std::move(refit));
}

}  // namespace dermis::collider
