// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/byte_stream.h"
#include "collider/collider_data.h"

namespace dermis::collider {

/// Writes the content of a file. A new layout needs a new kFormatVersion (collider_file.cpp).
void write(base::ByteWriter& writer, const Collider& collider);

/// Reads any bytes safely. Returns data that can be posed and queried, or sets `problem`: the end
/// of a sentence about the file. Does not check whether the bounds are right: validate() does.
std::shared_ptr<const Collider::Data> read(base::ByteReader& reader, std::string& problem);

/// The contents of a file: a header that fits the payload, and the payload.
std::vector<std::byte> sealed(std::span<const std::byte> payload);

}  // namespace dermis::collider
