// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/bounds/collider_file.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <new>

#include "bounds/byte_stream.h"
#include "bounds/collider_archive.h"
#include "dermis/io/file.h"
#include "dermis/io/printable.h"
#include "dermis/version.h"
#include "math/checksum.h"
#include "math/float_mode.h"

namespace dermis {

namespace {

using bounds::ByteReader;
using bounds::ByteWriter;

constexpr std::uint32_t kFormatVersion = 3;

struct Header {
  /// The first byte is no text, the last one shows line ends that were converted.
  std::array<char, 8> magic{'\x89', 'd', 'e', 'r', 'm', 'i', 's', '\n'};
  std::uint32_t version = kFormatVersion;
  std::uint32_t unused = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t checksum = 0;  ///< of the header with a 0 here, and of the payload
};
static_assert(sizeof(Header) == 32);

std::uint64_t checksum_of(Header header, std::span<const std::byte> payload) {
  header.checksum = 0;
  const std::uint64_t sums[] = {math::checksum(std::as_bytes(std::span(&header, 1))),
                                math::checksum(payload)};
  return math::checksum(std::as_bytes(std::span(sums)));
}

/// Why the header does not fit; empty when it does.
std::string problem_of(const Header& header, std::span<const std::byte> bytes) {
  if (bytes.size() < sizeof(Header) || header.magic != Header().magic) {
    return "is not a .dermis file";
  }
  if (header.version != kFormatVersion) {
    return "has version " + std::to_string(header.version) + " of the format, but dermis " +
           kVersion + " reads version " + std::to_string(kFormatVersion) + "; bake it again";
  }
  const std::size_t payload = bytes.size() - sizeof(Header);
  if (header.payload_bytes != payload) {
    return "is damaged: it has " + std::to_string(payload) + " bytes after its header instead of " +
           std::to_string(header.payload_bytes);
  }
  if (checksum_of(header, bytes.subspan(sizeof(Header))) != header.checksum) {
    return "is damaged: its checksum does not fit its contents";
  }
  return "";
}

}  // namespace

std::vector<std::byte> bounds::sealed(std::span<const std::byte> payload) {
  Header header;
  header.payload_bytes = payload.size();
  header.checksum = checksum_of(header, payload);
  std::vector<std::byte> file;
  file.reserve(sizeof(Header) + payload.size());
  std::ranges::copy(std::as_bytes(std::span(&header, 1)), std::back_inserter(file));
  file.insert(file.end(), payload.begin(), payload.end());
  return file;
}

std::vector<std::byte> to_bytes(const Collider& collider) {
  ByteWriter writer;
  bounds::write(writer, collider.data());
  return bounds::sealed(writer.bytes);
}

Result<Collider> from_bytes(std::span<const std::byte> bytes, const std::string& label) {
  const math::DefinedFloatMode mode;
  const auto header = ByteReader(bytes).get<Header>();
  std::string problem = problem_of(header, bytes);
  try {
    if (problem.empty()) {
      ByteReader payload(bytes.subspan(sizeof(Header)));
      auto data = bounds::read(payload, problem);
      if (problem.empty()) return Collider(std::move(data));
    }
  } catch (const std::bad_alloc&) {
    problem = "needs more memory than there is";
  }
  return Error{printable(label + ": " + problem)};
}

Result<void> save(const Collider& collider, const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = to_bytes(collider);
  return write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<Collider> load_collider(const std::filesystem::path& file) {
  const auto bytes = read_file(file, file.string() + ": the file");
  if (!bytes) return bytes.error();
  return from_bytes(*bytes, file.string());
}

}  // namespace dermis
