// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/io/file.h"

#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string>
#include <system_error>

namespace dermis {

namespace fs = std::filesystem;

Result<void> write_file(const fs::path& file, std::string_view content) {
  const auto failed = [&](int code) {
    return Error{file.string() + ": cannot be written: " + std::generic_category().message(code)};
  };
  std::error_code ignored;
  const fs::file_status status = fs::status(file, ignored);
  if (fs::is_directory(status)) return failed(EISDIR);
  const bool direct = fs::exists(status) && !fs::is_regular_file(status);
  const fs::path target = direct ? file : fs::path(file.string() + ".part");

  std::FILE* const out = std::fopen(target.c_str(), "wb");
  if (out == nullptr) return failed(errno);
  int code = 0;
  if (std::fwrite(content.data(), 1, content.size(), out) != content.size()) code = errno;
  if (std::fclose(out) != 0 && code == 0) code = errno;
  if (direct) return code == 0 ? Result<void>{} : failed(code);

  std::error_code renamed;
  if (code == 0) fs::rename(target, file, renamed);
  if (code == 0 && !renamed) return {};
  fs::remove(target, ignored);
  return failed(code != 0 ? code : renamed.value());
}

}  // namespace dermis
