// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/collider/collider_file.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <new>

#include "base/byte_stream.h"
#include "base/checksum.h"
#include "base/float_mode.h"
#include "collider/collider_archive.h"
#include "dermis/base/counted.h"
#include "dermis/base/file.h"
#include "dermis/base/printable.h"
#include "dermis/base/version.h"

namespace dermis {

namespace {

using base::ByteReader;
using base::ByteWriter;

constexpr std::uint32_t kFormatVersion = 5;

struct Header {
  /// The first byte is not text. The last byte shows whether line ends were converted.
  std::array<char, 8> magic{'\x89', 'd', 'e', 'r', 'm', 'i', 's', '\n'};
  std::uint32_t version = kFormatVersion;
  std::uint32_t unused = 0;
  std::uint64_t payload_bytes = 0;
  std::uint64_t checksum = 0;  ///< over the header, with 0 here, and the payload
};
static_assert(sizeof(Header) == 32);

std::uint64_t checksum_of(Header header, std::span<const std::byte> payload) {
  header.checksum = 0;
  const std::uint64_t sums[] = {base::checksum(std::as_bytes(std::span(&header, 1))),
                                base::checksum(payload)};
  return base::checksum(std::as_bytes(std::span(sums)));
}

/// The reason why the header does not fit; empty if it does.
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
    return "is damaged: it has " + counted(payload, "byte") + " after its header instead of " +
           std::to_string(header.payload_bytes);
  }
  if (checksum_of(header, bytes.subspan(sizeof(Header))) != header.checksum) {
    return "is damaged: its checksum does not fit its contents";
  }
  return "";
}

}  // namespace

std::vector<std::byte> collider::sealed(std::span<const std::byte> payload) {
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
  base::ByteWriter writer;
  collider::write(writer, collider);
  return collider::sealed(writer.bytes);
}

Result<Collider> parse_collider(std::span<const std::byte> bytes, const std::string& label) {
  const base::DefinedFloatMode mode;
  const auto header = base::ByteReader(bytes).get<Header>();
  std::string problem = problem_of(header, bytes);
  try {
    if (problem.empty()) {
      base::ByteReader payload(bytes.subspan(sizeof(Header)));
      auto data = collider::read(payload, problem);
      if (problem.empty()) return collider_of(std::move(data));
    }
  } catch (const std::bad_alloc&) {
    problem = "needs more memory than there is";
  }
  return Error{printable(label + ": this file " + problem)};
}

Result<void> save_collider(const Collider& collider, const std::filesystem::path& file) {
  const std::vector<std::byte> bytes = to_bytes(collider);
  return write_file(file, {reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

Result<Collider> load_collider(const std::filesystem::path& file) {
  const auto bytes = read_file(file, file.string() + ": the file");
  if (!bytes) return bytes.error();
  return parse_collider(*bytes, file.string());
}

}  // namespace dermis
