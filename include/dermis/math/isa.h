// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

namespace dermis {

/// Instruction sets that kernels are compiled for. Each gives the same bits.
enum class Isa { scalar, sse4, avx2, avx512 };

std::string_view to_string(Isa isa);

/// What this build holds and this CPU runs, slowest first; scalar is always there.
std::vector<Isa> available_isas();

/// The last of available_isas().
Isa best_isa();

}  // namespace dermis
