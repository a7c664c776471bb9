// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "dermis/model/limb_table.h"

namespace dermis::model {

/// group_joints() without validate(): for a model that passed it. Fails for bad options only.
Result<LimbTable> group_joints_of_valid(const Model& model, const LimbGroupOptions& options = {});

}  // namespace dermis::model
