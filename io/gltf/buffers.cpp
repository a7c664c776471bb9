// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "buffers.h"

#include <algorithm>
#include <memory>

#include "dermis/base/file.h"
#include "problem.h"

namespace dermis::gltf {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view kDataScheme = "data:";

/// A URI for an error message, shortened: it can be megabytes long.
std::string quoted(const std::string& uri) {
  constexpr std::size_t kMost = 60;
  return "'" + (uri.size() > kMost ? uri.substr(0, kMost) + "…" : uri) + "'";
}

int hex_digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

/// Decodes %xx sequences. Must run before the path is checked, or "%2e%2e/" would pass the check.
std::string percent_decoded(const std::string& uri) {
  std::string result;
  for (std::size_t i = 0; i < uri.size(); ++i) {
    if (uri[i] == '%' && i + 2 < uri.size() && hex_digit(uri[i + 1]) >= 0 &&
        hex_digit(uri[i + 2]) >= 0) {
      result += static_cast<char>(16 * hex_digit(uri[i + 1]) + hex_digit(uri[i + 2]));
      i += 2;
    } else {
      result += uri[i];
    }
  }
  return result;
}

bool has_scheme(const std::string& uri) {
  const auto colon = uri.find(':');
  return colon != std::string::npos && uri.find('/') > colon;
}

bool inside(const fs::path& file, const fs::path& folder) {
  const auto [end, unused] = std::mismatch(folder.begin(), folder.end(), file.begin(), file.end());
  return end == folder.end();
}

int base64_digit(char c) {
  if (c >= 'A' && c <= 'Z') return c - 'A';
  if (c >= 'a' && c <= 'z') return c - 'a' + 26;
  if (c >= '0' && c <= '9') return c - '0' + 52;
  return c == '+' ? 62 : c == '/' ? 63 : -1;
}

std::vector<std::byte> load_data_uri(const std::string& uri, std::size_t index) {
  const auto comma = uri.find(',');
  if (comma == std::string::npos || !uri.substr(0, comma).ends_with(";base64")) {
    throw Problem("buffers[", index, "].uri is a data URI without ';base64,': ", quoted(uri));
  }
  std::vector<std::byte> bytes;
  bytes.reserve((uri.size() - comma) / 4 * 3);
  unsigned window = 0;
  int bits = 0;
  for (std::size_t i = comma + 1; i < uri.size() && uri[i] != '='; ++i) {
    const int digit = base64_digit(uri[i]);
    if (digit < 0) {
      throw Problem("buffers[", index, "].uri is a data URI with '", uri[i],
                    "', which is not base64");
    }
    window = window << 6 | static_cast<unsigned>(digit);
    bits += 6;
    if (bits >= 8) {
      bits -= 8;
      bytes.push_back(static_cast<std::byte>(window >> bits));
    }
  }
  return bytes;
}

}  // namespace

std::vector<std::byte> read_regular_file(const fs::path& path, const std::string& what) {
  auto bytes = read_file(path, what);
  if (!bytes) throw Problem(bytes.error().message);
  return std::move(*bytes);
}

BufferLoader::Bytes BufferLoader::load(const std::string& uri, std::size_t index) {
  const auto shared = [](std::vector<std::byte> bytes) {
    return std::make_shared<const std::vector<std::byte>>(std::move(bytes));
  };
  if (uri.starts_with(kDataScheme)) return shared(load_data_uri(uri, index));

  const std::string field = "buffers[" + std::to_string(index) + "].uri " + quoted(uri);
  const std::string decoded = percent_decoded(uri);
  if (decoded.find('\0') != std::string::npos) throw Problem(field, " holds a zero byte");
  const fs::path relative(decoded);
  if (has_scheme(decoded) || relative.is_absolute() || decoded.starts_with('\\')) {
    throw Problem(field, " is absolute; only files beside the model are read");
  }
  if (!folder_) throw Problem(field, " is another file, but the model was read from memory");

  // Links are resolved before the test whether the file is inside the folder.
  std::error_code error;
  const fs::path root = fs::canonical(folder_->empty() ? fs::path(".") : *folder_, error);
  const fs::path file = error ? fs::path() : fs::weakly_canonical(root / relative, error);
  if (error || !inside(file, root)) throw Problem(field, " leaves the model's folder");
  Bytes& bytes = files_[file];
  if (!bytes) {
    bytes = shared(read_regular_file(file, field));
    file_bytes_ += bytes->size();
  }
  return bytes;
}

}  // namespace dermis::gltf
