// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/base/result.h"

namespace dermis {

/// A value of an enum and its name.
template <class Enum>
struct Named {
  Enum value;             ///< one of the enum's values
  std::string_view name;  ///< its name in files, options and messages
};

/// The names of an enum's values. A specialisation stands beside each enum that has names. `kNoun`
/// is the noun for its values. `kNames` lists the values with their names. The specialisation gives
/// the enum to_string(), parse(), all_values() and all_names().
template <class Enum>
struct EnumTable;

/// An enum with an EnumTable.
template <class Enum>
concept HasNames = requires { EnumTable<Enum>::kNames; };

/// The name of a value, as files, options and messages spell it. Empty if the table lacks it.
template <HasNames Enum>
constexpr std::string_view to_string(Enum value) {
  for (const Named<Enum>& named : EnumTable<Enum>::kNames) {
    if (named.value == value) return named.name;
  }
  return {};
}

/// All values, in the order of the table.
template <HasNames Enum>
std::vector<Enum> all_values() {
  std::vector<Enum> values;
  for (const Named<Enum>& named : EnumTable<Enum>::kNames) values.push_back(named.value);
  return values;
}

/// All names, in the order of the table.
template <HasNames Enum>
std::vector<std::string> all_names() {
  std::vector<std::string> names;
  for (const Named<Enum>& named : EnumTable<Enum>::kNames) names.emplace_back(named.name);
  return names;
}

/// The error for a `name` that is not one of `names`. It suggests similar names, and lists all.
/// `noun` is the kind of thing that has the names, such as "clip".
Error unknown_name(std::string_view noun, std::string_view name,
                   std::span<const std::string> names);

/// The value with this name. The error lists the names.
template <HasNames Enum>
Result<Enum> parse(std::string_view name) {
  for (const Named<Enum>& named : EnumTable<Enum>::kNames) {
    if (named.name == name) return named.value;
  }
  return unknown_name(EnumTable<Enum>::kNoun, name, all_names<Enum>());
}

}  // namespace dermis
