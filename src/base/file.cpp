// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <exception>
#include <memory>
#include <string>
#include <system_error>

namespace dermis {

namespace fs = std::filesystem;

namespace {

fs::path unused_neighbor(const fs::path& file) {
  std::error_code ignored;
  for (int i = 0;; ++i) {
    fs::path candidate = file;
    candidate += ".part" + std::to_string(i);
    if (!fs::exists(fs::symlink_status(candidate, ignored))) return candidate;
  }
}

}  // namespace

Result<void> write_file(const fs::path& file, std::string_view content) {
  const auto failed = [&](int code) {
    return Error{file.string() + ": cannot be written: " + std::generic_category().message(code)};
  };
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) return failed(EISDIR);
  const bool direct = fs::exists(status) && !fs::is_regular_file(status);
  // Through a link to what it points at, which is what gets replaced. A pipe behind /dev/stdout has
  // no other name.
  const bool link = !direct && fs::is_symlink(file, ignored);
  const fs::path real = link ? fs::weakly_canonical(file, ignored) : file;
  const fs::path target = direct ? file : unused_neighbor(real);

  // "x" fails if the file already exists, so no other file is overwritten.
  std::FILE* const out = std::fopen(target.c_str(), direct ? "wb" : "wbx");
  if (out == nullptr) return failed(errno);
  int code = 0;
  if (std::fwrite(content.data(), 1, content.size(), out) != content.size()) code = errno;
  if (std::fclose(out) != 0 && code == 0) code = errno;
  if (direct) return code == 0 ? Result<void>{} : failed(code);

  std::error_code renamed;
  if (code == 0) fs::rename(target, real, renamed);
  if (code == 0 && !renamed) return {};
  fs::remove(target, ignored);
  return failed(code != 0 ? code : renamed.value());
}

Result<std::vector<std::byte>> read_file(const fs::path& path, const std::string& what) {
  std::error_code error;
  const fs::file_status status = fs::status(path, error);
  if (!fs::exists(status)) return Error{what + " does not exist"};
  if (!fs::is_regular_file(status)) return Error{what + " is not a regular file"};
  const std::unique_ptr<std::FILE, int (*)(std::FILE*)> file(std::fopen(path.c_str(), "rb"),
                                                             &std::fclose);
  const std::uintmax_t size = fs::file_size(path, error);
  if (!file || error) return Error{what + " cannot be read"};
  std::vector<std::byte> bytes;
  try {
    bytes.resize(size);
  } catch (const std::exception&) {  // bad_alloc or length_error
    return Error{what + " does not fit into memory"};
  }
  if (std::fread(bytes.data(), 1, bytes.size(), file.get()) != bytes.size()) {
    return Error{what + " cannot be read to its end"};
  }
  return bytes;
}

}  // namespace dermis
