// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include "io/problem.h"

namespace dermis::gltf {

using io::Problem;

}  // namespace dermis::gltf
