// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/procedural.h"

#include <array>
#include <string>
#include <vector>

#include "dermis/base/names.h"
#include "model/procedural/names.h"

namespace dermis {

namespace {

struct Procedural {
  std::string_view name;
  Model (*make)();
};

/// The table of procedural characters.
constexpr std::array kTable{
    Procedural{model::kDwarf, make_dwarf}, Procedural{model::kMan, make_man},
    Procedural{model::kCreature, make_creature}, Procedural{model::kMannequin, make_mannequin}};

constexpr auto kNames = [] {
  std::array<std::string_view, kTable.size()> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = kTable[i].name;
  return names;
}();

}  // namespace

std::span<const std::string_view> procedural_names() {
  return kNames;
}

Result<Model> make_procedural(std::string_view name) {
  for (const Procedural& character : kTable) {
    if (character.name == name) return character.make();
  }
  return unknown_name("character", name, std::vector<std::string>(kNames.begin(), kNames.end()));
}

}  // namespace dermis
