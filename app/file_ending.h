// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace dermis::app {

/// Whether the name of `file` ends in `ending`, such as ".obj", in upper or lower case. False for a
/// name that consists of the ending alone.
bool has_ending(std::string_view file, std::string_view ending);

}  // namespace dermis::app
