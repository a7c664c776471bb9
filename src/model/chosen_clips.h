// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "dermis/base/result.h"
#include "dermis/model/model.h"

namespace dermis::model {

/// The clips that an option chooses, by index; all clips if it has no value. Refuses an index that
/// does not exist.
Result<std::vector<std::uint32_t>> chosen_clips(
    const Model& model, const std::optional<std::vector<std::uint32_t>>& option);

}  // namespace dermis::model
