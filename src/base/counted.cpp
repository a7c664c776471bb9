// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/counted.h"

namespace dermis {

std::string plural(std::string_view noun) {
  const auto ending = [&](std::size_t letters, const char* other) {
    return std::string(noun.substr(0, noun.size() - letters)) + other;
  };
  if (noun.ends_with("ex") || noun.ends_with("ix")) return ending(2, "ices");  // vertex, matrix
  if (noun.ends_with("us")) return ending(2, "i");                             // radius
  for (const char* const end : {"s", "x", "ch", "sh"}) {
    if (noun.ends_with(end)) return ending(0, "es");
  }
  constexpr std::string_view kVowels = "aeiou";
  if (noun.size() > 1 && noun.ends_with("y") &&
      kVowels.find(noun[noun.size() - 2]) == kVowels.npos) {
    return ending(1, "ies");  // query, body; but keys
  }
  return ending(0, "s");
}

std::string counted(std::uint64_t number, std::string_view noun) {
  return std::to_string(number) + " " + (number == 1 ? std::string(noun) : plural(noun));
}

std::string there_are(std::uint64_t number, std::string_view noun) {
  return (number == 1 ? "there is " : "there are ") + counted(number, noun);
}

}  // namespace dermis
