// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/skinning/skinning.h"

#include <string>

namespace dermis {

std::string_view to_string(Skinning skinning) {
  switch (skinning) {
    case Skinning::spherical:
      return "spherical";
    case Skinning::dual_quaternion:
      return "dual-quaternion";
    case Skinning::linear:
      break;
  }
  return "linear";
}

std::vector<Skinning> all_skinnings() {
  return {Skinning::linear, Skinning::spherical, Skinning::dual_quaternion};
}

Result<Skinning> skinning_named(std::string_view name) {
  for (const Skinning skinning : all_skinnings()) {
    if (to_string(skinning) == name) return skinning;
  }
  return Error{"there is no skinning '" + std::string(name) +
               "'; there are linear, spherical and dual-quaternion"};
}

}  // namespace dermis
