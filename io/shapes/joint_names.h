// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "dermis/model/model.h"
#include "dermis/result.h"

namespace dermis::shapes {

/// How files call the joints of a model: by the names of their nodes, or "#" and the index of the
/// joint where that says too little. The model must outlive it.
class JointNames {
 public:
  explicit JointNames(const Model& model);

  [[nodiscard]] std::string of(std::uint32_t joint) const;
  /// The error goes on after "'forearm' ".
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
