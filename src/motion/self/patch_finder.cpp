// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "motion/self/patch_finder.h"

namespace dermis::motion {

namespace {

bool holds(const std::vector<std::uint32_t>& sorted, std::span<const std::uint32_t> wanted) {
  return sorted.size() >= wanted.size() && std::ranges::all_of(wanted, [&](std::uint32_t t) {
           return std::ranges::binary_search(sorted, t);
         });
}

}  // namespace

PatchFinder::PatchFinder(const FlatPatches& patches, std::span<const Triangle> triangles)
    : patches_(patches), triangles_(triangles), coarse_of_(patches.fine_count()) {
  for (std::uint32_t c = 0; c < patches.coarse_count(); ++c) {
    const auto all = patches.triangles(c);
    coarse_.emplace_back(all.begin(), all.end());
    std::ranges::sort(coarse_.back());
    for (auto f = static_cast<std::uint32_t>(patches.first_fine(c)); f < patches.first_fine(c + 1);
         ++f) {
      coarse_of_[f] = c;
      std::vector<std::uint32_t>& fine = fine_.emplace_back();
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (patches.fine(f).has(i)) fine.push_back(all[i]);
      }
      std::ranges::sort(fine);
    }
  }
}

PatchPair PatchFinder::find(std::span<const std::uint32_t> wanted) const {
  PatchPair result;
  if (wanted.empty()) return result;
  for (const std::uint32_t t : {wanted.front(), wanted.back()}) {
    for (const std::uint32_t v : triangles_[t]) {
      const std::uint32_t f = patches_.fine_at(v);
      if (holds(fine_[f], wanted)) result.fine = f;
      if (holds(coarse_[coarse_of_[f]], wanted)) result.coarse = coarse_of_[f];
    }
  }
  return result;
}

}  // namespace dermis::motion
