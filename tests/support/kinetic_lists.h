// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "dermis/kinetic/kinetic_list.h"
#include "support/moving_meshes.h"

namespace dermis::test {

inline void expect_valid(const KineticList& list) {
  EXPECT_THAT(validate(list), testing::IsEmpty()) << "at " << list.now();
  const KineticEvents events = list.events();
  EXPECT_LE(events.total() - events.impacts, list.event_limit());
}

/// The impacts that a kinetic list reports between two meshes, or within one, in some steps.
inline std::vector<Impact> kinetic_contacts(const MovingMesh& a, const MovingMesh& b,
                                            KineticMode mode) {
  MovingMesh first = copy_of(a);
  MovingMesh second = copy_of(b);
  MovingMesh* const bodies[] = {&first, &second};
  const WatchedPair watched[] = {{0, &a == &b ? 0U : 1U}};
  auto list = KineticList::make(bodies, watched, {.mode = mode});
  EXPECT_TRUE(list);
  std::vector<Impact> contacts;
  for (const double time : {0.0, 0.3, 0.30001, 1.0}) {
    EXPECT_TRUE(list->advance_to(time, [&](const KineticImpact& contact) {
      contacts.push_back({contact.time, contact.a, contact.b});
    }));
    expect_valid(*list);
  }
  return contacts;
}

}  // namespace dermis::test
