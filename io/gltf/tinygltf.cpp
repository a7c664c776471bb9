// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// tinygltf's implementation, compiled here so that sanitizers and the fuzzer see into it (Debian's
// shared library hides its code).
#include <fstream>
#include <nlohmann/json.hpp>

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NOEXCEPTION
#include "document.h"
