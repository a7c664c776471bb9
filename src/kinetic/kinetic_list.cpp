// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/kinetic/kinetic_list.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "kinetic/contact_queue.h"
#include "kinetic/separation_list.h"
#include "kinetic/watch.h"
#include "math/float_mode.h"

namespace dermis {

using kinetic::ContactQueue;
using kinetic::SeparationList;
using kinetic::Watch;

struct KineticList::Impl {
  KineticOptions options;
  std::vector<MovingMesh*> bodies;
  std::vector<Watch> watches;
  SeparationList list;
  ContactQueue contacts;
  double started = 0;
  std::uint64_t told = 0;
  bool is_telling = false;

  Impl(std::span<MovingMesh* const> meshes, std::span<const WatchedPair> watched,
       const KineticOptions& chosen);

  [[nodiscard]] const MovingMesh::State& state(std::uint32_t body) const {
    return bodies[body]->state();
  }
  void restart(double now);
  void advance_to(double time, const Sink& sink);
  void replan(std::uint32_t body, std::uint32_t vertex);
  void test_found();
};

KineticList::Impl::Impl(std::span<MovingMesh* const> meshes, std::span<const WatchedPair> watched,
                        const KineticOptions& chosen)
    : options(chosen), bodies(meshes.begin(), meshes.end()), list(chosen.mode) {
  for (const MovingMesh* body : bodies) list.trees.add(body->state());
  watches.reserve(watched.size());
  for (const auto& [a, b] : watched) {
    watches.emplace_back(list.trees, Watch::Body{&state(a), a}, Watch::Body{&state(b), b},
                         options.contact.tolerance);
  }
  restart(0);
}

void KineticList::Impl::restart(double now) {
  const math::DefinedFloatMode mode;
  for (const MovingMesh* body : bodies) {
    body->state().prepare(MovingMesh::State::Prepared::rows, false);
  }
  started = now;
  told = 0;
  contacts.clear();
  list.begin(now);
  for (std::uint32_t i = 0; i < watches.size(); ++i) watches[i].begin(list, i);
  test_found();
}

/// Finds out when what the list has found touches, if at all.
void KineticList::Impl::test_found() {
  for (const auto& [watch, a, b] : list.found) watches[watch].add(a, b);
  list.found.clear();
  for (std::uint32_t i = 0; i < watches.size(); ++i) {
    watches[i].take_contacts([&](const MotionContact& contact) {
      // What the list finds touches later; what had come near before, and parted, may have touched
      // before.
      if (contact.time < (options.mode == ListMode::literal ? list.now() : started)) return;
      contacts.add({contact.time, i, contact.a, contact.b}, watches[i].version(contact));
    });
  }
}

void KineticList::Impl::advance_to(double time, const Sink& sink) {
  for (;;) {
    // What happens to boxes at the time of a contact may bring another one.
    if (list.next_time() <= std::min(time, contacts.next_time())) {
      list.step();
      if (!list.found.empty()) test_found();
      continue;
    }
    if (!(contacts.next_time() <= time)) break;
    const auto [contact, version] = contacts.pop();
    const Watch& watch = watches[contact.watched];
    if (version != watch.version({contact.time, contact.a, contact.b})) continue;
    if (!contacts.is_new(contact)) continue;
    list.wait(std::max(list.now(), contact.time));
    ++told;
    sink(contact);
  }
  list.wait(time);
}

void KineticList::Impl::replan(std::uint32_t body, std::uint32_t vertex) {
  list.replan(body, vertex);
  for (std::uint32_t i = 0; i < watches.size(); ++i) {
    watches[i].replan(list, i, state(body), vertex);
  }
  for (const std::uint32_t triangle : state(body).triangles_at(vertex)) {
    list.list_found(list.trees.leaf(body, triangle), list.found);
  }
  test_found();
}

KineticEvents& KineticEvents::operator+=(const KineticEvents& other) {
  box_changes += other.box_changes;
  overlaps += other.overlaps;
  fathers_parted += other.fathers_parted;
  triangles_parted += other.triangles_parted;
  contacts += other.contacts;
  return *this;
}

KineticList::KineticList(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
KineticList::~KineticList() = default;
KineticList::KineticList(KineticList&&) noexcept = default;
KineticList& KineticList::operator=(KineticList&&) noexcept = default;

Result<KineticList> KineticList::make(std::span<MovingMesh* const> bodies,
                                      std::span<const WatchedPair> watched,
                                      const KineticOptions& options) {
  for (const auto& [a, b] : watched) {
    if (std::max(a, b) < bodies.size()) continue;
    return Error{"there is no body " + std::to_string(std::max(a, b)) + " to watch, only " +
                 std::to_string(bodies.size())};
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto first = std::ranges::find(bodies, bodies[i]) - bodies.begin();
    if (static_cast<std::size_t>(first) == i) continue;
    return Error{"bodies " + std::to_string(first) + " and " + std::to_string(i) +
                 " are the same; watch one as both of a pair instead"};
  }
  // Certificates have 32 bits: 12 for a triangle, and half of them for pairs.
  std::size_t triangles = 0;
  for (const MovingMesh* body : bodies) triangles += body->triangles().size();
  constexpr std::size_t kMost = 1U << 27U;
  if (triangles > kMost) {
    return Error{"there are " + std::to_string(triangles) + " triangles; " + std::to_string(kMost) +
                 " is the most that a kinetic list may have"};
  }
  return KineticList(std::make_unique<Impl>(bodies, watched, options));
}

Result<void> KineticList::restart(double now) {
  if (impl_->is_telling) return Error{"a list cannot restart while it tells a contact"};
  if (!(0 <= now && now <= 1)) return Error{"a list starts from 0 to 1"};
  impl_->restart(now);
  return {};
}

Result<void> KineticList::advance_to(double time, const Sink& sink) {
  if (impl_->is_telling) return Error{"time cannot go on while a contact is told"};
  if (!(now() <= time && time <= 1)) {
    return Error{"time goes on from " + std::to_string(now()) + " to 1, not to " +
                 std::to_string(time)};
  }
  const math::DefinedFloatMode mode;
  struct Telling {
    bool& is_telling;
    explicit Telling(bool& flag) : is_telling(flag) { is_telling = true; }
    ~Telling() { is_telling = false; }
  } const telling(impl_->is_telling);
  impl_->advance_to(time, sink);
  return {};
}

Result<void> KineticList::set_plan(std::uint32_t body, std::uint32_t vertex,
                                   const MovingPoint& plan) {
  if (body >= impl_->bodies.size()) {
    return Error{"there is no body " + std::to_string(body) + ", only " +
                 std::to_string(impl_->bodies.size())};
  }
  if (auto ok = impl_->bodies[body]->set_plan(vertex, plan, now()); !ok) return ok;
  const math::DefinedFloatMode mode;
  impl_->replan(body, vertex);
  return {};
}

double KineticList::now() const {
  return impl_->list.now();
}
KineticEvents KineticList::events() const {
  KineticEvents events = impl_->list.events();
  events.contacts = impl_->told;
  return events;
}
std::uint64_t KineticList::event_limit() const {
  return impl_->list.event_limit();
}
MotionStats KineticList::stats() const {
  MotionStats stats{.box_tests = impl_->list.box_tests()};
  for (const Watch& watch : impl_->watches) stats += watch.stats();
  return stats;
}
std::size_t KineticList::size() const {
  return impl_->list.size();
}

Result<void> KineticList::validate() const {
  const math::DefinedFloatMode mode;
  if (const std::string problem = impl_->list.problem(); !problem.empty()) return Error{problem};
  return {};
}

std::size_t KineticList::byte_count() const {
  std::size_t bytes = impl_->list.byte_count() + impl_->contacts.byte_count();
  for (const Watch& watch : impl_->watches) bytes += watch.byte_count();
  return bytes;
}

}  // namespace dermis
