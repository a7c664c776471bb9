// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis::model {

/// The problems of a clip for a model, which need not have it among its clips: as validate().
std::vector<std::string> validate_clip(const Model& model, const Clip& clip);

}  // namespace dermis::model
