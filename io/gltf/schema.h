// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace dermis::gltf {

/// The largest integer that a file may contain: tinygltf stores most integers in an int.
inline constexpr unsigned long long kLargestInteger = 0x7fffffff;

/// Checks a document against the part of glTF that the importer reads, and removes the rest.
///
/// tinygltf silently turns integers it cannot hold into other integers and wrong types into
/// defaults, and drops objects that lack a required field. Here every field that is read has a
/// type, and the error names the first field that does not match, with its value.
void conform(nlohmann::json& document);

}  // namespace dermis::gltf
