// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "dermis/world/world.h"

namespace dermis::world {

/// Remembers the limbs that touched in the last step, to report contacts that begin, persist and
/// end.
class ContactBook {
 public:
  /// Compares the contacts of a step with those of the last one. New contacts get numbers in the
  /// given order. Appends begin and persist events in that order, then end events by number.
  void turn_page(std::span<const WorldContact> contacts, std::vector<WorldEvent>& events);

 private:
  using Key = std::tuple<ObjectId, ObjectId, std::uint32_t, std::uint32_t>;
  std::map<Key, std::uint64_t> open_;
  std::uint64_t last_ = 0;
};

}  // namespace dermis::world
