// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/kinetic/kinetic_list.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "base/float_mode.h"
#include "base/parallel.h"
#include "dermis/base/counted.h"
#include "kinetic/impact_queue.h"
#include "kinetic/separation_list.h"
#include "kinetic/watch.h"

namespace dermis {

using kinetic::ImpactQueue;
using kinetic::SeparationList;
using kinetic::Watch;

struct KineticList::State {
  KineticOptions options;
  std::vector<MovingMesh*> bodies;
  std::vector<Watch> watches;
  SeparationList list;
  ImpactQueue impacts;
  double started = 0;
  std::uint64_t told = 0;
  bool is_telling = false;

  State(std::span<MovingMesh* const> meshes, std::span<const WatchedPair> watched,
        const KineticOptions& chosen);

  [[nodiscard]] const MovingMesh::State& state(std::uint32_t body) const {
    return state_of(*bodies[body]);
  }
  void restart(double now);
  void advance_to(double time, const Sink& sink);
  void replan(std::uint32_t body, std::uint32_t vertex);
  void test_found();
};

KineticList::State::State(std::span<MovingMesh* const> meshes, std::span<const WatchedPair> watched,
                          const KineticOptions& chosen)
    : options(chosen), bodies(meshes.begin(), meshes.end()), list(chosen.mode) {
  for (const MovingMesh* body : bodies) list.trees.add(state_of(*body));
  watches.reserve(watched.size());
  for (const auto& [a, b] : watched) {
    watches.emplace_back(list.trees, Watch::Body{&state(a), a}, Watch::Body{&state(b), b},
                         options.tolerance);
  }
  restart(0);
}

void KineticList::State::restart(double now) {
  const base::DefinedFloatMode mode;
  const base::ExecutorScope one_thread(&serial_executor());
  for (const MovingMesh* body : bodies) {
    state_of(*body).prepare(MovingMesh::State::Prepared::rows);
  }
  started = now;
  told = 0;
  impacts.clear();
  list.begin(now);
  for (std::uint32_t i = 0; i < watches.size(); ++i) watches[i].begin(list, i);
  test_found();
}

/// Computes when the pairs of triangles that the list has found touch, if they do.
void KineticList::State::test_found() {
  for (const auto& [watch, a, b] : list.found) watches[watch].add(a, b);
  list.found.clear();
  for (std::uint32_t i = 0; i < watches.size(); ++i) {
    watches[i].take_impacts([&](const Impact& impact) {
      // In literal mode, a pair that parted and came near again is found again. It may have touched
      // before: skip that impact. Newly found pairs touch later.
      if (impact.time < (options.mode == KineticMode::literal ? list.now() : started)) return;
      impacts.add({impact.time, i, impact.a, impact.b}, watches[i].version(impact));
    });
  }
}

void KineticList::State::advance_to(double time, const Sink& sink) {
  for (;;) {
    // Box events at the time of an impact come first: they may lead to another impact.
    if (list.next_time() <= std::min(time, impacts.next_time())) {
      list.step();
      if (!list.found.empty()) test_found();
      continue;
    }
    if (!(impacts.next_time() <= time)) break;
    const auto [impact, version] = impacts.pop();
    const Watch& watch = watches[impact.watched];
    if (version != watch.version({impact.time, impact.a, impact.b})) continue;
    if (!impacts.is_new(impact)) continue;
    list.wait(std::max(list.now(), impact.time));
    ++told;
    if (sink) sink(impact);
  }
  list.wait(time);
}

void KineticList::State::replan(std::uint32_t body, std::uint32_t vertex) {
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
  parents_parted += other.parents_parted;
  triangles_parted += other.triangles_parted;
  impacts += other.impacts;
  return *this;
}

namespace {

/// Runs work(). No exception crosses the library's boundary.
template <class Work>
Result<void> guarded(Work&& work) {
  try {
    work();
  } catch (const kinetic::TooManyPairs&) {
    return Error{
        "a kinetic list has at most 2147483647 pairs of boxes; restart() it, or watch fewer"};
  }
  return {};
}

}  // namespace

KineticList::KineticList(std::unique_ptr<State> state) : state_(std::move(state)) {}
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
  if (!(options.tolerance >= 0) || !std::isfinite(options.tolerance)) {
    return Error{"the tolerance is " + std::to_string(options.tolerance) +
                 "; it must be 0 or more, and finite"};
  }
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    if (bodies[i] == nullptr) return Error{"body " + std::to_string(i) + " is null"};
    const auto first = std::ranges::find(bodies, bodies[i]) - bodies.begin();
    if (static_cast<std::size_t>(first) == i) continue;
    return Error{"bodies " + std::to_string(first) + " and " + std::to_string(i) +
                 " are the same; watch one as both of a pair instead"};
  }
  // Certificates have 32-bit numbers. Each triangle takes 12 of them; half of the numbers are for
  // pairs.
  std::size_t triangles = 0;
  for (const MovingMesh* body : bodies) triangles += body->triangles().size();
  constexpr std::size_t kMost = 1U << 27U;
  if (triangles > kMost) {
    return Error{there_are(triangles, "triangle") + "; " + std::to_string(kMost) +
                 " is the most that a kinetic list may have"};
  }
  std::unique_ptr<State> state;
  if (auto ok = guarded([&] { state = std::make_unique<State>(bodies, watched, options); }); !ok) {
    return ok.error();
  }
  return KineticList(std::move(state));
}

Result<void> KineticList::restart(double now) {
  if (state_->is_telling) return Error{"restart() cannot be called by the sink of advance_to()"};
  if (!(0 <= now && now <= 1)) return Error{"a list starts from 0 to 1"};
  return guarded([&] { state_->restart(now); });
}

Result<void> KineticList::advance_to(double time, const Sink& sink) {
  if (state_->is_telling) return Error{"advance_to() cannot be called by its own sink"};
  if (!(now() <= time && time <= 1)) {
    return Error{"time goes on from " + std::to_string(now()) + " to 1, not to " +
                 std::to_string(time)};
  }
  const base::DefinedFloatMode mode;
  const base::ExecutorScope one_thread(&serial_executor());
  struct Telling {
    bool& is_telling;
    explicit Telling(bool& flag) : is_telling(flag) { is_telling = true; }
    ~Telling() { is_telling = false; }
  } const telling(state_->is_telling);
  return guarded([&] { state_->advance_to(time, sink); });
}

Result<void> KineticList::set_plan(std::uint32_t body, std::uint32_t vertex,
                                   const MovingPoint& plan) {
  if (body >= state_->bodies.size()) {
    return Error{"there is no body " + std::to_string(body) + ", only " +
                 std::to_string(state_->bodies.size())};
  }
  if (auto ok = state_->bodies[body]->set_plan(vertex, plan, now()); !ok) return ok;
  const base::DefinedFloatMode mode;
  const base::ExecutorScope one_thread(&serial_executor());
  return guarded([&] { state_->replan(body, vertex); });
}

double KineticList::now() const {
  return state_->list.now();
}
KineticEvents KineticList::events() const {
  KineticEvents events = state_->list.events();
  events.impacts = state_->told;
  return events;
}
std::uint64_t KineticList::event_limit() const {
  return state_->list.event_limit();
}
QueryStats KineticList::stats() const {
  QueryStats stats{.box_tests = state_->list.box_tests()};
  for (const Watch& watch : state_->watches) stats += watch.stats();
  return stats;
}
std::size_t KineticList::size() const {
  return state_->list.size();
}

std::vector<std::string> validate(const KineticList& list) {
  const base::DefinedFloatMode mode;
  const base::ExecutorScope one_thread(&serial_executor());
  const std::string problem = list.state_->list.problem();
  return problem.empty() ? std::vector<std::string>{} : std::vector{problem};
}

std::size_t KineticList::byte_count() const {
  std::size_t bytes = state_->list.byte_count() + state_->impacts.byte_count();
  for (const Watch& watch : state_->watches) bytes += watch.byte_count();
  return bytes;
}

}  // namespace dermis
