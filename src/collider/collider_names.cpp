// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/collider_names.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "dermis/base/counted.h"
#include "model/group_joints.h"

namespace dermis::collider {

namespace {

/// Fills LimbInfo::joints from `joint_limbs`.
void list_joints(LimbTable& table) {
  for (LimbInfo& limb : table.limbs) limb.joints.clear();
  for (std::uint32_t j = 0; j < table.joint_limbs.size(); ++j) {
    table.limbs[table.joint_limbs[j]].joints.push_back(j);
  }
}

/// The first problem of a table for so many joints; empty if there is none.
std::string problem_of(const LimbTable& table, std::size_t joint_count) {
  if (table.joint_limbs.size() != joint_count) {
    return "the table of limbs has " + counted(table.joint_limbs.size(), "joint") +
           ", but the model has " + std::to_string(joint_count);
  }
  if (table.limbs.size() > joint_count) {
    return "the table has " + counted(table.limbs.size(), "limb") + ", but the model has " +
           counted(joint_count, "joint");
  }
  const auto exists = [&](std::uint32_t limb) { return limb < table.limbs.size(); };
  if (!std::ranges::all_of(table.joint_limbs, exists))
    return "a joint has a limb that does not exist";
  std::set<std::string_view> names;
  for (const LimbInfo& limb : table.limbs) {
    if (!names.insert(limb.name).second)
      return "there are two limbs with the name '" + limb.name + "'";
  }
  for (std::size_t l = 0; l < table.limbs.size(); ++l) {
    const LimbInfo& limb = table.limbs[l];
    if (limb.joint >= joint_count) {
      return "the limb '" + limb.name + "' follows a joint that does not exist";
    }
    if (limb.parent != kNone && limb.parent >= l) {
      return "the limb '" + limb.name + "' stands before its parent";
    }
  }
  return "";
}

}  // namespace

Result<ColliderNames> names_of(const Model& model, const std::optional<LimbTable>& limbs) {
  ColliderNames names;
  names.model = model.name;
  names.metres_per_unit = model.metres_per_unit;
  for (const Part& part : model.parts) {
    names.parts.push_back({part.label(), part.first_triangle, part.triangle_count});
  }
  if (!limbs) {
    auto grouped = model::group_joints_of_valid(model);
    if (!grouped) return grouped.error();
    names.limbs = std::move(*grouped);
    return names;
  }
  names.limbs = *limbs;
  if (const std::string problem = problem_of(names.limbs, model.skeleton.joints.size());
      !problem.empty()) {
    return Error{"BakeOptions::limbs: " + problem};
  }
  list_joints(names.limbs);
  names.limbs.triangle_limbs =
      limb_of_triangles(model, names.limbs.joint_limbs, names.limbs.limbs.size());
  return names;
}

void write(base::ByteWriter& writer, const ColliderNames& names, const LimbTable& limbs) {
  writer.add_text(names.model);
  writer.add(names.metres_per_unit);
  writer.add(static_cast<std::uint64_t>(names.parts.size()));
  for (const Collider::PartRange& part : names.parts) {
    writer.add_text(part.label);
    writer.add(part.triangle_count);
  }
  writer.add(static_cast<std::uint64_t>(limbs.limbs.size()));
  for (const LimbInfo& limb : limbs.limbs) {
    writer.add_text(limb.name);
    writer.add(limb.parent);
    writer.add(limb.joint);
  }
  writer.add_all(limbs.joint_limbs);
}

ColliderNames read_names(base::ByteReader& reader, const Model& model, std::string& problem) {
  ColliderNames names;
  names.model = reader.get_text();
  names.metres_per_unit = reader.get<float>();
  if (!(std::isfinite(names.metres_per_unit) && names.metres_per_unit > 0)) {
    problem = "does not say how large its unit is";
    return names;
  }
  const auto part_count = reader.get<std::uint64_t>();
  std::uint64_t first_triangle = 0;
  for (std::uint64_t p = 0; p < part_count && !reader.failed(); ++p) {
    Collider::PartRange& part = names.parts.emplace_back();
    part.label = reader.get_text();
    part.triangle_count = reader.get<std::uint32_t>();
    part.first_triangle = static_cast<std::uint32_t>(first_triangle);
    first_triangle += part.triangle_count;
  }
  if (first_triangle != model.triangles.size()) {
    problem = "does not say which part each triangle belongs to";
    return names;
  }
  const auto limb_count = reader.get<std::uint64_t>();
  for (std::uint64_t l = 0; l < limb_count && !reader.failed(); ++l) {
    LimbInfo& limb = names.limbs.limbs.emplace_back();
    limb.name = reader.get_text();
    limb.parent = reader.get<std::uint32_t>();
    limb.joint = reader.get<std::uint32_t>();
  }
  names.limbs.joint_limbs = reader.get_all<std::uint32_t>();
  if (const std::string reason = problem_of(names.limbs, model.skeleton.joints.size());
      !reason.empty()) {
    problem = "cannot be used: " + reason;
    return names;
  }
  list_joints(names.limbs);
  return names;
}

}  // namespace dermis::collider
