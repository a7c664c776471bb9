// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace dermis {

/// The text on one line, for messages: control characters become spaces. Names in files can contain
/// them.
std::string printable(std::string text);

}  // namespace dermis
