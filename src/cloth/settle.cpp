// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// The end of a step: moves cloth out of the skin and limits its stretch, until both are done.
#include <algorithm>
#include <cmath>
#include <numeric>

#include "cloth/cloth_state.h"
#include "math/points.h"

namespace dermis {

using math::to_point;
using math::to_vector;
using math::Vec3d;

void Cloth::State::limit_stretch() {
  constexpr int kPasses = 8;
  for (int pass = 0; pass < kPasses; ++pass) {
    if (!springs.limit_stretch(at, inverse_masses, options.max_stretch)) break;
  }
}

void Cloth::State::end_step(const Character* body, double seconds) {
  // Stopping self-contacts stretches the cloth. Limiting the stretch can make it touch itself
  // again.
  constexpr int kRounds = 10;
  std::vector<Vec3d> start;
  double least = HUGE_VAL;
  for (int round = 0; round < kRounds; ++round) {
    if (self) start = at;
    if (body != nullptr) {
      settle(*body);
    } else {
      limit_stretch();
    }
    if (self) stop_self_contacts(start, started, seconds, body);
    measure();
    // Cloth that is pinned too far apart stays stretched.
    if (!self || stats.stretch <= options.max_stretch || stats.stretch >= least) break;
    least = stats.stretch;
  }
  publish();
  count_contacts();
}

void Cloth::State::settle(const Character& body) {
  constexpr std::uint32_t kRounds = 24;
  constexpr std::uint32_t kPatience = 4;  // rounds before snags are released
  for (std::uint32_t round = 0; round < kRounds; ++round) {
    before = at;
    push_out();
    // The last round only moves vertices out: this takes precedence over the stretch.
    if (round + 1 < kRounds) {
      if (round >= kPatience) release_snags(body, round % 2 == 0);
      limit_stretch();
    }
    if (!look_at_moved(body)) break;
    ++stats.rounds;
  }
}

void Cloth::State::count_contacts() {
  stats.near_skin = 0;
  stats.inside = 0;
  for (std::size_t v = 0; v < at.size(); ++v) {
    if (!nearest[v].found()) continue;
    ++stats.near_skin;
    if (nearest[v].distance < 0 && !is_pinned(v)) ++stats.inside;
  }
}

void Cloth::State::push_out() {
  // Vertices nearer than half the thickness are moved out. The next step moves vertices that are
  // slightly too near.
  constexpr double kLeast = 1e-6;  // far above rounding
  const double thickness = std::max(options.thickness, kLeast);
  const double near = thickness / 2;
  for (std::size_t v = 0; v < at.size(); ++v) {
    const NearestSkin& skin = nearest[v];
    if (!skin.found() || skin.distance >= near || is_pinned(v)) continue;
    const Vec3d normal = to_vector(skin.normal);
    at[v] = to_vector(skin.at) + thickness * normal;
    // Removes the speed into the skin. The planes of the next step add the speed of the skin.
    speed[v] = speed[v] - std::min(0.0, dot(speed[v], normal)) * normal;
    ++stats.pushed;
  }
}

bool Cloth::State::look_at_moved(const Character& body) {
  std::vector<std::uint32_t> moved;
  double farthest = 0;
  for (const std::uint32_t v : order) {
    const double way = length(at[v] - before[v]);
    if (!(way > 0)) continue;
    moved.push_back(v);
    positions[v] = to_point(at[v]);
    const double depth = nearest[v].found() ? std::max(0.0, -nearest[v].distance) : 0;
    farthest = std::max(farthest, depth + way);
  }
  if (moved.empty()) return false;
  // Search farther if vertices may be deep inside.
  const double reach = options.thickness + options.margin;
  find(body, positions, moved, farthest > options.margin / 2 ? reach + farthest : reach, nearest);
  for (const std::uint32_t v : moved) {
    if (nearest[v].distance > reach) nearest[v] = {};
  }
  return true;
}

void Cloth::State::release_snags(const Character& body, bool most_pulled) {
  // Per vertex: the excess stretch of its sides, and the sum and number of its neighbours.
  struct Pull {
    double sum = 0;
    Vec3d neighbors;
    std::uint32_t count = 0;
  };
  std::vector<Pull> pulls(at.size());
  bool any = false;
  for (const cloth::Spring& side : springs.sides()) {
    const double stretch = length(at[side.b] - at[side.a]) / side.rest - 1;
    const double more = std::max(0.0, stretch - options.max_stretch * 1.01);
    any = any || more > 0;
    for (const auto& [v, other] : {std::pair{side.a, side.b}, std::pair{side.b, side.a}}) {
      pulls[v].sum += more;
      pulls[v].neighbors = pulls[v].neighbors + at[other];
      ++pulls[v].count;
    }
  }
  if (!any) return;
  constexpr std::size_t kPlaces = 32;
  std::vector<Point> places(kPlaces);
  std::vector<std::uint32_t> all_places(kPlaces);
  std::iota(all_places.begin(), all_places.end(), 0U);
  std::vector<NearestSkin> found;
  for (const cloth::Spring& side : springs.sides()) {
    const double longest = (1 + options.max_stretch * 1.01) * side.rest;
    if (length(at[side.b] - at[side.a]) <= longest) continue;
    // The end that is pulled more may be on the wrong side of something thin, or else the other
    // end.
    const bool first = (pulls[side.a].sum >= pulls[side.b].sum) == most_pulled;
    const std::uint32_t v = first ? side.a : side.b;
    if (is_pinned(v) || !nearest[v].found()) continue;
    const Vec3d goal = (1.0 / pulls[v].count) * pulls[v].neighbors;
    // Up to twice the way, because the goal may be inside, too.
    for (std::size_t i = 0; i < kPlaces; ++i) {
      places[i] = to_point(at[v] + (2 * double(i + 1) / kPlaces) * (goal - at[v]));
    }
    found.assign(kPlaces, {});
    find(body, places, all_places, options.thickness + options.margin, found);
    // The vertex moves to the first place outside after one inside. Places that are too deep to be
    // found do not count as outside.
    bool was_inside = false;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (!found[i].found()) continue;
      const bool inside = found[i].distance < options.thickness / 2;
      if (was_inside && !inside) {
        at[v] = to_vector(places[i]);
        nearest[v] = found[i];
        speed[v] = {};
        break;
      }
      was_inside = was_inside || inside;
    }
  }
}

}  // namespace dermis
