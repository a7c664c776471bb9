// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string_view>

#include "dermis/base/names.h"

/// @defgroup skinning skinning
/// From joint matrices to posed vertices, with defined bits.
namespace dermis {

/// The way in which several joints move one vertex.
enum class Skinning : std::uint32_t {
  linear,           ///< blends matrices; the skin collapses where joints twist
  spherical,        ///< blends rotations about a centre (Kavan and Žára 2005)
  dual_quaternion,  ///< blends rigid motions (Kavan, Collins, Žára and O'Sullivan 2007)
};

template <>
struct EnumTable<Skinning> {
  static constexpr std::string_view kNoun = "skinning";
  static constexpr Named<Skinning> kNames[] = {{Skinning::linear, "linear"},
                                               {Skinning::spherical, "spherical"},
                                               {Skinning::dual_quaternion, "dual-quaternion"}};
};

}  // namespace dermis
