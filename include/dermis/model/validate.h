// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis {

/// The problems of a model: one sentence per kind of problem. It describes the first problem of the
/// kind, with index and value, and counts the others. Empty if the model can be posed and collided.
std::vector<std::string> validate(const Model& model);

}  // namespace dermis
