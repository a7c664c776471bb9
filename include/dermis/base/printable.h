// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace dermis {

/// The text on one line: control characters, which names in files may hold, become spaces.
std::string printable(std::string text);

}  // namespace dermis
