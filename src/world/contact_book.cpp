// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "world/contact_book.h"

#include <algorithm>
#include <utility>

namespace dermis::world {

void ContactBook::turn_page(std::span<const WorldContact> contacts,
                            std::vector<WorldEvent>& events) {
  std::map<Key, std::uint64_t> next;
  const auto note = [&](const WorldContact& contact, std::uint32_t limb_a, std::uint32_t limb_b) {
    const Key key{contact.a, contact.b, limb_a, limb_b};
    const auto known = open_.find(key);
    const bool begins = known == open_.end();
    const std::uint64_t number = begins ? ++last_ : known->second;
    next.emplace(key, number);
    events.push_back({begins ? WorldEvent::Kind::begin : WorldEvent::Kind::persist, number,
                      contact.a, contact.b, limb_a, limb_b});
  };
  for (const WorldContact& contact : contacts) {
    if (contact.limbs.contacts.empty()) note(contact, kNone, kNone);
    for (const LimbContact& limbs : contact.limbs.contacts) {
      note(contact, limbs.limb_a, limbs.limb_b);
    }
  }
  const std::size_t first_end = events.size();
  for (const auto& [key, number] : open_) {
    if (next.contains(key)) continue;
    const auto& [a, b, limb_a, limb_b] = key;
    events.push_back({WorldEvent::Kind::end, number, a, b, limb_a, limb_b});
  }
  std::ranges::sort(events.begin() + static_cast<std::ptrdiff_t>(first_end), events.end(), {},
                    &WorldEvent::contact);
  open_ = std::move(next);
}

}  // namespace dermis::world
