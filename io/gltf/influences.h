// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>

#include "attributes.h"
#include "builder.h"

namespace dermis::gltf {

/// Adds the influences of a skinned primitive's vertices to the model: all sets, normalised.
void add_skinned_influences(Builder& builder, const Source& source, Attributes& attributes,
                            std::size_t vertices);

}  // namespace dermis::gltf
