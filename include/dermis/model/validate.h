// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "dermis/model/model.h"

namespace dermis {

/// The problems of a model: one sentence per kind of problem. A sentence describes the first
/// problem of its kind, with index and value, and counts the others. The list is empty if the model
/// can be posed and collided. Other functions call such a model valid.
std::vector<std::string> validate(const Model& model);

}  // namespace dermis
