// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "ccd/patches.h"

namespace dermis::ccd {

/// A coarse patch and a fine one; Patches::kNone where there is none.
struct PatchPair {
  std::uint32_t coarse = Patches::kNone, fine = Patches::kNone;
  auto operator<=>(const PatchPair&) const = default;
};

/// Says which patches hold all of some triangles: these do not meet while either is flat.
class PatchFinder {
 public:
  PatchFinder(const Patches& patches, std::span<const Triangle> triangles);

  /// Of none, none. Of what comes from two places, one of which the other one is around, first the
  /// one, then the other.
  [[nodiscard]] PatchPair find(std::span<const std::uint32_t> wanted) const;

 private:
  const Patches& patches_;
  std::span<const Triangle> triangles_;
  std::vector<std::vector<std::uint32_t>> coarse_, fine_;
  std::vector<std::uint32_t> coarse_of_;  ///< of fine ones
};

/// Entries of a list up to `end`, from where those before end, which the same patches spare.
struct PatchRun {
  std::uint32_t end = 0;
  PatchPair patches;

  [[nodiscard]] bool is_flat(const Patches::Flat& flat) const {
    return (patches.coarse != Patches::kNone && flat.coarse[patches.coarse] != 0) ||
           (patches.fine != Patches::kNone && flat.fine[patches.fine] != 0);
  }
};

/// Puts entries with the same patches_of(entry) next to each other.
template <class Entry, class PatchesOf>
std::vector<PatchRun> sort_into_runs(std::vector<Entry>& entries, PatchesOf&& patches_of) {
  struct Place {
    PatchPair patches;
    std::uint32_t entry;
    auto operator<=>(const Place&) const = default;
  };
  std::vector<Place> places;
  places.reserve(entries.size());
  for (const Entry& entry : entries) {
    places.push_back({patches_of(entry), static_cast<std::uint32_t>(places.size())});
  }
  std::ranges::sort(places);
  std::vector<Entry> sorted;
  sorted.reserve(entries.size());
  std::vector<PatchRun> runs;
  for (const Place& place : places) {
    if (runs.empty() || runs.back().patches != place.patches) runs.push_back({0, place.patches});
    sorted.push_back(entries[place.entry]);
    runs.back().end = static_cast<std::uint32_t>(sorted.size());
  }
  entries = std::move(sorted);
  return runs;
}

}  // namespace dermis::ccd
