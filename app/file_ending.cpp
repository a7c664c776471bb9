// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/file_ending.h"

#include <algorithm>

namespace dermis::app {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool has_ending(std::string_view file, std::string_view ending) {
  if (file.size() <= ending.size()) return false;
  const std::string_view end = file.substr(file.size() - ending.size());
  if (file[file.size() - ending.size() - 1] == '/') return false;
  return std::ranges::equal(end, ending, {}, lower, lower);
}

}  // namespace dermis::app
