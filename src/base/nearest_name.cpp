// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/base/nearest_name.h"

#include <algorithm>
#include <compare>
#include <cstddef>
#include <optional>
#include <utility>

namespace dermis {

namespace {

constexpr std::size_t kMostNames = 3;
/// Longer names are compared as a whole only: distances take time by the product of both lengths.
constexpr std::size_t kLongest = 100;
/// A shorter name is part of many longer ones by chance.
constexpr std::size_t kShortestPart = 3;

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// Characters to insert, remove, replace or swap with their neighbors until `a` is `b`: the optimal
/// string alignment distance, row by row.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last(b.size() + 1);
  std::vector<std::size_t> last(b.size() + 1);
  std::vector<std::size_t> now(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) last[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    now[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const bool same = a[i - 1] == b[j - 1];
      now[j] = std::min({last[j] + 1, now[j - 1] + 1, last[j - 1] + (same ? 0 : 1)});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) now[j] = std::min(now[j], before_last[j - 2] + 1);
    }
    std::swap(before_last, last);
    std::swap(last, now);
  }
  return last[b.size()];
}

/// How far a name is from what was typed; less is nearer.
struct Distance {
  enum class Kind { equal, prefix, part, edits } kind = Kind::equal;
  std::size_t edits = 0;

  friend auto operator<=>(const Distance&, const Distance&) = default;
};

std::optional<Distance> distance(std::string_view typed, std::string_view name) {
  if (typed.empty() || name.empty()) return {};
  if (typed == name) return Distance{};
  if (typed.size() > kLongest || name.size() > kLongest) return {};
  const std::size_t edits = edit_distance(typed, name);
  const std::string_view shorter = typed.size() < name.size() ? typed : name;
  const std::string_view longer = typed.size() < name.size() ? name : typed;
  // The typed text may be short on purpose; a name inside of it must be a word.
  const bool may_be_part = shorter == typed || shorter.size() >= kShortestPart;
  if (may_be_part && longer.starts_with(shorter)) return Distance{Distance::Kind::prefix, edits};
  if (may_be_part && longer.find(shorter) != std::string_view::npos) {
    return Distance{Distance::Kind::part, edits};
  }
  const std::size_t most = std::max<std::size_t>(1, (longer.size() + 1) / 3);
  // A single character has nothing in common with another one.
  if (edits > most || edits >= longer.size()) return {};
  return Distance{Distance::Kind::edits, edits};
}

}  // namespace

std::vector<std::string> nearest_names(std::string_view typed, std::span<const std::string> names) {
  struct Candidate {
    Distance distance;
    std::size_t index = 0;
    auto operator<=>(const Candidate&) const = default;
  };
  const std::string lower = lower_case(typed);
  std::vector<Candidate> near;
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (const auto d = distance(lower, lower_case(names[i]))) near.push_back({*d, i});
  }
  std::ranges::sort(near);
  std::vector<std::string> result;
  for (const Candidate& candidate : near) {
    const std::string& name = names[candidate.index];
    if (std::ranges::find(result, name) == result.end()) result.push_back(name);
    if (result.size() == kMostNames) break;
  }
  return result;
}

std::string did_you_mean(std::string_view typed, std::span<const std::string> names) {
  const std::vector<std::string> near = nearest_names(typed, names);
  if (near.empty()) return "";
  std::string list;
  for (std::size_t i = 0; i < near.size(); ++i) {
    const char* const separator = i == 0 ? "" : i + 1 == near.size() ? " or " : ", ";
    list += separator + near[i];
  }
  return " (did you mean " + list + "?)";
}

}  // namespace dermis
