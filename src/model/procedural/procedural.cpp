// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/procedural.h"

#include <array>
#include <string>

namespace dermis {

namespace {
constexpr std::array<std::string_view, 4> kNames{"dwarf", "man", "creature", "mannequin"};
}

std::span<const std::string_view> procedural_names() {
  return kNames;
}

Result<Model> make_procedural(std::string_view name) {
  if (name == "dwarf") return make_dwarf();
  if (name == "man") return make_man();
  if (name == "creature") return make_creature();
  if (name == "mannequin") return make_mannequin();
  return Error{"there is no character '" + std::string(name) +
               "'; choose one of dwarf, man, creature, mannequin"};
}

}  // namespace dermis
