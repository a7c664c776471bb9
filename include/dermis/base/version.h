// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

namespace dermis {

/// Semantic version; CMake reads it from here.
inline constexpr const char* kVersion = "1.0.0";

}  // namespace dermis
