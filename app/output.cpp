// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/output.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <string_view>

#include "app/file_ending.h"
#include "app/verbs.h"

namespace dermis::app {

namespace {

namespace fs = std::filesystem;

/// Endings of file names. A folder with such an ending is taken for a mistyped file.
constexpr std::string_view kFileEndings[] = {".glb", ".gltf", ".obj",    ".ply", ".fbx",
                                             ".stl", ".json", ".dermis", ".csv"};

/// Whether both paths lead to the same file, under any names.
bool is_same(const fs::path& a, const fs::path& b) {
  std::error_code error;
  if (fs::exists(a, error) && fs::exists(b, error)) return fs::equivalent(a, b, error) && !error;
  const fs::path full_a = fs::weakly_canonical(a, error);
  if (error) return false;
  const fs::path full_b = fs::weakly_canonical(b, error);
  return !error && full_a == full_b;
}

/// Whether `file` is a device, a pipe or a socket.
bool is_special(const fs::path& file) {
  std::error_code error;
  const fs::file_status status = fs::status(file, error);
  return fs::exists(status) && !fs::is_regular_file(status) && !fs::is_directory(status);
}

/// Whether `file` is standard output or another open stream. After a shell's '>', it is a regular
/// file, but its name has no ending.
bool is_stream(const fs::path& file) {
  const std::string name = file.lexically_normal().string();
  return name == "/dev/stdout" || name == "/dev/stderr" || name.starts_with("/dev/fd/") ||
         name.starts_with("/proc/self/fd/");
}

/// Whether `name` belongs to a series: STEM, digits, the ending.
bool is_in_series(std::string_view name, std::string_view stem, std::string_view ending) {
  if (!name.starts_with(stem) || !has_ending(name, ending)) return false;
  name.remove_prefix(stem.size());
  name.remove_suffix(std::min(name.size(), ending.size()));
  return !name.empty() && name.find_first_not_of("0123456789") == std::string_view::npos;
}

}  // namespace

void refuse_inputs(const std::string& file, const std::string& writer,
                   const std::vector<std::string>& inputs) {
  for (const std::string& input : inputs) {
    if (!is_same(file, input)) continue;
    throw Failure{
        fmt::format("{} is {} of {}, which does not overwrite it; choose another name", file,
                    file == input ? "the input" : fmt::format("the input '{}'", input), writer)};
  }
}

void check_output(const std::string& file, const OutputFormat& format,
                  const std::vector<std::string>& inputs) {
  const auto& [writer, ending] = format;
  if (file.empty() || is_special(file)) return;
  refuse_inputs(file, writer, inputs);
  std::error_code error;
  if (fs::is_directory(file, error)) {
    throw Failure{fmt::format("{}: is a folder; {} writes a {} file", file, writer, ending)};
  }
  if (is_stream(file)) return;
  if (fs::path(file).filename() == ending) {
    throw Failure{
        fmt::format("{}: is an ending without a name; {} writes NAME{}", file, writer, ending)};
  }
  if (!has_ending(file, ending)) {
    throw Failure{
        fmt::format("{}: {} writes {}, so the name must end in {}", file, writer, ending, ending)};
  }
  const fs::path parent = fs::path(file).parent_path();
  if (!parent.empty() && !fs::is_directory(parent, error)) {
    throw Failure{fmt::format("{}: there is no folder '{}'; make it first", file, parent.string())};
  }
}

void check_output_folder(const std::string& folder, const OutputFormat& format,
                         const std::vector<std::string>& stems,
                         const std::vector<std::string>& inputs) {
  const auto& [writer, ending] = format;
  if (folder.empty()) return;
  std::error_code error;
  if (!fs::is_directory(folder, error)) {
    const auto ends_so = [&](std::string_view other) { return has_ending(folder, other); };
    if (std::ranges::any_of(kFileEndings, ends_so)) {
      throw Failure{fmt::format("{}: {} writes {} files into a folder; name a folder", folder,
                                writer, ending)};
    }
    return;
  }
  if (inputs.empty()) return;
  for (fs::directory_iterator at(folder, error), end; !error && at != end; at.increment(error)) {
    const std::string name = at->path().filename().string();
    const auto has_name = [&](const std::string& stem) { return is_in_series(name, stem, ending); };
    if (std::ranges::any_of(stems, has_name)) refuse_inputs(at->path(), writer, inputs);
  }
}

}  // namespace dermis::app
