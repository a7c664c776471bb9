// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace dermis::gltf {

/// The largest integer a file may hold: tinygltf keeps most in an int.
inline constexpr unsigned long long kLargestInteger = 0x7fffffff;

/// Checks a document against the part of glTF that the importer reads, and removes the rest.
///
/// tinygltf turns integers it cannot hold into other integers and wrong types into defaults, and
/// leaves out what lacks a required field, all in silence. Here every field that is read has a
/// type, and the first one that does not fit is named with its value.
void conform(nlohmann::json& document);

}  // namespace dermis::gltf
