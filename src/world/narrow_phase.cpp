// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "world/narrow_phase.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "dermis/motion/impacts.h"
#include "limbs/limb_cache.h"
#include "math/doubles.h"
#include "world/swept_balls.h"

namespace dermis::world {

namespace {

using math::Vec3d;

bool touches(const LimbContact& contact) {
  return contact.depth > 0 || contact.pair_count > 0;
}

/// The largest way of an end of one capsule relative to an end of the other.
double longest_way(const Capsule& a, const Capsule& later_a, const Capsule& b,
                   const Capsule& later_b) {
  double longest = 0;
  for (const auto& [from_a, to_a] : {std::pair(a.a, later_a.a), std::pair(a.b, later_a.b)}) {
    for (const auto& [from_b, to_b] : {std::pair(b.a, later_b.a), std::pair(b.b, later_b.b)}) {
      const Vec3d way = (math::to_double(to_b) - math::to_double(from_b)) -
                        (math::to_double(to_a) - math::to_double(from_a));
      longest = std::max(longest, length(way));
    }
  }
  return longest;
}

class Meeting {
 public:
  Meeting(const MovingCharacter& a, const MovingCharacter& b, const ClassRule& rule,
          const WorldOptions& options, WorldStats& stats)
      : a_(a), b_(b), rule_(rule), options_(options), stats_(stats) {
    query_.detail = rule.detail == PairDetail::exact ? LimbDetail::exact : LimbDetail::limbs;
    if (rule.filter) {
      query_.filter = [this, &limbs_a = shape_of(a.now().collider()).limbs,
                       &limbs_b = shape_of(b.now().collider()).limbs](std::uint32_t i,
                                                                      std::uint32_t j) {
        return rule_.filter(limbs_a[i], limbs_b[j]);
      };
    }
  }

  std::optional<WorldContact> run() {
    if (rule_.detail == PairDetail::boxes) return WorldContact{};
    if (rule_.motion == MotionTest::none || (!a_.moves() && !b_.moves())) return now();
    if (rule_.motion == MotionTest::exact) return first_touch();
    const auto window = swept();
    if (!window) return {};
    return rule_.motion == MotionTest::spheres ? spheres(*window) : sub_steps(*window);
  }

 private:
  std::optional<WorldContact> found(double time, LimbContacts contacts) {
    stats_.limbs += contacts.stats;
    if (std::ranges::none_of(contacts.contacts, touches)) return {};
    std::erase_if(contacts.contacts, [](const LimbContact& c) { return !touches(c); });
    return WorldContact{{}, {}, time, std::move(contacts)};
  }

  std::optional<WorldContact> now() {
    return found(1, find_limb_contacts(a_.now(), b_.now(), query_));
  }

  /// The time from the first to the last overlap of swept balls around limbs. Sets first_ and
  /// steps_.
  std::optional<TimeWindow> swept() {
    const std::span<const Capsule> before_a = a_.bounds_before();
    const std::span<const Capsule> before_b = b_.bounds_before();
    const std::span<const Capsule> after_a = limb_bounds(a_.now());
    const std::span<const Capsule> after_b = limb_bounds(b_.now());
    const std::vector<SweptBall> of_a = swept_balls(before_a, after_a);
    const std::vector<SweptBall> of_b = swept_balls(before_b, after_b);
    const auto& vertices_a = limbs::data_of_limbs(a_.now().collider()).vertices;
    const auto& vertices_b = limbs::data_of_limbs(b_.now().collider()).vertices;
    std::optional<TimeWindow> all;
    for (std::uint32_t i = 0; i < of_a.size(); ++i) {
      if (vertices_a[i].empty()) continue;
      for (std::uint32_t j = 0; j < of_b.size(); ++j) {
        if (vertices_b[j].empty()) continue;
        if (query_.filter && !query_.filter(i, j)) continue;
        ++stats_.limbs.limb_tests;
        const auto window = overlap_window(of_a[i], of_b[j]);
        if (!window) continue;
        if (!all || window->from < all->from) first_ = {i, j};
        const Capsule& now_a = after_a[i];
        const Capsule& now_b = after_b[j];
        const double way = longest_way(before_a[i], now_a, before_b[j], now_b);
        const double radius = std::min(now_a.radius, now_b.radius);
        if (radius > 0) steps_ = std::max(steps_, way / (options_.sub_step * radius));
        all = all ? TimeWindow{std::min(all->from, window->from), std::max(all->to, window->to)}
                  : *window;
      }
    }
    return all;
  }

  /// The limbs whose balls overlap first, and that time.
  std::optional<WorldContact> spheres(const TimeWindow& window) {
    LimbContact contact;
    contact.limb_a = first_[0];
    contact.limb_b = first_[1];
    WorldContact result;
    result.time = window.from;
    result.limbs.contacts.push_back(contact);
    return result;
  }

  /// The contacts in the first of several intermediate poses in which limbs touch.
  std::optional<WorldContact> sub_steps(const TimeWindow& window) {
    const double most = options_.max_sub_steps;
    const int count = static_cast<int>(std::ceil(std::min(steps_, most)));
    for (int i = 1; i <= count; ++i) {
      const double time = double(i) / count;
      // Includes one pose after the window: a contact within it is found then, or before.
      if (time < window.from) continue;
      if (time - 1.0 / count > window.to) break;
      if (i == count) return now();
      ++stats_.sub_steps;
      const Character a = a_.at(time);
      const Character b = b_.at(time);
      auto contact = found(time, find_limb_contacts(a, b, query_));
      if (contact) return contact;
    }
    return {};
  }

  /// The first impact of triangles, and the contacts at that time.
  std::optional<WorldContact> first_touch() {
    const MovingMesh* const mesh_a = a_.mesh(stats_.limbs);
    const MovingMesh* const mesh_b = b_.mesh(stats_.limbs);
    if (mesh_a == nullptr || mesh_b == nullptr) return now();
    const Impacts all = find_impacts(*mesh_a, *mesh_b, {.executor = &serial_executor()});
    stats_.limbs += all.stats;
    const auto& limbs_a = shape_of(a_.now().collider()).triangle_limbs;
    const auto& limbs_b = shape_of(b_.now().collider()).triangle_limbs;
    const auto first = std::ranges::find_if(all.impacts, [&](const Impact& c) {
      return !query_.filter || query_.filter(limbs_a[c.a], limbs_b[c.b]);
    });
    // If one character is wholly inside the other, there is no impact.
    if (first == all.impacts.end()) return now();
    // Slightly later, the limbs overlap, as far as they move on.
    const double time = std::min(first->time + 1e-3, 1.0);
    const Character a = a_.at(time);
    const Character b = b_.at(time);
    LimbContacts contacts = find_limb_contacts(a, b, query_);
    const std::uint32_t limb_a = limbs_a[first->a];
    const std::uint32_t limb_b = limbs_b[first->b];
    auto known = std::ranges::find_if(contacts.contacts, [&](const LimbContact& c) {
      return c.limb_a == limb_a && c.limb_b == limb_b;
    });
    if (known == contacts.contacts.end()) {
      known = contacts.contacts.insert(
          std::ranges::lower_bound(
              contacts.contacts, std::pair(limb_a, limb_b), {},
              [](const LimbContact& c) { return std::pair(c.limb_a, c.limb_b); }),
          LimbContact{});
      known->limb_a = limb_a;
      known->limb_b = limb_b;
    }
    if (!touches(*known)) {
      known->triangle_a = first->a;
      known->triangle_b = first->b;
      known->side_a = shape_of(a_.now().collider()).triangle_sides[first->a];
      known->side_b = shape_of(b_.now().collider()).triangle_sides[first->b];
      known->at = middle(*mesh_b, first->b, first->time);
      known->first_pair = static_cast<std::uint32_t>(contacts.pairs.size());
      known->pair_count = 1;
      contacts.pairs.push_back({first->a, first->b});
    }
    auto result = found(first->time, std::move(contacts));
    return result;
  }

  static Vec3 middle(const MovingMesh& mesh, std::uint32_t triangle, double time) {
    Vec3d sum;
    for (const std::uint32_t v : mesh.triangles()[triangle]) {
      const MovingPoint& plan = mesh.plans()[v];
      const Vec3d from{plan.from[0], plan.from[1], plan.from[2]};
      const Vec3d to{plan.to[0], plan.to[1], plan.to[2]};
      sum = sum + (1 - time) * from + time * to;
    }
    return math::to_float((1.0 / 3) * sum);
  }

  const MovingCharacter& a_;
  const MovingCharacter& b_;
  const ClassRule& rule_;
  const WorldOptions& options_;
  WorldStats& stats_;
  LimbContactOptions query_;
  /// Number of sub-steps that limits the motion of the thinner limb to options_.sub_step.
  double steps_ = 1;
  std::array<std::uint32_t, 2> first_{};  ///< limbs of the balls that overlap first
};

}  // namespace

std::optional<WorldContact> meet(const MovingCharacter& a, const MovingCharacter& b,
                                 const ClassRule& rule, const WorldOptions& options,
                                 WorldStats& stats) {
  return Meeting(a, b, rule, options, stats).run();
}

}  // namespace dermis::world
