// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "bounds/byte_stream.h"
#include "bounds/collider_data.h"

namespace dermis::bounds {

void write(ByteWriter& writer, const Collider::Data& data);

/// Whatever the bytes are, what comes out can be posed and queried, or there is a problem, as an
/// end of a sentence about the file. Whether the bounds are right is for validate() to say.
std::shared_ptr<const Collider::Data> read(ByteReader& reader, std::string& problem);

/// A payload behind the header that fits it: the contents of a file.
std::vector<std::byte> sealed(std::span<const std::byte> payload);

}  // namespace dermis::bounds
