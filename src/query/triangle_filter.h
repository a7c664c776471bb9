// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

#include "dermis/query/triangle.h"

/// Callers hold a DefinedFloatMode: hosts may treat denormal coordinates as zero.
namespace dermis::query {

enum class Answer : std::uint8_t { no, yes, unsure };

/// Whether two triangles share a point, in double precision with proven error bounds. `unsure` when
/// a sign cannot be told from the computed number: near contact, and in all degenerate cases.
Answer filter_triangles(const Corners& p, const Corners& q);

}  // namespace dermis::query
