// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/demo/soccer.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "app/colors.h"
#include "app/output.h"
#include "app/progress.h"
#include "app/report.h"
#include "app/verbs.h"
#include "dermis/gltf/gltf.h"
#include "scenes/recording.h"
#include "scenes/soccer.h"

namespace dermis::app {

namespace {

/// Two limbs or objects by name, and their contacts.
struct Row {
  std::string a, b;
  scenes::SoccerContact contact;
};

/// Contacts of the ball first, then those among players, then those with the ground; the highest
/// count first.
std::vector<Row> sorted(const scenes::SoccerStats& stats) {
  std::vector<Row> rows;
  for (const auto& [names, contact] : stats.contacts) {
    if (contact.count == 0) continue;
    const bool turned = names.second == "ball" || names.second == "ground";
    rows.push_back(turned ? Row{names.second, names.first, contact}
                          : Row{names.first, names.second, contact});
  }
  const auto rank = [](const Row& row) {
    return row.a == "ground" || row.b == "ground" ? 2 : row.a == "ball" ? 0 : 1;
  };
  std::ranges::sort(rows, [&](const Row& x, const Row& y) {
    return std::tuple(rank(x), y.contact.count, x.a, x.b) <
           std::tuple(rank(y), x.contact.count, y.a, y.b);
  });
  return rows;
}

/// One color per object of the game.
std::vector<Vec3> colors(const std::vector<std::string>& names) {
  std::vector<Vec3> result;
  result.reserve(names.size());
  for (const std::string& name : names) {
    result.push_back(name == "ground"           ? kGroundColor
                     : name == "ball"           ? kBallColor
                     : name.starts_with("blue") ? kBlueTeamColor
                                                : kRedTeamColor);
  }
  return result;
}

}  // namespace

void demo_soccer(const SoccerDemo& options) {
  if (!(options.seconds >= 0) || options.seconds > 36'000) {
    throw Failure{fmt::format("--seconds {}: a game takes 0 to 36000", options.seconds)};
  }
  if (options.players < 2 || options.players > 22) {
    throw Failure{fmt::format("--players {}: 2 to 22 can play", options.players)};
  }
  check_output(options.output, {"demo soccer", ".glb"}, {});
  Progress progress("soccer");
  scenes::Soccer soccer({.seed = options.seed, .players = options.players});
  constexpr int kEvery = 2;  // frames of the game per frame of the animation
  scenes::Recording recording(scenes::Soccer::kFramesPerSecond / kEvery);
  const auto models = soccer.models();
  const auto names = soccer.names();
  for (std::size_t i = 0; i < models.size(); ++i) recording.add(*models[i], names[i]);
  const auto frames =
      static_cast<std::size_t>(std::llround(options.seconds * scenes::Soccer::kFramesPerSecond));
  for (std::size_t f = 0; f < frames; ++f) {
    soccer.step();
    if (!options.output.empty() && f % kEvery == 0) recording.add_frame(soccer.poses());
    progress.show(double(f + 1) / double(frames));
  }
  if (!options.output.empty()) {
    need(export_glb(recording.model("soccer"), options.output, {colors(names)}));
  }
  const scenes::SoccerStats& stats = soccer.stats();
  const std::vector<Row> rows = sorted(stats);
  const double per_frame = 1.0 / double(std::max<std::size_t>(frames, 1));
  if (options.json) {
    Json contacts = Json::array();
    for (const Row& row : rows) {
      contacts.push_back({{"a", row.a},
                          {"b", row.b},
                          {"count", row.contact.count},
                          {"deepest", row.contact.deepest}});
    }
    fmt::print("{}\n", to_text({{"schema", 1},
                                {"scene", "soccer"},
                                {"seconds", options.seconds},
                                {"seed", options.seed},
                                {"players", options.players},
                                {"hash", fmt::format("{:016x}", stats.hash)},
                                {"lowest_body_m", frames == 0 ? 0 : stats.lowest},
                                {"ball_max_height_m", stats.ball_height},
                                {"energy_max_j", stats.energy},
                                {"kicks", stats.kicks},
                                {"falls", stats.falls},
                                {"ms_per_frame",
                                 {{"broad", stats.broad_ms * per_frame},
                                  {"limbs", stats.limbs_ms * per_frame},
                                  {"physics", stats.physics_ms * per_frame}}},
                                {"contacts", contacts}}));
    return;
  }
  fmt::print("{}, a ball and a ground for {:g} s; contacts by Dermis, response by ODE\n\n",
             counted(options.players, "player"), options.seconds);
  fmt::print("  kicked      {}; the ball was {:.2f} m high at most\n",
             stats.kicks == 1 ? std::string("once") : counted(stats.kicks, "time"),
             stats.ball_height);
  fmt::print("  fallen over {}; the lowest vertex was at {:.1f} mm\n",
             counted(stats.falls, "player"), frames == 0 ? 0 : 1e3 * stats.lowest);
  fmt::print("  a frame     {:.2f} ms: broad phase {:.3f}, limbs {:.2f}, physics {:.2f}\n",
             per_frame * (stats.broad_ms + stats.limbs_ms + stats.physics_ms),
             per_frame * stats.broad_ms, per_frame * stats.limbs_ms, per_frame * stats.physics_ms);
  fmt::print("  hash        {:016x}\n\n", stats.hash);
  std::size_t width = 5;
  constexpr std::size_t kMostShown = 16;
  const std::size_t shown = std::min(rows.size(), kMostShown);
  for (std::size_t i = 0; i < shown; ++i)
    width = std::max({width, rows[i].a.size(), rows[i].b.size()});
  fmt::print("  {:<{}}  {:<{}}  times  deepest\n", "limb", width, "limb", width);
  for (std::size_t i = 0; i < shown; ++i) {
    fmt::print("  {:<{}}  {:<{}}  {:>5}  {:>4.0f} mm\n", rows[i].a, width, rows[i].b, width,
               rows[i].contact.count, 1e3 * rows[i].contact.deepest);
  }
  if (rows.size() > shown) fmt::print("  … and {} more (--json)\n", rows.size() - shown);
  if (!options.output.empty()) fmt::print("\nto look at: {}\n", options.output);
}

}  // namespace dermis::app
