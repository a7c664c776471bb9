// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis {

/// Everything that is wrong with a model, one sentence each, naming index and value; empty when it
/// can be posed and collided. At most one sentence per kind of problem.
std::vector<std::string> validate(const Model& model);

}  // namespace dermis
