// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace dermis {

/// The names that a user who typed `typed` may have meant: at most three, the likeliest first, each
/// once. Upper and lower case count as equal (ASCII only). The order is:
///
/// 1. equal names;
/// 2. names that start with `typed`, and names of three or more characters that `typed` starts
///    with;
/// 3. names that contain `typed`, and names of three or more characters inside it;
/// 4. names in which at most about a third of the characters is missing, extra, wrong, or swapped
///    with the next one.
///
/// If `typed` or a name has more than 100 characters, only equal names count. If `typed` is empty,
/// the result is empty.
std::vector<std::string> nearest_names(std::string_view typed, std::span<const std::string> names);

/// The result of nearest_names() as text to append to a message, such as " (did you mean walk, run
/// or kick?)"; empty if no name is near.
std::string did_you_mean(std::string_view typed, std::span<const std::string> names);

}  // namespace dermis
