// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/cloth/cloth.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/float_mode.h"
#include "base/parallel.h"
#include "cloth/cloth_state.h"
#include "dermis/base/counted.h"

namespace dermis {

namespace {

double apart(const Point& a, const Point& b) {
  return length(math::Vec3d{a[0] - b[0], a[1] - b[1], a[2] - b[2]});
}

/// The reason why a mesh cannot be cloth; empty if it can.
std::string problem_of(const Mesh& mesh) {
  if (mesh.triangles.empty()) return "cloth without triangles";
  for (std::size_t v = 0; v < mesh.positions.size(); ++v) {
    // Far below the coordinates at which squared distances would overflow.
    constexpr double kMost = 1e6;
    for (const double x : mesh.positions[v]) {
      if (!(std::abs(x) <= kMost)) {
        return "vertex " + std::to_string(v) +
               " has coordinates that are not finite, or more than 1000 km from the origin";
      }
    }
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    const std::string name = "triangle " + std::to_string(t);
    const Triangle& corners = mesh.triangles[t];
    for (std::size_t c = 0; c < 3; ++c) {
      const std::uint32_t a = corners[c];
      const std::uint32_t b = corners[(c + 1) % 3];
      if (a >= mesh.positions.size()) {
        return name + " has a corner " + std::to_string(a) + ", but " +
               there_are(mesh.positions.size(), "vertex");
      }
      if (a == b) return name + " names corner " + std::to_string(a) + " twice";
      constexpr double kShortest = 1e-15;  // a shorter side has no usable direction
      if (b < mesh.positions.size() && apart(mesh.positions[a], mesh.positions[b]) < kShortest) {
        return name + " has a side without length: vertices " + std::to_string(a) + " and " +
               std::to_string(b) + " are in one place (merge them)";
      }
    }
  }
  return {};
}

std::string problem_of(const ClothOptions& options) {
  const ClothMaterial& m = options.material;
  const struct {
    const char* name;
    double value;
    bool above_0;
  } ranges[] = {{"density", m.density, true},
                {"stretch", m.stretch, true},
                {"shear", m.shear, false},
                {"bend", m.bend, false},
                {"damping", m.damping, false},
                {"friction", m.friction, false},
                {"thickness", options.thickness, false},
                {"margin", options.margin, false},
                {"max_stretch", options.max_stretch, true},
                {"air_density", options.air_density, false}};
  for (const auto& [name, value, above_0] : ranges) {
    if (std::isfinite(value) && (above_0 ? value > 0 : value >= 0)) continue;
    return std::string("the ") + name + " of cloth must be " + (above_0 ? "above 0" : "0 or more") +
           " and finite, not " + std::to_string(value);
  }
  const auto finite = [](const Point& p) {
    return std::ranges::all_of(p, [](double x) { return std::isfinite(x); });
  };
  if (!finite(options.gravity)) return "the gravity of cloth must be finite";
  if (!finite(options.wind)) return "the wind on cloth must be finite";
  if (options.floor && !std::isfinite(*options.floor)) return "the floor of cloth must be finite";
  if (options.small_steps > 10'000) {
    return "a step of cloth has at most 10000 small steps, not " +
           std::to_string(options.small_steps);
  }
  return {};
}

Result<void> check(double seconds) {
  if (seconds > 0 && seconds <= 0.1) return {};
  return Error{"a step of cloth takes more than 0 and up to 0.1 seconds, not " +
               std::to_string(seconds)};
}

}  // namespace

Cloth::Cloth(std::unique_ptr<State> state) : state_(std::move(state)) {}
Cloth::~Cloth() = default;
Cloth::Cloth(Cloth&&) noexcept = default;
Cloth& Cloth::operator=(Cloth&&) noexcept = default;

Result<Cloth> Cloth::make(Mesh rest, const ClothOptions& options) {
  if (const std::string problem = problem_of(rest); !problem.empty()) return Error{problem};
  if (const std::string problem = problem_of(options); !problem.empty()) return Error{problem};
  if (options.self_collision && rest.triangles.size() > (std::size_t{1} << 24U)) {
    return Error{"self-collision takes 16777216 triangles at most"};
  }
  const base::DefinedFloatMode mode;
  auto state = std::make_unique<State>(std::move(rest), options);
  for (std::size_t v = 0; v < state->masses.size(); ++v) {
    if (state->masses[v] > 0 && std::isfinite(1 / state->masses[v])) continue;
    return Error{"vertex " + std::to_string(v) +
                 " has no mass: no triangle with an area has it as a corner"};
  }
  return Cloth(std::move(state));
}

const std::vector<Triangle>& Cloth::triangles() const {
  return state_->triangles;
}
const std::vector<Point>& Cloth::positions() const {
  return state_->positions;
}
const std::vector<Point>& Cloth::velocities() const {
  return state_->velocities;
}
const ClothStats& Cloth::stats() const {
  return state_->stats;
}
const ClothOptions& Cloth::options() const {
  return state_->options;
}
Result<void> Cloth::set_wind(const Point& wind) {
  for (const double x : wind) {
    if (!std::isfinite(x)) return Error{"the wind is not finite"};
  }
  state_->options.wind = wind;
  return {};
}
void Cloth::set_search(NearestMethod search) {
  state_->options.search = search;
}
std::span<const NearestSkin> Cloth::nearest_skin() const {
  return state_->nearest;
}

Result<void> Cloth::put_on(const Character& body) {
  const base::DefinedFloatMode mode;
  State& s = *state_;
  const base::ExecutorScope scope(s.options.executor);
  const auto deep = [&](std::size_t count) {
    return Error{"vertices of the cloth are so deep inside the body that they do not come out: " +
                 std::to_string(count) + " of " + std::to_string(s.at.size())};
  };
  s.begin_stats();
  s.publish();
  // The search radius in metres: deeper than a body is.
  constexpr double kFar = 1;
  const double reach = s.options.thickness + s.options.margin;
  s.start_on(body);
  s.find(body, s.positions, s.order, kFar, s.nearest);
  const auto too_deep = std::ranges::count_if(
      s.nearest, [&](const NearestSkin& skin) { return skin.found() && skin.distance < -reach; });
  if (too_deep > 0) {
    s.nearest.assign(s.at.size(), {});
    return deep(static_cast<std::size_t>(too_deep));
  }
  for (NearestSkin& skin : s.nearest) {
    if (skin.found() && skin.distance > reach) skin = {};
  }
  const auto at = s.at;
  s.settle(body);
  s.count_contacts();
  const std::size_t inside = s.stats.inside;
  if (inside > 0) s.at = at;
  s.publish();
  s.measure();
  return inside > 0 ? Result<void>(deep(inside)) : Result<void>{};
}

Result<void> Cloth::pin(std::uint32_t vertex, const Character& body) {
  if (auto ok = state_->can_pin(vertex); !ok) return ok;
  const base::DefinedFloatMode mode;
  NearestSkin skin;
  state_->begin_on(body);
  const std::uint32_t first = 0;
  state_->find(body, {&state_->positions[vertex], 1}, {&first, 1}, 1, {&skin, 1});
  if (!skin.found()) {
    return Error{"vertex " + std::to_string(vertex) +
                 " of the cloth cannot be pinned: there is no skin within a metre"};
  }
  state_->skin_pins.push_back({{vertex, state_->at[vertex]}, cloth::PlaceOverTriangle(skin)});
  state_->pinned_skin.push_back(skin);
  state_->inverse_masses[vertex] = 0;
  return {};
}

Result<void> Cloth::pin(std::uint32_t vertex, std::uint32_t joint, const Character& body) {
  if (auto ok = state_->can_pin(vertex); !ok) return ok;
  const base::DefinedFloatMode mode;
  math::Affined back;
  if (joint >= body.pose().joints.size() ||
      !invert(math::to_double(body.pose().joints[joint]), back)) {
    return Error{"vertex " + std::to_string(vertex) + " of the cloth cannot be pinned to joint " +
                 std::to_string(joint) + ": it does not exist, or its matrix has no inverse"};
  }
  state_->begin_on(body);
  state_->joint_pins.push_back({{vertex, state_->at[vertex]}, joint, back * state_->at[vertex]});
  state_->inverse_masses[vertex] = 0;
  return {};
}

Result<void> Cloth::pin(std::uint32_t vertex) {
  if (auto ok = state_->can_pin(vertex); !ok) return ok;
  state_->inverse_masses[vertex] = 0;
  state_->speed[vertex] = {};
  return {};
}

Result<void> Cloth::step(double seconds) {
  if (auto ok = check(seconds); !ok) return ok;
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(state_->options.executor);
  state_->begin_stats();
  state_->planes.clear();
  state_->nearest.assign(state_->at.size(), {});
  state_->advance(seconds);
  state_->end_step(nullptr, seconds);
  return {};
}

Result<void> Cloth::step(double seconds, const Character& body) {
  if (auto ok = check(seconds); !ok) return ok;
  if (auto ok = state_->can_follow(body); !ok) return ok;
  const base::DefinedFloatMode mode;
  State& s = *state_;
  const base::ExecutorScope scope(s.options.executor);
  s.move_to(body);
  s.follow(body);
  s.advance(seconds);
  s.publish();
  s.look(body);
  s.look_deeper(body);
  s.end_step(&body, seconds);
  return {};
}

Result<void> Cloth::step_without_response(double seconds, const Character& body) {
  if (auto ok = check(seconds); !ok) return ok;
  if (auto ok = state_->can_follow(body); !ok) return ok;
  const base::DefinedFloatMode mode;
  State& s = *state_;
  const base::ExecutorScope scope(s.options.executor);
  s.move_to(body);
  s.planes.clear();
  s.follow_pins(body);
  s.advance(seconds);
  s.limit_stretch();
  s.publish();
  s.measure();
  s.look(body);
  s.count_contacts();
  return {};
}

}  // namespace dermis
