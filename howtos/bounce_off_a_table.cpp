// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// A cloth falls on a table and bounces: a simulation that responds to impacts in order of time.
#include <dermis/dermis.h>

#include <algorithm>
#include <cstdio>

namespace {

constexpr double kStep = 1.0 / 60;   // seconds between keyframes
constexpr double kGravity = -9.81;   // along z
constexpr double kBounce = 0.5;      // share of the velocity that is kept
constexpr double kTouching = 0.001;  // metres above the table

dermis::Mesh sheet(std::uint32_t n, double size, double height) {
  dermis::Mesh mesh;
  for (std::uint32_t i = 0; i < n * n; ++i) {
    const std::uint32_t x = i % n;
    const std::uint32_t y = i / n;
    // Slightly askew, so that not all of it arrives at once.
    mesh.positions.push_back({size * (double(x) / (n - 1) - 0.5),
                              size * (double(y) / (n - 1) - 0.5), height + 0.02 * x * y / n});
    if (x + 1 == n || y + 1 == n) continue;
    mesh.triangles.push_back({i, i + 1, i + n});
    mesh.triangles.push_back({i + n, i + 1, i + n + 1});
  }
  return mesh;
}

}  // namespace

int main() {
  auto cloth = dermis::MovingMesh::make(sheet(20, 1, 0.3));
  auto table = dermis::MovingMesh::make(
      {{{-1, -1, 0}, {1, -1, 0}, {1, 1, 0}, {-1, 1, 0}}, {{0, 1, 2}, {0, 2, 3}}});
  if (!cloth || !table) return 2;
  dermis::MovingMesh* const bodies[] = {&*cloth, &*table};
  const dermis::WatchedPair watched[] = {{0, 1}};
  auto list = dermis::KineticList::make(bodies, watched);
  if (!list) return std::puts(list.error().message.c_str()), 2;

  // The receiver of an impact may change flight plans before time goes on.
  std::size_t bounces = 0;
  const auto bounce = [&](const dermis::KineticImpact& contact) {
    for (const std::uint32_t v : cloth->triangles()[contact.a]) {
      dermis::MovingPoint plan = cloth->plans()[v];
      const double velocity = plan.to[2] - plan.from[2];
      const double height = plan.from[2] + contact.time * velocity;
      if (velocity >= 0 || height > kTouching) continue;
      plan.from[2] = height + contact.time * kBounce * velocity;
      plan.to[2] = height - (1 - contact.time) * kBounce * velocity;
      if (auto ok = list->set_plan(0, v, plan); !ok) std::puts(ok.error().message.c_str());
      ++bounces;
    }
  };

  double lowest = 1;
  for (int keyframe = 0; keyframe < 60; ++keyframe) {
    std::vector<dermis::Point> from;
    std::vector<dermis::Point> to;
    for (const dermis::MovingPoint& plan : cloth->plans()) {
      from.push_back(plan.to);
      to.push_back(plan.to);
      to.back()[2] += plan.to[2] - plan.from[2] + kGravity * kStep * kStep;
    }
    if (!cloth->fly(from, to) || !list->restart() || !list->advance_to(1, bounce)) return 2;
    for (const dermis::MovingPoint& plan : cloth->plans()) lowest = std::min(lowest, plan.to[2]);
  }
  std::printf("%zu times a vertex bounced; %s\n", bounces,
              lowest >= 0 ? "none went through the table" : "some went through the table");
}
