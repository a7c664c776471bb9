// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/collider_archive.h"

#include <algorithm>

#include "bounds/validate_tree.h"
#include "dermis/model/validate.h"

namespace dermis::bounds {

/// Colliders keep what poses and queries need of a model. Files hold just that, and reading one
/// makes a model of it, for which validate() and LinearSkin are there already.
struct ColliderArchive {
  static void write_skin(ByteWriter& writer, const LinearSkin& skin) {
    writer.add_all(skin.positions_);
    writer.add_all(skin.first_influence_);
    writer.add_all(skin.influences_);
    writer.add(static_cast<std::uint64_t>(skin.joint_names_.size()));
    for (const std::string& name : skin.joint_names_) writer.add_text(name);
    writer.add(static_cast<std::uint64_t>(skin.morph_targets_.size()));
    for (const MorphTarget& target : skin.morph_targets_) {
      writer.add_text(target.name);
      writer.add(target.first_vertex);
      writer.add_all(target.deltas);
    }
  }

  static Model read_model(ByteReader& reader, std::string& problem) {
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
      model.influences.add_vertex(
          std::span(influences).subspan(offsets[v], offsets[v + 1] - offsets[v]));
    }
    const auto joint_count = reader.get<std::uint64_t>();
    for (std::uint64_t j = 0; j < joint_count && !reader.failed(); ++j) {
      model.skeleton.nodes.push_back({reader.get_text(), kNone, {}, {}});
      model.skeleton.joints.push_back({static_cast<std::uint32_t>(j), {}});
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

  static void write_refit(ByteWriter& writer, const SphereRefit& refit) {
    writer.add_all(refit.first_record_);
    writer.add_all(refit.records_);
  }

  static SphereRefit read_refit(ByteReader& reader) {
    SphereRefit refit;
    refit.first_record_ = reader.get_all<std::uint64_t>();
    refit.records_ = reader.get_all<math::Four>();
    return refit;
  }
};

void write(ByteWriter& writer, const Collider::Data& data) {
  writer.add(data.centre);
  ColliderArchive::write_skin(writer, data.skin);
  writer.add_all(data.triangles);
  writer.add_all(data.tree.nodes);
  writer.add_all(data.tree.triangles);
  ColliderArchive::write_refit(writer, data.refit);
}

std::shared_ptr<const Collider::Data> read(ByteReader& reader, std::string& problem) {
  const auto centre = reader.get<RefitCentre>();
  const Model model = ColliderArchive::read_model(reader, problem);
  if (!problem.empty()) return nullptr;
  SphereTree tree;
  tree.nodes = reader.get_all<SphereTree::Node>();
  tree.triangles = reader.get_all<std::uint32_t>();
  SphereRefit refit = ColliderArchive::read_refit(reader);
  if (!reader.complete()) {
    problem = "ends too early, or too late";
    return nullptr;
  }
  const auto say = [&](const std::string& reason) {
    problem = "cannot be used: " + reason;
    return nullptr;
  };
  if (centre != RefitCentre::mid_range && centre != RefitCentre::average) {
    return say("it does not say where centres go");
  }
  if (const auto reasons = dermis::validate(model); !reasons.empty()) return say(reasons.front());
  if (const std::string reason = problem_of(tree, model.triangles.size()); !reason.empty()) {
    return say(reason);
  }
  SphereGroups groups(tree);
  const std::string reason =
      refit.problem(groups, model.skeleton.joints.size(), model.morph_targets.size());
  if (!reason.empty()) return say(reason);
  return std::make_shared<const Collider::Data>(model, std::move(tree), std::move(groups),
                                                std::move(refit), centre);
}

}  // namespace dermis::bounds
