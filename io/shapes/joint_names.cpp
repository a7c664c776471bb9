// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "joint_names.h"

#include <charconv>
#include <string_view>
#include <utility>

#include "dermis/base/counted.h"
#include "json_field.h"

namespace dermis::shapes {

namespace {

/// JSON is UTF-8; other bytes would be replaced when it is written.
bool survives_json(std::string_view name) {
  const Json json = name;
  return Json::parse(json.dump(-1, ' ', false, Json::error_handler_t::replace)) == json;
}

std::vector<std::string> names_of(const Model& model) {
  std::vector<std::string> names;
  names.reserve(model.skeleton.joints.size());
  for (const Joint& joint : model.skeleton.joints) {
    names.push_back(model.skeleton.nodes[joint.node].name);
  }
  return names;
}

std::vector<std::string> names_of(const Collider& collider) {
  std::vector<std::string> names;
  names.reserve(collider.joint_count());
  for (std::uint32_t j = 0; j < collider.joint_count(); ++j) {
    names.push_back(collider.joint_name(j));
  }
  return names;
}

}  // namespace

JointNames::JointNames(const Model& model) : JointNames(model.name, names_of(model)) {}

JointNames::JointNames(const Collider& collider)
    : JointNames(collider.name(), names_of(collider)) {}

JointNames::JointNames(std::string model_name, std::vector<std::string> names)
    : model_name_(std::move(model_name)), names_(std::move(names)) {
  for (std::uint32_t j = 0; j < names_.size(); ++j) {
    Same& same = joints_.try_emplace(names_[j], Same{j, j, 0}).first->second;
    same.last = j;
    ++same.count;
  }
}

std::string JointNames::of(std::uint32_t joint) const {
  const std::string& name = names_[joint];
  const bool clear =
      !name.empty() && !name.starts_with('#') && joints_.at(name).count == 1 && survives_json(name);
  return clear ? name : "#" + std::to_string(joint);
}

Result<std::uint32_t> JointNames::find(const std::string& name) const {
  const std::size_t joints = names_.size();
  if (name.starts_with('#')) {
    std::uint32_t index = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + 1, end, index);
    if (error == std::errc{} && rest == end && index < joints) return index;
    return Error{"is not the index of a joint: " + there_are(joints, "joint")};
  }
  const auto found = joints_.find(name);
  if (found == joints_.end() || name.empty()) {
    return Error{"is no joint of the model " + shown(model_name_)};
  }
  const Same& same = found->second;
  if (same.count == 1) return same.first;
  return Error{"stands for " + counted(same.count, "joint") + ", #" + std::to_string(same.first) +
               " to #" + std::to_string(same.last)};
}

}  // namespace dermis::shapes
