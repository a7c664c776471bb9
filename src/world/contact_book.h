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

/// Which limbs touched in the last step: what begins, goes on and ends in the next one.
class ContactBook {
 public:
  /// Contacts in the order in which new ones get their numbers. Appends begin and persist in that
  /// order, then end, by number.
  void turn_page(std::span<const WorldContact> contacts, std::vector<WorldEvent>& events);

 private:
  using Key = std::tuple<ObjectId, ObjectId, std::uint32_t, std::uint32_t>;
  std::map<Key, std::uint64_t> open_;
  std::uint64_t last_ = 0;
};

}  // namespace dermis::world
