// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/collider/collider.h"

#include "dermis/model/model.h"

namespace dermis::shapes {

/// The names of a model's joints in files: the name of the node, or "#" and the index of the joint
/// if that name is missing, ambiguous, not UTF-8 or starts with "#".
class JointNames {
 public:
  explicit JointNames(const Model& model);
  explicit JointNames(const Collider& collider);

  /// The number of joints.
  [[nodiscard]] std::size_t size() const { return names_.size(); }

  [[nodiscard]] std::string of(std::uint32_t joint) const;
  /// The error is the continuation of a sentence that starts with the name: "'forearm' …".
  [[nodiscard]] Result<std::uint32_t> find(const std::string& name) const;

 private:
  struct Same {
    std::uint32_t first = 0, last = 0, count = 0;
  };
  JointNames(std::string model_name, std::vector<std::string> names);

  std::string model_name_;
  std::vector<std::string> names_;
  std::unordered_map<std::string, Same> joints_;
};

}  // namespace dermis::shapes
