// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The implementation of tinygltf. It is compiled here so that sanitizers and the fuzzer see its
// code, which Debian's shared library hides.
#include <fstream>
#include <nlohmann/json.hpp>

#define TINYGLTF_IMPLEMENTATION
#define TINYGLTF_NO_INCLUDE_JSON
#define TINYGLTF_NOEXCEPTION
#include "document.h"
