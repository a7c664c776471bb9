// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "joint_names.h"

#include <charconv>

#include "dermis/base/counted.h"
#include "json_field.h"

namespace dermis::shapes {

namespace {

/// JSON is UTF-8; other bytes would be replaced when it is written.
bool survives_json(std::string_view name) {
  const Json json = name;
  return Json::parse(json.dump(-1, ' ', false, Json::error_handler_t::replace)) == json;
}

}  // namespace

JointNames::JointNames(const Model& model) : model_(model) {
  for (std::uint32_t j = 0; j < model.skeleton.joints.size(); ++j) {
    Same& same = joints_.try_emplace(node_name(j), Same{j, j, 0}).first->second;
    same.last = j;
    ++same.count;
  }
}

std::string_view JointNames::node_name(std::uint32_t joint) const {
  return model_.skeleton.nodes[model_.skeleton.joints[joint].node].name;
}

std::string JointNames::of(std::uint32_t joint) const {
  const std::string_view name = node_name(joint);
  const bool clear =
      !name.empty() && !name.starts_with('#') && joints_.at(name).count == 1 && survives_json(name);
  return clear ? std::string(name) : "#" + std::to_string(joint);
}

Result<std::uint32_t> JointNames::find(const std::string& name) const {
  const std::size_t joints = model_.skeleton.joints.size();
  if (name.starts_with('#')) {
    std::uint32_t index = 0;
    const char* const end = name.data() + name.size();
    const auto [rest, error] = std::from_chars(name.data() + 1, end, index);
    if (error == std::errc{} && rest == end && index < joints) return index;
    return Error{"is not the index of a joint: " + there_are(joints, "joint")};
  }
  const auto found = joints_.find(name);
  if (found == joints_.end() || name.empty()) {
    return Error{"is no joint of the model " + shown(model_.name)};
  }
  const Same& same = found->second;
  if (same.count == 1) return same.first;
  return Error{"stands for " + counted(same.count, "joint") + ", #" + std::to_string(same.first) +
               " to #" + std::to_string(same.last)};
}

}  // namespace dermis::shapes
