// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "base/problem.h"

namespace dermis::gltf {

using base::Problem;

}  // namespace dermis::gltf
