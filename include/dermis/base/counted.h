// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace dermis {

/// The plural of an English noun: "vertices" for "vertex". If it has several words, the last one
/// changes.
std::string plural(std::string_view noun);

/// A number and its noun, for messages: "1 vertex", "2 vertices".
std::string counted(std::uint64_t number, std::string_view noun);

/// The number and its noun, with a verb, to begin a clause: "there is 1 vertex", "there are 2
/// vertices".
std::string there_are(std::uint64_t number, std::string_view noun);

}  // namespace dermis
