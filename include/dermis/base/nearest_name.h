// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dermis {

/// The names that a user who typed `typed` may have meant: at most three, the likeliest first, each
/// once. Upper and lower case count as equal (ASCII only). A name that starts with `typed` comes
/// before one that holds it elsewhere; a name of three or more characters may also be part of
/// `typed`. Both come before names that differ in a few characters: about a third of the characters
/// may be missing, extra, wrong or swapped with a neighbor. Names of more than 100 characters must
/// be equal. If `typed` is empty, the result is empty.
std::vector<std::string> nearest_names(std::string_view typed, std::span<const std::string> names);

/// The same as the end of a message, " (did you mean walk, run or kick?)"; empty if no name is
/// near.
std::string did_you_mean(std::string_view typed, std::span<const std::string> names);

}  // namespace dermis
