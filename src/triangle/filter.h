// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/triangle/triangle.h"

namespace dermis::triangle {

enum class Answer : std::uint8_t { no, yes, unsure };

/// Whether two triangles share a point, in double precision with proven error bounds. Answers
/// `unsure` if a sign is not certain: near contact, and in all degenerate cases.
Answer filter_triangles(const Corners& p, const Corners& q);

}  // namespace dermis::triangle
