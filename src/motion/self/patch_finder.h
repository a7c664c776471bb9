// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "motion/self/flat_patches.h"

namespace dermis::motion {

/// A coarse and a fine patch; kNone if there is none.
struct PatchPair {
  std::uint32_t coarse = kNone, fine = kNone;
  auto operator<=>(const PatchPair&) const = default;
};

/// Finds the patches that contain all of some triangles. These do not meet while such a patch is
/// flat.
class PatchFinder {
 public:
  PatchFinder(const FlatPatches& patches, std::span<const Triangle> triangles);

  /// Tries the patches at the corners of the first and the last of the triangles `wanted`. If these
  /// come from two places, list one place after the other, so that both are tried. If `wanted` is
  /// empty, there is no patch.
  [[nodiscard]] PatchPair find(std::span<const std::uint32_t> wanted) const;

 private:
  const FlatPatches& patches_;
  std::span<const Triangle> triangles_;
  std::vector<std::vector<std::uint32_t>> coarse_, fine_;
  std::vector<std::uint32_t> coarse_of_;  ///< coarse patch of each fine patch
};

/// The entries of a list from the end of the previous run up to `end`. They can be skipped while
/// one of `patches` is flat.
struct PatchRun {
  std::uint32_t end = 0;
  PatchPair patches;

  [[nodiscard]] bool is_flat(const FlatPatches::Flat& flat) const {
    return (patches.coarse != kNone && flat.coarse[patches.coarse] != 0) ||
           (patches.fine != kNone && flat.fine[patches.fine] != 0);
  }
};

/// Sorts the entries so that those with the same patches_of(entry) are adjacent.
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

}  // namespace dermis::motion
