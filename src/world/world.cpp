// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/world/world.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "base/float_mode.h"
#include "base/parallel.h"
#include "dermis/base/counted.h"
#include "query/character_state.h"
#include "world/contact_book.h"
#include "world/moving_character.h"
#include "world/narrow_phase.h"
#include "world/sweep_and_prune.h"

namespace dermis {

namespace {

using Clock = std::chrono::steady_clock;

double milliseconds_since(Clock::time_point start) {
  return std::chrono::duration<double, std::milli>(Clock::now() - start).count();
}

constexpr std::uint32_t kMostClasses = 256;
constexpr std::uint32_t kMostSubSteps = 1'000'000;

}  // namespace

struct World::State {
  explicit State(const WorldOptions& chosen)
      : options(chosen), rules(std::size_t{chosen.class_count} * chosen.class_count) {}

  struct Slot {
    std::uint32_t generation = 0;
    std::unique_ptr<world::MovingCharacter> character;  ///< null: free
    ObjectOptions options;
    bool posed = false;          ///< false: its next pose has no motion before it
    std::uint64_t posed_by = 0;  ///< the last call of set_poses() that named the object
  };

  [[nodiscard]] Result<Slot*> slot(ObjectId id) {
    if (!id) return Error{"the id is null"};
    if (id.slot > slots.size() || slots[id.slot - 1].generation != id.generation ||
        slots[id.slot - 1].character == nullptr) {
      return Error{"there is no object " + std::to_string(id.slot) + " of generation " +
                   std::to_string(id.generation) + " any more"};
    }
    return &slots[id.slot - 1];
  }
  [[nodiscard]] ObjectId id_of(std::size_t place) const {
    return {static_cast<std::uint32_t>(place + 1), slots[place].generation};
  }
  [[nodiscard]] const ClassRule& rule(std::uint32_t a, std::uint32_t b) const {
    return rules[std::size_t{a} * options.class_count + b];
  }

  /// Two objects to test. The one with the smaller tag comes first.
  struct Pair {
    std::size_t a, b;  ///< slots
    const ClassRule* rule;
  };
  std::vector<Pair> find_pairs();
  void look_at(std::span<const Pair> pairs);

  WorldOptions options;
  std::vector<ClassRule> rules;  ///< one per ordered pair of classes
  std::vector<Slot> slots;
  std::vector<std::uint32_t> free;
  std::size_t count = 0;
  std::uint64_t calls = 0;  ///< number of calls of set_poses()
  world::SweepAndPrune sweep;
  std::vector<math::Box> boxes;
  std::vector<world::ObjectPair> box_pairs;
  world::ContactBook book;
  WorldStep result;
};

std::vector<World::State::Pair> World::State::find_pairs() {
  boxes.clear();
  for (const Slot& slot : slots) {
    boxes.push_back(slot.character == nullptr ? math::Box::empty() : slot.character->swept_box());
  }
  world::SweepStats stats;
  sweep.find(boxes, box_pairs, &stats);
  std::vector<Pair> pairs;
  for (const auto& [first, second] : box_pairs) {
    // A box of NaNs overlaps every box, including those of free slots.
    if (slots[first].character == nullptr || slots[second].character == nullptr) continue;
    ++result.stats.box_pairs;
    const auto order = [&](std::size_t i) { return std::pair(slots[i].options.tag, id_of(i)); };
    const bool swapped = order(second) < order(first);
    const std::size_t a = swapped ? second : first;
    const std::size_t b = swapped ? first : second;
    const ClassRule& between =
        rule(slots[a].options.collision_class, slots[b].options.collision_class);
    if (between.detail != PairDetail::ignore) pairs.push_back({a, b, &between});
  }
  const auto order = [&](const Pair& pair) {
    return std::tuple(slots[pair.a].options.tag, slots[pair.b].options.tag, id_of(pair.a),
                      id_of(pair.b));
  };
  std::ranges::sort(pairs, {}, order);
  result.stats.box_tests = stats.box_tests;
  result.stats.considered = pairs.size();
  return pairs;
}

void World::State::look_at(std::span<const Pair> pairs) {
  struct Answer {
    std::optional<WorldContact> contact;
    WorldStats stats;
  };
  std::vector<Answer> answers(pairs.size());
  const auto answer = [&](std::size_t i) {
    const Pair& pair = pairs[i];
    answers[i].contact = world::meet(*slots[pair.a].character, *slots[pair.b].character, *pair.rule,
                                     options, answers[i].stats);
  };
  base::parallel_for(pairs.size(), 1, [&](std::size_t begin, std::size_t end) {
    for (std::size_t i = begin; i < end; ++i) answer(i);
  });
  for (std::size_t i = 0; i < pairs.size(); ++i) {
    result.stats.limbs += answers[i].stats.limbs;
    result.stats.sub_steps += answers[i].stats.sub_steps;
    if (!answers[i].contact) continue;
    WorldContact& contact = result.contacts.emplace_back(std::move(*answers[i].contact));
    contact.a = id_of(pairs[i].a);
    contact.b = id_of(pairs[i].b);
  }
}

World::World(std::unique_ptr<State> state) : state_(std::move(state)) {}
World::~World() = default;
World::World(World&&) noexcept = default;
World& World::operator=(World&&) noexcept = default;

Result<World> World::make(const WorldOptions& options) {
  if (options.class_count < 1 || options.class_count > kMostClasses) {
    return Error{"a world cannot have " + counted(options.class_count, "collision class") +
                 "; 1 to " + std::to_string(kMostClasses) + " are possible"};
  }
  if (!(options.sub_step > 0)) {
    return Error{"WorldOptions::sub_step must be above 0, not " + std::to_string(options.sub_step)};
  }
  if (options.max_sub_steps < 1 || options.max_sub_steps > kMostSubSteps) {
    return Error{"a step cannot have up to " + counted(options.max_sub_steps, "sub-step") +
                 "; 1 to " + std::to_string(kMostSubSteps) + " are possible"};
  }
  return World(std::make_unique<State>(options));
}

Result<void> World::set_rule(std::uint32_t class_a, std::uint32_t class_b, ClassRule rule) {
  const std::uint32_t count = state_->options.class_count;
  for (const std::uint32_t c : {class_a, class_b}) {
    if (c < count) continue;
    return Error{"there is no collision class " + std::to_string(c) + "; " +
                 there_are(count, "collision class")};
  }
  ClassRule turned = rule;
  if (rule.filter) {
    turned.filter = [filter = rule.filter](const Limb& a, const Limb& b) { return filter(b, a); };
  }
  state_->rules[std::size_t{class_b} * count + class_a] = std::move(turned);
  state_->rules[std::size_t{class_a} * count + class_b] = std::move(rule);
  return {};
}

Result<ObjectId> World::add(const Collider& collider, const ObjectOptions& options) {
  if (options.collision_class >= state_->options.class_count) {
    return Error{"there is no collision class " + std::to_string(options.collision_class) + "; " +
                 there_are(state_->options.class_count, "collision class")};
  }
  auto character = Character::make(collider);
  if (!character) return character.error();
  std::size_t place = state_->slots.size();
  if (state_->free.empty()) {
    state_->slots.emplace_back();
  } else {
    place = state_->free.back();
    state_->free.pop_back();
  }
  State::Slot& slot = state_->slots[place];
  ++slot.generation;
  slot.character = std::make_unique<world::MovingCharacter>(std::move(*character));
  slot.options = options;
  slot.posed = false;
  ++state_->count;
  return state_->id_of(place);
}

Result<void> World::remove(ObjectId id) {
  const auto slot = state_->slot(id);
  if (!slot) return slot.error();
  (*slot)->character.reset();
  state_->free.push_back(id.slot - 1);
  --state_->count;
  return {};
}

Result<void> World::set_poses(std::span<const ObjectId> ids, std::span<const Pose> poses) {
  if (ids.size() != poses.size()) {
    return Error{there_are(poses.size(), "pose") + " for " + counted(ids.size(), "object")};
  }
  const base::DefinedFloatMode mode;
  const std::uint64_t call = ++state_->calls;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const auto slot = state_->slot(ids[i]);
    const auto where = [&] { return "pose " + std::to_string(i) + ": "; };
    if (!slot) return Error{where() + slot.error().message};
    if (std::exchange((*slot)->posed_by, call) == call) {
      return Error{where() + "its object has another pose in this call"};
    }
    if (const auto ok = (*slot)->character->prepare(poses[i]); !ok) {
      return Error{where() + ok.error().message};
    }
  }
  for (std::size_t i = 0; i < ids.size(); ++i) {
    State::Slot& slot = **state_->slot(ids[i]);
    slot.character->set_prepared(poses[i], slot.posed);
    slot.posed = true;
  }
  return {};
}

Result<void> World::teleport(ObjectId id, const Pose& pose) {
  const auto slot = state_->slot(id);
  if (!slot) return slot.error();
  const base::DefinedFloatMode mode;
  if (auto ok = (*slot)->character->prepare(pose); !ok) return ok;
  (*slot)->character->set_prepared(pose, false);
  (*slot)->posed = true;
  return {};
}

const Character* World::character(ObjectId id) const {
  const auto slot = state_->slot(id);
  return slot ? &(*slot)->character->now() : nullptr;
}

std::size_t World::size() const {
  return state_->count;
}

const WorldStep& World::step() {
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(state_->options.executor);
  state_->result = {};
  state_->result.stats.objects = state_->count;
  const auto start = Clock::now();
  const std::vector<State::Pair> pairs = state_->find_pairs();
  state_->result.stats.broad_ms = milliseconds_since(start);
  const auto looking = Clock::now();
  state_->look_at(pairs);
  state_->result.stats.narrow_ms = milliseconds_since(looking);
  state_->book.turn_page(state_->result.contacts, state_->result.events);
  for (State::Slot& slot : state_->slots) {
    if (slot.character != nullptr) slot.character->arrive();
  }
  return state_->result;
}

}  // namespace dermis
