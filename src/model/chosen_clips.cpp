// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/chosen_clips.h"

#include <numeric>
#include <string>

namespace dermis::model {

Result<std::vector<std::uint32_t>> chosen_clips(
    const Model& model, const std::optional<std::vector<std::uint32_t>>& option) {
  if (!option) {
    std::vector<std::uint32_t> all(model.clips.size());
    std::iota(all.begin(), all.end(), 0U);
    return all;
  }
  for (const std::uint32_t clip : *option) {
    if (clip < model.clips.size()) continue;
    return Error{"there is no clip " + std::to_string(clip) + ": the model has " +
                 std::to_string(model.clips.size())};
  }
  return *option;
}

}  // namespace dermis::model
