// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/bench/csv.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <vector>

#include "app/verbs.h"
#include "dermis/base/file.h"
#include "dermis/base/isa.h"
#include "dermis/base/version.h"

namespace dermis::app {

namespace {

/// A cell: quoted if it contains a comma, a quote or a line end.
std::string cell(const std::string& text) {
  if (text.find_first_of(",\"\n\r") == std::string::npos) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
  return quoted + "\"";
}

std::string cell_of(const Json& row, const std::string& field) {
  const auto found = row.find(field);
  if (found == row.end() || found->is_null()) return "";
  return cell(found->is_string() ? found->get<std::string>() : to_text(*found));
}

/// "AMD EPYC 7B13" as "amd-epyc-7b13".
std::string file_name(const std::string& processor) {
  std::string result;
  for (const char c : processor) {
    const bool upper = c >= 'A' && c <= 'Z';
    if (upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9')) {
      result += upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
  }
  while (!result.empty() && result.back() == '-') result.pop_back();
  return result.empty() ? "processor" : result;
}

}  // namespace

std::string to_csv(const Json& rows, const std::string& processor, double seconds) {
  std::vector<std::string> fields;
  for (const Json& row : rows) {
    for (const auto& [field, value] : row.items()) {
      if (field != "isa" && std::ranges::find(fields, field) == fields.end()) {
        fields.push_back(field);
      }
    }
  }
  std::string text = "processor,isa,version,seconds";
  for (const std::string& field : fields) text += "," + cell(field);
  text += "\n";
  for (const Json& row : rows) {
    text +=
        fmt::format("{},{},{},{:g}", cell(processor), to_string(current_isa()), kVersion, seconds);
    for (const std::string& field : fields) text += "," + cell_of(row, field);
    text += "\n";
  }
  return text;
}

void write_csv(const std::string& folder, const std::string& scenario, const Json& rows,
               const std::string& processor, double seconds) {
  const auto into = std::filesystem::path(folder) /
                    (file_name(processor) + "-" + std::string(to_string(current_isa())));
  std::error_code error;
  std::filesystem::create_directories(into, error);
  if (error)
    throw Failure{fmt::format("{}: cannot be created: {}", into.string(), error.message())};
  need(write_file(into / (scenario + ".csv"), to_csv(rows, processor, seconds)));
}

}  // namespace dermis::app
