// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/motion/moving_mesh.h"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "base/float_mode.h"
#include "dermis/base/counted.h"
#include "motion/mesh/moving_mesh_state.h"

namespace dermis {

namespace {

/// Boxes are in single precision, so coordinates must stay far below its limit.
bool is_usable(const Point& p) {
  constexpr double kMost = 1e30;
  return std::abs(p[0]) <= kMost && std::abs(p[1]) <= kMost && std::abs(p[2]) <= kMost;
}

Error unusable(std::size_t vertex) {
  return {"vertex " + std::to_string(vertex) +
          " has a coordinate that is not finite, or too large"};
}

Result<void> check_places(std::span<const Point> places, std::size_t count) {
  if (places.size() != count) {
    return Error{there_are(places.size(), "position") + " for " + counted(count, "vertex")};
  }
  for (std::size_t v = 0; v < places.size(); ++v) {
    if (!is_usable(places[v])) return unusable(v);
  }
  return {};
}

}  // namespace

MovingMesh::State::State(Mesh mesh)
    : triangles(std::move(mesh.triangles)), tree(triangles, mesh.positions) {
  plans.reserve(mesh.positions.size());
  for (const Point& p : mesh.positions) plans.push_back({p, p});
  first_use.assign(plans.size() + 1, 0);
  for (const Triangle& t : triangles) {
    for (const std::uint32_t v : t) ++first_use[v + 1];
  }
  for (std::size_t v = 0; v < plans.size(); ++v) first_use[v + 1] += first_use[v];
  uses.resize(3 * triangles.size());
  std::vector<std::uint32_t> next(first_use.begin(), first_use.end() - 1);
  for (std::uint32_t t = 0; t < triangles.size(); ++t) {
    for (const std::uint32_t v : triangles[t]) uses[next[v]++] = t;
  }
}

void MovingMesh::State::prepare(Prepared wanted) const {
  if (prepared_.load(std::memory_order_acquire) >= wanted) return;
  const std::lock_guard lock(preparing_);
  if (prepared_ < Prepared::rows) rows.set(plans);
  if (prepared_ < wanted && wanted == Prepared::boxes) tree.refit(rows, radii);
  prepared_.store(std::max(prepared_.load(), wanted), std::memory_order_release);
}

void MovingMesh::State::set_plan(std::uint32_t vertex, const MovingPoint& plan,
                                 double from_now_on) {
  plans[vertex] = plan;
  if (since.empty()) since.resize(plans.size());
  since[vertex] = from_now_on;
  if (prepared_ >= Prepared::rows) rows.set(vertex, plan);
  if (prepared_ >= Prepared::boxes) tree.refit(rows, radii, triangles_at(vertex));
}

std::size_t MovingMesh::State::byte_count() const {
  const auto bytes = [](const auto& array) { return array.size() * sizeof(array[0]); };
  return sizeof(State) + bytes(triangles) + bytes(plans) + bytes(since) + bytes(radii) +
         rows.byte_count() + tree.byte_count() + bytes(first_use) + bytes(uses) +
         attachments.byte_count();
}

MovingMesh::MovingMesh(std::unique_ptr<State> state) : state_(std::move(state)) {}
MovingMesh::~MovingMesh() = default;
MovingMesh::MovingMesh(MovingMesh&&) noexcept = default;
MovingMesh& MovingMesh::operator=(MovingMesh&&) noexcept = default;

Result<MovingMesh> MovingMesh::make(Mesh mesh) {
  const base::DefinedFloatMode mode;
  if (auto ok = check_places(mesh.positions, mesh.positions.size()); !ok) return ok.error();
  // There are no more nodes than triangles, and StaticFront::Row has 24 bits for a node.
  constexpr std::size_t kMost = 1U << 24U;
  if (mesh.triangles.size() > kMost) {
    return Error{there_are(mesh.triangles.size(), "triangle") + "; " + std::to_string(kMost) +
                 " is the most that a moving mesh may have"};
  }
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    for (const std::uint32_t v : mesh.triangles[t]) {
      if (v < mesh.positions.size()) continue;
      return Error{"triangle " + std::to_string(t) + " has the vertex " + std::to_string(v) +
                   ", but " + there_are(mesh.positions.size(), "vertex")};
    }
  }
  return MovingMesh(std::make_unique<State>(std::move(mesh)));
}

Result<void> MovingMesh::fly_to(std::span<const Point> places) {
  const base::DefinedFloatMode mode;
  if (auto ok = check_places(places, state_->plans.size()); !ok) return ok;
  for (std::size_t v = 0; v < places.size(); ++v) {
    MovingPoint& plan = state_->plans[v];
    plan = {plan.to, places[v]};
  }
  state_->plans_changed();
  return {};
}

Result<void> MovingMesh::fly(std::span<const Point> from, std::span<const Point> to) {
  const base::DefinedFloatMode mode;
  for (const auto& places : {from, to}) {
    if (auto ok = check_places(places, state_->plans.size()); !ok) return ok;
  }
  for (std::size_t v = 0; v < from.size(); ++v) state_->plans[v] = {from[v], to[v]};
  state_->plans_changed();
  return {};
}

Result<void> MovingMesh::set_plan(std::uint32_t vertex, const MovingPoint& plan, double since) {
  const base::DefinedFloatMode mode;
  if (vertex >= state_->plans.size()) {
    return Error{"there is no vertex " + std::to_string(vertex) + ", only " +
                 std::to_string(state_->plans.size())};
  }
  if (!is_usable(plan.from) || !is_usable(plan.to)) return unusable(vertex);
  if (!(0 <= since && since <= 1)) {
    return Error{"a plan begins at a time from 0 to 1, not at " + std::to_string(since)};
  }
  state_->set_plan(vertex, plan, since);
  return {};
}

Result<void> MovingMesh::set_radii(std::span<const float> radii) {
  if (!radii.empty() && radii.size() != state_->plans.size()) {
    return Error{there_are(radii.size(), "radius") + " for " +
                 counted(state_->plans.size(), "vertex")};
  }
  constexpr float kMost = 1e30F;
  for (std::size_t v = 0; v < radii.size(); ++v) {
    if (0 <= radii[v] && radii[v] <= kMost) continue;
    return Error{"vertex " + std::to_string(v) +
                 " has a radius that is negative, not finite, or too large"};
  }
  state_->radii.assign(radii.begin(), radii.end());
  state_->radii_changed();
  return {};
}

std::span<const Triangle> MovingMesh::triangles() const {
  return state_->triangles;
}
std::span<const MovingPoint> MovingMesh::plans() const {
  return state_->plans;
}
std::span<const float> MovingMesh::radii() const {
  return state_->radii;
}
std::size_t MovingMesh::byte_count() const {
  return state_->byte_count();
}

}  // namespace dermis
