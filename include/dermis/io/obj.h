// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>

#include "dermis/math/types.h"
#include "dermis/model/model.h"

namespace dermis {

/// A posed mesh as Wavefront OBJ: nine significant digits, which give back the same floats, and one
/// face per triangle of the model, in its order.
std::string to_obj(const Model& model, std::span<const Vec3> posed);

}  // namespace dermis
