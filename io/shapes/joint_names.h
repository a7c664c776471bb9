// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "dermis/base/result.h"
#include "dermis/model/model.h"

namespace dermis::shapes {

/// The names of a model's joints in files: the name of the node, or "#" and the index of the joint
/// if that name is missing, ambiguous, not UTF-8 or starts with "#". The model must outlive this
/// object.
class JointNames {
 public:
  explicit JointNames(const Model& model);

  [[nodiscard]] std::string of(std::uint32_t joint) const;
  /// The error is the continuation of a sentence that starts with the name: "'forearm' …".
  [[nodiscard]] Result<std::uint32_t> find(const std::string& name) const;

 private:
  struct Same {
    std::uint32_t first = 0, last = 0, count = 0;
  };
  [[nodiscard]] std::string_view node_name(std::uint32_t joint) const;

  const Model& model_;
  std::unordered_map<std::string_view, Same> joints_;
};

}  // namespace dermis::shapes
