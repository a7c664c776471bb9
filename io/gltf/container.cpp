// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "container.h"

#include <cstdint>
#include <cstring>

#include "dermis/base/counted.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

constexpr std::uint32_t kMagic = 0x46546c67;      // "glTF"
constexpr std::uint32_t kJsonChunk = 0x4e4f534a;  // "JSON"
constexpr std::uint32_t kBinChunk = 0x004e4942;   // "BIN"
constexpr std::size_t kHeader = 12;
constexpr std::size_t kChunkHeader = 8;

std::uint32_t read_u32(std::span<const std::byte> bytes, std::size_t at) {
  std::uint32_t value = 0;  // GLB is little-endian, like every supported platform
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::string_view as_text(std::span<const std::byte> bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

Container open_glb(std::span<const std::byte> bytes) {
  if (bytes.size() < kHeader) {
    throw Problem("the GLB header is cut off: ", bytes.size(), " of ", counted(kHeader, "byte"));
  }
  const std::uint32_t version = read_u32(bytes, 4);
  if (version == 1) throw Problem(kOldVersion);
  if (version != 2) throw Problem("the GLB version is ", version, ", only 2 is supported");
  const std::size_t length = read_u32(bytes, 8);
  if (length > bytes.size()) {
    throw Problem("the GLB is truncated: its header says ", counted(length, "byte"),
                  ", the file has ", bytes.size());
  }
  bytes = bytes.first(length < kHeader ? kHeader : length);

  Container result;
  bool first = true;
  for (std::size_t at = kHeader; at < bytes.size(); first = false) {
    if (bytes.size() - at < kChunkHeader) {
      // Up to 3 extra bytes of padding are harmless; more are a broken chunk.
      if (!first && bytes.size() - at < 4) break;
      throw Problem("the GLB chunk at byte ", at, " is cut off");
    }
    const std::size_t size = read_u32(bytes, at);
    const std::uint32_t type = read_u32(bytes, at + 4);
    at += kChunkHeader;
    if (size > bytes.size() - at) {
      throw Problem("the GLB chunk at byte ", at - kChunkHeader, " says it has ",
                    counted(size, "byte"), ", but ", bytes.size() - at, " follow");
    }
    const auto chunk = bytes.subspan(at, size);
    if (first && type != kJsonChunk) throw Problem("the first GLB chunk is not JSON");
    if (first) result.json = as_text(chunk);
    if (type == kBinChunk && result.binary.empty()) result.binary = chunk;
    at += size;
  }
  if (first) throw Problem("the GLB has no JSON chunk");
  return result;
}

}  // namespace

Container open_container(std::span<const std::byte> bytes) {
  if (bytes.empty()) throw Problem("the file is empty");
  if (bytes.size() >= 4 && read_u32(bytes, 0) == kMagic) return open_glb(bytes);

  std::string_view text = as_text(bytes);
  constexpr std::string_view kByteOrderMark = "\xef\xbb\xbf";
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  const auto start = text.find_first_not_of(" \t\r\n");
  if (start == std::string_view::npos || text[start] != '{') {
    throw Problem("this is neither GLB (the magic 'glTF' is missing) nor glTF JSON");
  }
  return {text, {}};
}

}  // namespace dermis::gltf
