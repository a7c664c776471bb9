// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/App.hpp>
#include <string>

#include "app/verbs.h"
#include "dermis/base/names.h"

namespace dermis::app {

/// Adds an option whose values are the names of an enum. The help lists them after `about`; other
/// names are refused with the list.
template <HasNames Enum>
CLI::Option* add_named_option(CLI::App& verb, const std::string& option, Enum& value,
                              const std::string& about, const std::string& type) {
  const auto set = [&value, option](const CLI::results_t& names) {
    value = need(parse<Enum>(names.back()), option);
    return true;
  };
  return verb
      .add_option(option, set, fmt::format("{}: {}", about, fmt::join(all_names<Enum>(), ", ")))
      ->type_name(type)
      ->default_str(std::string(to_string(value)));
}

}  // namespace dermis::app
