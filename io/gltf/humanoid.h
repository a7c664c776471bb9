// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace dermis::gltf {

/// The humanoid bones that a VRM file (version 0 or 1) names, by node; "" for other nodes. Empty
/// for a file without a humanoid. Entries that are broken are left out. Must read the original
/// document.
std::vector<std::string> read_humanoid(const nlohmann::json& document);

}  // namespace dermis::gltf
