// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "dermis/result.h"

namespace dermis {

/// Instruction sets that kernels are compiled for. Each gives the same bits.
enum class Isa { scalar, sse4, avx2, avx512 };

std::string_view to_string(Isa isa);

/// What this build holds and this CPU runs, slowest first; scalar is always there.
std::vector<Isa> available_isas();

/// The instruction set of this name; the error lists the names.
Result<Isa> isa_named(std::string_view name);

/// What kernels use: the last of available_isas(), unless use_isa() has chosen.
Isa best_isa();

/// Makes all kernels that have a choice use an instruction set, in the whole process, for
/// comparisons. Refuses what is not available.
Result<void> use_isa(Isa isa);

}  // namespace dermis
