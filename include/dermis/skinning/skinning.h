// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "dermis/result.h"

namespace dermis {

/// How joints move a vertex that follows several of them.
enum class Skinning : std::uint32_t {
  linear,           ///< blends matrices; collapses where joints twist
  spherical,        ///< blends rotations about a centre (Kavan and Žára 2005)
  dual_quaternion,  ///< blends rigid motions (Kavan, Collins, Žára and O'Sullivan 2007)
};

std::string_view to_string(Skinning skinning);
std::vector<Skinning> all_skinnings();
/// The skinning of this name; the error lists the names.
Result<Skinning> skinning_named(std::string_view name);

}  // namespace dermis
