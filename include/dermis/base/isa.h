// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "dermis/base/names.h"
#include "dermis/base/result.h"

namespace dermis {

/// Instruction sets that the inner loops (kernels) are compiled for. All give the same posed
/// vertices and the same answers.
enum class Isa {
  scalar,  ///< plain C++
  sse4,    ///< SSE4: 4 floats per register
  avx2,    ///< AVX2: 8 floats per register
  avx512,  ///< AVX-512: 16 floats per register
};

template <>
struct EnumTable<Isa> {
  static constexpr std::string_view kNoun = "instruction set";
  static constexpr Named<Isa> kNames[] = {
      {Isa::scalar, "scalar"}, {Isa::sse4, "sse4"}, {Isa::avx2, "avx2"}, {Isa::avx512, "avx512"}};
};

/// The instruction sets that this build contains and this CPU runs, slowest first. Isa::scalar is
/// always among them.
std::vector<Isa> available_isas();

/// The instruction set that kernels use: the last of available_isas(), or the one that use_isa()
/// chose.
Isa current_isa();

/// Selects the instruction set of all kernels in this process. Meant for comparisons. Refuses an
/// instruction set that is not available. Call this only while no other call of the library runs.
Result<void> use_isa(Isa isa);

}  // namespace dermis
