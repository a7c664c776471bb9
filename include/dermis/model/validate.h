// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis {

/// All problems of a model, one sentence each, with index and value. Empty if the model can be
/// posed and collided. A sentence describes the first problem of its kind
/// and counts the others.
std::vector<std::string> validate(const Model& model);

}  // namespace dermis
