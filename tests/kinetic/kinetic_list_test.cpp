// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/kinetic/kinetic_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <set>
#include <vector>

#include "dermis/motion/impacts.h"
#include "support/kinetic_lists.h"
#include "support/moving_meshes.h"

namespace dermis {
namespace {

using test::cloth;
using test::copy_of;
using test::expect_valid;
using test::flying;
using test::Motion;
using test::Random;
using test::random_point;
using test::soup;
using testing::HasSubstr;

constexpr KineticMode kModes[] = {KineticMode::relaxed, KineticMode::literal};
using ContactList = std::vector<KineticImpact>;

KineticList make(std::span<MovingMesh* const> bodies, std::span<const WatchedPair> watched,
                 KineticMode mode) {
  auto list = KineticList::make(bodies, watched, {.mode = mode});
  EXPECT_TRUE(list);
  return std::move(*list);
}

ContactList all_contacts(KineticList& list) {
  ContactList contacts;
  EXPECT_TRUE(
      list.advance_to(1, [&](const KineticImpact& contact) { contacts.push_back(contact); }));
  return contacts;
}

/// The impacts that the space-time tree finds for all watched pairs.
ContactList judged(std::span<MovingMesh* const> bodies, std::span<const WatchedPair> watched) {
  ContactList all;
  for (std::uint32_t i = 0; i < watched.size(); ++i) {
    for (const auto& [time, a, b] :
         find_impacts(*bodies[watched[i].a], *bodies[watched[i].b]).impacts) {
      all.push_back({time, i, a, b});
    }
  }
  std::ranges::sort(all);
  return all;
}

/// A plan that passes through the same point at `time`, with another velocity.
MovingPoint turned(const MovingPoint& plan, double time, const Point& velocity) {
  MovingPoint result;
  for (std::size_t axis = 0; axis < 3; ++axis) {
    const double place = plan.from[axis] + time * (plan.to[axis] - plan.from[axis]);
    result.from[axis] = place - time * velocity[axis];
    result.to[axis] = place + (1 - time) * velocity[axis];
  }
  return result;
}

TEST(KineticList, WatchesSeveralBodiesAtOnce) {
  Random random(1);
  for (int i = 0; i < 6; ++i) {
    MovingMesh sheet = flying(cloth(random, 9, 0.9F));
    MovingMesh crumbs = flying(soup(random, 60, false));
    MovingMesh dust = flying(soup(random, 60, true));
    MovingMesh* const bodies[] = {&sheet, &crumbs, &dust};
    const WatchedPair watched[] = {{0, 0}, {0, 1}, {2, 1}, {2, 2}};
    const ContactList wanted = judged(bodies, watched);
    EXPECT_GT(wanted.size(), 100U);
    for (const KineticMode mode : kModes) {
      KineticList list = make(bodies, watched, mode);
      EXPECT_TRUE(all_contacts(list) == wanted);
      expect_valid(list);
      EXPECT_EQ(list.events().impacts, wanted.size());
    }
  }
}

/// One list over several keyframes.
TEST(KineticList, GoesOnWithTheNextKeyframe) {
  Random random(2);
  for (const KineticMode mode : kModes) {
    MovingMesh sheet = flying(cloth(random, 8, 0.5F));
    MovingMesh* const bodies[] = {&sheet};
    const WatchedPair watched[] = {{0, 0}};
    KineticList list = make(bodies, watched, mode);
    for (int i = 0; i < 5; ++i) {
      EXPECT_TRUE(all_contacts(list) == judged(bodies, watched)) << i;
      ASSERT_TRUE(sheet.fly_to(cloth(random, 8, 0.5F).to));
      ASSERT_TRUE(list.restart());
    }
  }
}

/// On a grid, many events happen at the same time, and boxes touch before they overlap.
TEST(KineticList, EndsOnAnyIntegerGrid) {
  Random random(3);
  std::uint64_t events = 0;
  for (int i = 0; i < 1000; ++i) {
    Motion motion;
    const std::uint32_t vertices = 6 + random.below(8);
    for (std::uint32_t v = 0; v < vertices; ++v) {
      const auto on_grid = [&] {
        Point p;
        for (double& x : p) x = random.below(4);
        return p;
      };
      motion.from.push_back(on_grid());
      motion.to.push_back(on_grid());
    }
    for (int t = 0; t < 8; ++t) {
      Triangle triangle;
      for (std::uint32_t& v : triangle) v = random.below(vertices);
      motion.triangles.push_back(triangle);
    }
    MovingMesh mesh = flying(motion);
    MovingMesh* const bodies[] = {&mesh};
    const WatchedPair watched[] = {{0, 0}};
    const ContactList wanted = judged(bodies, watched);
    for (const KineticMode mode : kModes) {
      KineticList list = make(bodies, watched, mode);
      ASSERT_TRUE(all_contacts(list) == wanted) << i;
      expect_valid(list);
      events += list.events().total();
    }
  }
  EXPECT_GT(events, 10'000U);
}

TEST(KineticList, EndsWhenAVertexChangesItsPlanOverAndOver) {
  Random random(4);
  for (const KineticMode mode : kModes) {
    MovingMesh mesh = flying(cloth(random, 8, 0.3F));
    MovingMesh* const bodies[] = {&mesh};
    const WatchedPair watched[] = {{0, 0}};
    KineticList list = make(bodies, watched, mode);
    for (int i = 1; i <= 1000; ++i) {
      // Several plans change at the same time.
      const double time = (i - i % 3) / 1000.0;
      ASSERT_TRUE(list.advance_to(time, [](const KineticImpact&) {}));
      const Point velocity = random_point(random, 4);
      ASSERT_TRUE(list.set_plan(0, 27, turned(mesh.plans()[27], time, velocity)));
      if (i % 100 == 0) expect_valid(list);
    }
    all_contacts(list);
    expect_valid(list);
  }
}

/// Plans change while impacts are reported. From then on, the list reports the same impacts as a
/// new list that starts at that time, and as the space-time tree after that time.
TEST(KineticList, WithPlansThatChangeIsLikeANewOne) {
  Random random(5);
  for (int round = 0; round < 8; ++round) {
    const KineticMode mode = kModes[round % 2];
    MovingMesh sheet = flying(cloth(random, 7, 1.2F));
    MovingMesh crumbs = flying(soup(random, 60, round % 4 < 2));
    MovingMesh* const bodies[] = {&sheet, &crumbs};
    const WatchedPair watched[] = {{0, 0}, {0, 1}, {1, 1}};
    KineticList list = make(bodies, watched, mode);

    ContactList ahead = judged(bodies, watched);
    ContactList told;
    int changes = 0;
    const auto change = [&](double now) {
      ++changes;
      const std::uint32_t body = random.below(2);
      for (int k = 0; k < 2; ++k) {
        const auto vertex = random.below(static_cast<std::uint32_t>(bodies[body]->plans().size()));
        const Point velocity = random_point(random, 2);
        ASSERT_TRUE(
            list.set_plan(body, vertex, turned(bodies[body]->plans()[vertex], now, velocity)));
      }
      expect_valid(list);
      // All impacts that lie ahead now, except those that were reported at this time.
      KineticList fresh = make(bodies, watched, mode);
      ASSERT_TRUE(fresh.restart(now));
      ContactList next = all_contacts(fresh);
      ContactList after;
      for (const KineticImpact& contact : judged(bodies, watched)) {
        if (contact.time >= now) after.push_back(contact);
      }
      EXPECT_TRUE(next == after);
      std::erase_if(next, [&](const KineticImpact& contact) {
        return std::ranges::find(told, contact) != told.end();
      });
      ahead = std::move(next);
    };
    ASSERT_TRUE(list.advance_to(1, [&](const KineticImpact& contact) {
      ASSERT_FALSE(ahead.empty());
      EXPECT_EQ(contact.time, ahead.front().time);
      EXPECT_TRUE(contact == ahead.front());
      ahead.erase(ahead.begin());
      told.push_back(contact);
      if (random.below(6) == 0 && changes < 30) change(contact.time);
    }));
    EXPECT_TRUE(ahead.empty());
    EXPECT_GT(changes, 5);
  }
}

/// One corner bounces back. The others touch later, in the same two triangles.
TEST(KineticList, TellsWhenOtherCornersTouch) {
  for (const KineticMode mode : kModes) {
    MovingMesh table = flying(
        {{{0, 1, 2}}, {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}, {{-9, -9, 0}, {9, -9, 0}, {0, 9, 0}}});
    MovingMesh sheet = flying({{{0, 1, 2}},
                               {{0, 0, 0.25}, {1, 0, 0.5}, {0, 1, 0.5}},
                               {{0, 0, -0.75}, {1, 0, -0.5}, {0, 1, -0.5}}});
    MovingMesh* const bodies[] = {&sheet, &table};
    const WatchedPair watched[] = {{0, 1}};
    KineticList list = make(bodies, watched, mode);
    std::vector<double> times;
    ASSERT_TRUE(list.advance_to(1, [&](const KineticImpact& contact) {
      times.push_back(contact.time);
      if (times.size() > 1) return;
      const Point up{0, 0, 1};
      ASSERT_TRUE(list.set_plan(0, 0, turned(sheet.plans()[0], contact.time, up)));
      expect_valid(list);
    }));
    ASSERT_EQ(times.size(), 2U);
    EXPECT_NEAR(times[0], 0.25, 1e-6);
    EXPECT_NEAR(times[1], 0.5, 1e-6);
  }
}

/// Plans that jump, and that are a million times as fast.
TEST(KineticList, IsValidAfterJumps) {
  Random random(8);
  for (const KineticMode mode : kModes) {
    MovingMesh mesh = flying(cloth(random, 6, 0.3F));
    MovingMesh* const bodies[] = {&mesh};
    const WatchedPair watched[] = {{0, 0}};
    KineticList list = make(bodies, watched, mode);
    for (int i = 0; i < 60; ++i) {
      ASSERT_TRUE(list.advance_to(i / 60.0, [](const KineticImpact&) {}));
      const float size = i % 5 == 4 ? 1e6F : 8;
      const Point from = random_point(random, size);
      const Point to = random_point(random, size);
      ASSERT_TRUE(list.set_plan(0, random.below(36), {from, to}));
      expect_valid(list);
    }
    const ContactList rest = all_contacts(list);
    expect_valid(list);
    ContactList wanted;
    for (const KineticImpact& contact : judged(bodies, watched)) {
      if (contact.time > 59 / 60.0) wanted.push_back(contact);
    }
    ContactList told;
    for (const KineticImpact& contact : rest) {
      if (contact.time > 59 / 60.0) told.push_back(contact);
    }
    EXPECT_TRUE(told == wanted);
  }
}

TEST(KineticList, OfNothing) {
  auto nothing = MovingMesh::make({});
  auto points = MovingMesh::make({std::vector<Point>(100), {}});
  Random random(6);
  MovingMesh mesh = flying(cloth(random, 3, 0));
  MovingMesh* const bodies[] = {&*nothing, &*points, &mesh};
  const WatchedPair watched[] = {{0, 0}, {0, 1}, {2, 1}, {1, 1}, {0, 2}, {2, 2}};
  for (const KineticMode mode : kModes) {
    KineticList list = make(bodies, watched, mode);
    EXPECT_TRUE(all_contacts(list).empty());
    EXPECT_TRUE(list.set_plan(1, 0, {{0, 0, 0}, {1, 1, 1}}));
    expect_valid(list);
    EXPECT_TRUE(list.set_plan(1, 99, {{0, 0, 0}, {1, 1, 1}}));
    expect_valid(list);
  }
}

TEST(KineticList, RefusesWhatMakesNoSense) {
  const auto why = [](const auto& result) { return result ? "" : result.error().message; };
  Random random(7);
  MovingMesh mesh = flying(cloth(random, 8, 1));
  MovingMesh* const bodies[] = {&mesh};
  const WatchedPair missing[] = {{0, 1}};
  EXPECT_THAT(why(KineticList::make(bodies, missing)), HasSubstr("no body 1"));
  MovingMesh* const twice[] = {&mesh, &mesh};
  EXPECT_THAT(why(KineticList::make(twice, missing)), HasSubstr("bodies 0 and 1 are the same"));
  MovingMesh* const absent[] = {&mesh, nullptr};
  EXPECT_THAT(why(KineticList::make(absent, missing)), HasSubstr("body 1 is null"));
  const WatchedPair watched[] = {{0, 0}};
  for (const double tolerance : {-1.0, std::nan(""), HUGE_VAL}) {
    EXPECT_THAT(why(KineticList::make(bodies, watched, {.tolerance = tolerance})),
                HasSubstr("the tolerance is"));
  }
  KineticList list = make(bodies, watched, KineticMode::relaxed);
  const auto ignore = [](const KineticImpact&) {};
  EXPECT_THAT(why(list.advance_to(1.5, ignore)), HasSubstr("not to 1.5"));
  EXPECT_THAT(why(list.set_plan(1, 0, {})), HasSubstr("no body 1"));
  EXPECT_THAT(why(list.set_plan(0, 99, {})), HasSubstr("no vertex 99"));
  EXPECT_THAT(why(list.restart(2)), HasSubstr("0 to 1"));
  std::string inside;
  ASSERT_TRUE(
      list.advance_to(1, [&](const KineticImpact&) { inside = why(list.advance_to(1, ignore)); }));
  EXPECT_THAT(inside, HasSubstr("cannot be called by its own sink"));
  EXPECT_THAT(why(list.advance_to(0.5, ignore)), HasSubstr("from 1"));
}

}  // namespace
}  // namespace dermis
