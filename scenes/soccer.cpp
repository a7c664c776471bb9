// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/soccer.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "dermis/ode/physics.h"
#include "dermis/ode/ragdoll.h"
#include "scenes/soccer_player.h"
#include "scenes/stopwatch.h"

namespace dermis::scenes {

namespace {

constexpr float kBallRadius = 0.11F;
constexpr float kBallMass = 0.43F;
constexpr double kHalfLength = 18;  // half of the field, metres, along z
constexpr double kHalfWidth = 11;
constexpr int kSubSteps = 2;  // per frame
constexpr double kStep = 1 / (Soccer::kFramesPerSecond * kSubSteps);
constexpr double kFallSpeed = 3.2;    // a player who is hit faster falls over
constexpr double kLoosenSpeed = 1.2;  // an arm that is hit faster gives way

// Collision classes.
constexpr std::uint32_t kGround = 0;
constexpr std::uint32_t kBall = 1;
constexpr std::uint32_t kPlayer = 2;
constexpr std::uint32_t kClasses = 3;

/// A model with limbs. `only_limb` names its limb if it has just one.
struct Kind {
  Model model;
  CollideShape shape;
  Collider limbs;

  Kind(Model made, const LimbOptions& options, const char* only_limb = nullptr)
      : model(std::move(made)), shape(*make_limbs(model, options)), limbs(named(only_limb)) {}

 private:
  Collider named(const char* only_limb) {
    if (only_limb != nullptr) shape.limbs[0].name = only_limb;
    return *with_limbs(*bake(model), shape);
  }
};

LimbOptions limbs_of_a_man(const Model& man) {
  LimbOptions options;
  options.clips = {*find_clip(man, "walk"), *find_clip(man, "run"), *find_clip(man, "kick")};
  options.groups.overrides = {
      {"chest", {"chest", "upper_chest", "neck", "left_clavicle", "right_clavicle"}}};
  return options;
}

bool is_arm(const std::string& name) {
  return name.ends_with("arm") || name.ends_with("hand");
}

}  // namespace

struct Soccer::State {
  explicit State(const SoccerOptions& options);

  void move_bodies();
  void pose_bodies();
  void answer(const WorldStep& step);
  void answer_players(const WorldContact& contact, SoccerPlayer& a, SoccerPlayer& b);
  void free_ball(const WorldContact& contact, float side);
  void answer_ball(const WorldContact& contact, SoccerPlayer& player);
  void answer_ground(const WorldContact& contact, SoccerPlayer& player);
  void note(const WorldStep& step);
  void measure();
  void new_ball();

  [[nodiscard]] Spot ball_spot() const {
    const auto at = ode::read(ball).at;
    return {at.x, at.z};
  }
  SoccerPlayer* player_of(ObjectId id) {
    const auto found = std::ranges::find(players, id, &SoccerPlayer::id);
    return found == players.end() ? nullptr : &*found;
  }
  [[nodiscard]] Pose ground_pose() const {
    return placed(bind_pose(ground.model), placement({0, -0.5F, 0}, 0));
  }
  [[nodiscard]] Pose ball_pose() const { return {{ode::to_affine(ode::read(ball))}, {}}; }

  Kind man, ground, ball_kind;
  World world;
  ode::Physics physics;
  ObjectId ground_id, ball_id;
  dxBody* ball = nullptr;
  std::vector<SoccerPlayer> players;
  std::uint64_t random;
  SoccerStats stats;

  double next_random() {
    random = random * 6364136223846793005U + 1442695040888963407U;
    return double(random >> 11U) * 0x1p-53;
  }
};

namespace {

World make_world(const SoccerOptions& options) {
  World world = *World::make({.class_count = kClasses, .executor = options.executor});
  const ClassRule limbs{.detail = PairDetail::limbs};
  const ClassRule fast{.detail = PairDetail::limbs, .motion = MotionTest::sub_steps};
  static_cast<void>(world.set_rule(kGround, kPlayer, limbs));
  static_cast<void>(world.set_rule(kPlayer, kPlayer, limbs));
  static_cast<void>(world.set_rule(kBall, kPlayer, fast));
  static_cast<void>(world.set_rule(kBall, kGround, fast));
  static_cast<void>(world.set_rule(kGround, kGround, {.detail = PairDetail::ignore}));
  return world;
}

}  // namespace

Soccer::State::State(const SoccerOptions& options)
    : man(make_man(), limbs_of_a_man(make_man())),
      ground(make_box({60, 1, 60}), {}, "ground"),
      ball_kind(make_ball(kBallRadius, 24), {}, "ball"),
      world(make_world(options)),
      physics({.seed = static_cast<std::uint32_t>(options.seed)}),
      random(options.seed * 2 + 1) {
  ground_id = *world.add(ground.limbs, {.collision_class = kGround, .tag = 0});
  static_cast<void>(world.teleport(ground_id, ground_pose()));
  ball = physics.add_ball(kBallRadius, kBallMass, {0, 0.6F, 0});
  ball_id = *world.add(ball_kind.limbs, {.collision_class = kBall, .tag = 1});
  static_cast<void>(world.teleport(ball_id, ball_pose()));
  const std::uint32_t count = std::clamp(options.players, 2U, 22U);
  for (std::uint32_t i = 0; i < count; ++i) {
    SoccerPlayer player(man.model,
                        *ode::Ragdoll::make(physics, man.model, man.shape,
                                            {.loose_seconds = 1.6, .blend_seconds = 0.7}));
    player.team = static_cast<int>(i % 2);
    const double side = player.team == 0 ? -1 : 1;
    const std::uint32_t rank = i / 2;
    const std::uint32_t last = count / 2 - 1;
    player.home = {(rank - last / 2.0) * 3 + next_random() - 0.5, side * (4 + 2 * next_random())};
    player.at = player.home;
    player.facing = side < 0 ? 0 : 180;
    player.clip_time = next_random();
    player.id = *world.add(man.limbs, {.collision_class = kPlayer, .tag = 2 + i});
    player.pose = player.followed();
    static_cast<void>(player.ragdoll.set_pose(player.pose));
    static_cast<void>(world.teleport(player.id, player.pose));
    players.push_back(std::move(player));
  }
  stats.lowest = std::numeric_limits<double>::infinity();
}

void Soccer::State::move_bodies() {
  // The nearest player of each team goes for the ball. The nearest of all runs faster.
  const auto distance = [&](const SoccerPlayer* p) {
    return p == nullptr ? HUGE_VAL : length(p->at - ball_spot());
  };
  const SoccerPlayer* nearest[2] = {};
  for (const SoccerPlayer& player : players) {
    const SoccerPlayer*& best = nearest[player.team];
    if (player.fallen == 0 && distance(&player) < distance(best)) best = &player;
  }
  const SoccerPlayer* const first =
      distance(nearest[0]) < distance(nearest[1]) ? nearest[0] : nearest[1];
  SoccerView view;
  view.ball = ball_spot();
  view.ball_is_low = ode::read(ball).at.y < 0.5F;
  for (SoccerPlayer& player : players) {
    view.goal = {0, player.team == 0 ? kHalfLength : -kHalfLength};
    view.chases = &player == nearest[player.team];
    view.first = &player == first;
    player.play(view, kStep);
  }
  for (SoccerPlayer& player : players) {
    static_cast<void>(player.ragdoll.follow(player.followed(), kStep));
  }
  const Stopwatch watch;
  physics.step(kStep);
  stats.physics_ms += watch.ms();
}

void Soccer::State::pose_bodies() {
  std::vector<ObjectId> ids{ground_id, ball_id};
  std::vector<Pose> poses{ground_pose(), ball_pose()};
  for (SoccerPlayer& player : players) {
    player.pose = player.ragdoll.pose();
    ids.push_back(player.id);
    poses.push_back(player.pose);
  }
  static_cast<void>(world.set_poses(ids, poses));
}

void Soccer::State::answer_players(const WorldContact& contact, SoccerPlayer& a, SoccerPlayer& b) {
  const LimbContact* deepest = nullptr;
  for (const LimbContact& limbs : contact.limbs.contacts) {
    dxBody* const body_a = a.ragdoll.body(limbs.limb_a);
    dxBody* const body_b = b.ragdoll.body(limbs.limb_b);
    const Vec3 va = ode::velocity_at(body_a, limbs.at);
    const Vec3 vb = ode::velocity_at(body_b, limbs.at);
    const Vec3& n = limbs.normal;
    const double hit = (va.x - vb.x) * n.x + (va.y - vb.y) * n.y + (va.z - vb.z) * n.z;
    const bool arm_a = is_arm(man.shape.limbs[limbs.limb_a].name);
    const bool arm_b = is_arm(man.shape.limbs[limbs.limb_b].name);
    if (arm_a && hit > kLoosenSpeed) a.ragdoll.loosen(limbs.limb_a);
    if (arm_b && hit > kLoosenSpeed) b.ragdoll.loosen(limbs.limb_b);
    if (!arm_a && !arm_b && hit > kFallSpeed) {
      for (SoccerPlayer* const player : {&a, &b}) stats.falls += player->fall(kStep) ? 1U : 0U;
    }
    physics.add_contact(limbs, body_a, body_b, {.friction = 0.4F});
    if (!arm_a && !arm_b && (deepest == nullptr || limbs.depth > deepest->depth)) deepest = &limbs;
  }
  // Led limbs do not react to forces, so both players give way, as far as they stand on the ground.
  if (deepest == nullptr) return;
  const Spot out{deepest->normal.x, deepest->normal.z};
  const double share = length(out);
  if (!(share > 0.2)) return;
  const Spot apart = (0.5 * std::min<double>(deepest->depth, 0.03) / share) * out;
  a.give_way(-1 * apart);
  b.give_way(apart);
}

/// Moves the ball back to its place at the contact, and out of the other object. `side` is 1 if the
/// ball is the second object.
void Soccer::State::free_ball(const WorldContact& contact, float side) {
  ode::BodyState state = ode::read(ball);
  const auto back = static_cast<float>((1 - contact.time) * kStep);
  const auto& limbs =
      std::ranges::max(contact.limbs.contacts, {}, [](const auto& c) { return c.depth; });
  const float out = side * limbs.depth;
  state.at.x += out * limbs.normal.x - back * state.velocity.x;
  state.at.y += out * limbs.normal.y - back * state.velocity.y;
  state.at.z += out * limbs.normal.z - back * state.velocity.z;
  state.at.y = std::max(state.at.y, kBallRadius - 0.004F);  // at most 4 mm into the ground
  ode::write(ball, state);
  const Pose pose = ball_pose();
  static_cast<void>(world.set_poses(std::span(&ball_id, 1), std::span(&pose, 1)));
}

void Soccer::State::answer_ball(const WorldContact& contact, SoccerPlayer& player) {
  free_ball(contact, -1);
  for (const LimbContact& limbs : contact.limbs.contacts) {
    dxBody* const body = player.ragdoll.body(limbs.limb_b);
    const Vec3 v = ode::velocity_at(ball, limbs.at);
    const double fast = std::sqrt(double{v.x} * v.x + double{v.y} * v.y + double{v.z} * v.z);
    if (is_arm(man.shape.limbs[limbs.limb_b].name) && fast > 6) {
      player.ragdoll.loosen(limbs.limb_b);
    }
    physics.add_contact(limbs, ball, body, {.friction = 0.5F, .bounce = 0.3F});
  }
}

void Soccer::State::answer_ground(const WorldContact& contact, SoccerPlayer& player) {
  double deepest = 0;
  for (const LimbContact& limbs : contact.limbs.contacts) {
    deepest = std::max<double>(deepest, limbs.depth);
    if (!player.ragdoll.is_loose(limbs.limb_b)) continue;
    physics.add_contact(limbs, nullptr, player.ragdoll.body(limbs.limb_b), {.friction = 0.9F});
  }
  // A player who falls fast is inside the ground within a step, and blended clips do not respect
  // the ground. Raises the player before the frame is shown.
  constexpr double kAllowed = 0.004;
  if (deepest <= kAllowed) return;
  player.raise(static_cast<float>(deepest - kAllowed / 2));
  static_cast<void>(world.set_poses(std::span(&player.id, 1), std::span(&player.pose, 1)));
}

void Soccer::State::answer(const WorldStep& step) {
  // A copy, because poses are set while contacts are answered.
  const std::vector<WorldContact> contacts = step.contacts;
  for (const WorldContact& contact : contacts) {
    SoccerPlayer* const a = player_of(contact.a);
    SoccerPlayer* const b = player_of(contact.b);
    if (a != nullptr && b != nullptr) {
      answer_players(contact, *a, *b);
    } else if (contact.a == ball_id && b != nullptr) {
      answer_ball(contact, *b);
    } else if (contact.a == ground_id && b != nullptr) {
      answer_ground(contact, *b);
    } else if (contact.a == ground_id && contact.b == ball_id) {
      free_ball(contact, 1);
      for (const LimbContact& limbs : contact.limbs.contacts) {
        physics.add_contact(limbs, nullptr, ball,
                            {.friction = 0.7F, .bounce = 0.65F, .rolling = 0.004F});
      }
    }
  }
}

void Soccer::State::note(const WorldStep& step) {
  stats.broad_ms += step.stats.broad_ms;
  stats.limbs_ms += step.stats.narrow_ms;
  stats.limbs += step.stats.limbs;
  const auto name = [&](ObjectId id, std::uint32_t limb) -> std::string {
    if (id == ground_id) return "ground";
    if (id == ball_id) return "ball";
    return man.shape.limbs[limb].name;
  };
  const auto entry = [&](const std::string& a, const std::string& b) -> SoccerContact& {
    return stats.contacts[a < b ? std::pair(a, b) : std::pair(b, a)];
  };
  for (const WorldContact& contact : step.contacts) {
    for (const LimbContact& limbs : contact.limbs.contacts) {
      SoccerContact& known = entry(name(contact.a, limbs.limb_a), name(contact.b, limbs.limb_b));
      known.deepest = std::max<double>(known.deepest, limbs.depth);
    }
  }
  for (const WorldEvent& event : step.events) {
    if (event.kind != WorldEvent::Kind::begin) continue;
    const std::string a = name(event.a, event.limb_a);
    const std::string b = name(event.b, event.limb_b);
    ++entry(a, b).count;
    if (a == "ball" && b.ends_with("foot")) ++stats.kicks;
  }
}

void Soccer::State::new_ball() {
  ode::write(ball, {{0, 0.6F, 0}, {}, {}, {}});
  static_cast<void>(world.teleport(ball_id, ball_pose()));
}

void Soccer::State::measure() {
  const auto mix = [&](float x) {
    stats.hash = (stats.hash ^ std::bit_cast<std::uint32_t>(x)) * 0x100000001b3U;
  };
  const auto take = [&](ObjectId id, const Pose& pose) {
    for (const Affine& m : pose.joints) {
      for (const Vec3& v : {m.x, m.y, m.z, m.t}) {
        mix(v.x);
        mix(v.y);
        mix(v.z);
      }
    }
    const Character& character = *world.character(id);
    const auto bounds = limb_bounds(character);
    for (std::uint32_t l = 0; l < bounds.size(); ++l) {
      // Only limbs near the ground are tested.
      if (std::min(bounds[l].a.y, bounds[l].b.y) - bounds[l].radius > 0) continue;
      for (const Vec3& v : limb_vertices(character, l)) {
        stats.lowest = std::min<double>(stats.lowest, v.y);
      }
    }
  };
  take(ball_id, ball_pose());
  for (const SoccerPlayer& player : players) take(player.id, player.pose);
  stats.ball_height = std::max<double>(stats.ball_height, ode::read(ball).at.y);
  stats.energy = std::max(stats.energy, physics.energy());
  stats.seconds += 1 / kFramesPerSecond;
}

Soccer::Soccer(const SoccerOptions& options) : state_(std::make_unique<State>(options)) {}
Soccer::~Soccer() = default;
Soccer::Soccer(Soccer&&) noexcept = default;
Soccer& Soccer::operator=(Soccer&&) noexcept = default;

void Soccer::step() {
  for (int i = 0; i < kSubSteps; ++i) {
    state_->move_bodies();
    state_->pose_bodies();
    const WorldStep& step = state_->world.step();
    state_->note(step);
    state_->answer(step);
  }
  const Spot ball = state_->ball_spot();
  if (std::abs(ball.x) > kHalfWidth || std::abs(ball.z) > kHalfLength) state_->new_ball();
  state_->measure();
}

const SoccerStats& Soccer::stats() const {
  return state_->stats;
}

std::vector<const Model*> Soccer::models() const {
  std::vector<const Model*> result{&state_->ground.model, &state_->ball_kind.model};
  result.resize(2 + state_->players.size(), &state_->man.model);
  return result;
}

std::vector<std::string> Soccer::names() const {
  std::vector<std::string> result{"ground", "ball"};
  for (std::size_t i = 0; i < state_->players.size(); ++i) {
    result.push_back((state_->players[i].team == 0 ? "blue " : "red ") + std::to_string(i / 2 + 1));
  }
  return result;
}

std::vector<Pose> Soccer::poses() const {
  std::vector<Pose> result{state_->ground_pose(), state_->ball_pose()};
  for (const SoccerPlayer& player : state_->players) result.push_back(player.pose);
  return result;
}

}  // namespace dermis::scenes
