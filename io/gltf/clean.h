// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace dermis::gltf {

/// The largest integer a file may hold: tinygltf keeps most in an int.
inline constexpr unsigned long long kLargestInteger = 0x7fffffff;

/// Makes a document safe for tinygltf, which turns integers it cannot hold into other integers and
/// wrong types into defaults, both in silence: checks every integer, naming the one that is wrong,
/// and removes extras and the extensions that the importer does not read.
void clean(nlohmann::json& document);

/// One integer outside a document that was cleaned; `field` names it.
void check_integer(nlohmann::json& value, const char* field);

}  // namespace dermis::gltf
