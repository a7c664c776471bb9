// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Any bytes as PLY and as OBJ. A mesh that can be read can move, and all methods give the same
// answers for it.
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "dermis/dermis.h"
#include "dermis/meshes/obj.h"
#include "dermis/meshes/ply.h"
#include "require.h"

namespace {

using dermis::test::require;

void check(const dermis::Result<dermis::Mesh>& mesh) {
  if (!mesh) {
    require(!mesh.error().message.empty(), "an error has a reason");
    return;
  }
  for (const dermis::Triangle& triangle : mesh->triangles) {
    for (const std::uint32_t v : triangle) require(v < mesh->positions.size(), "a corner exists");
  }
  if (mesh->triangles.size() > 200) return;
  const auto written = dermis::parse_obj(dermis::to_obj(*mesh), "written");
  require(mesh->positions.empty() || (written && written->triangles == mesh->triangles &&
                                      written->positions == mesh->positions),
          "what was written can be read");
  auto moving = dermis::MovingMesh::make(*mesh);
  if (!moving) return;
  // Every vertex flies to the position of the next one.
  std::vector<dermis::Point> places = mesh->positions;
  if (!places.empty()) std::rotate(places.begin(), places.begin() + 1, places.end());
  require(static_cast<bool>(moving->fly_to(places)), "places that were there can be flown to");
  const auto contacts = dermis::find_self_impacts(*moving).impacts;
  require(
      dermis::find_self_impacts(*moving, {.method = dermis::ImpactMethod::brute_force}).impacts ==
          contacts,
      "brute force finds the same");
  require(dermis::find_self_impacts(*moving, {.method = dermis::ImpactMethod::swept}).impacts ==
              contacts,
          "swept boxes find the same");
  dermis::MovingMesh* const bodies[] = {&*moving};
  const dermis::WatchedPair watched[] = {{0, 0}};
  for (const auto mode : {dermis::KineticMode::relaxed, dermis::KineticMode::literal}) {
    auto list = dermis::KineticList::make(bodies, watched, {.mode = mode});
    std::vector<dermis::Impact> told;
    const auto tell = [&](const dermis::KineticImpact& contact) {
      told.push_back({contact.time, contact.a, contact.b});
    };
    require(list && list->advance_to(0.5, tell) && validate(*list).empty(), "a list is valid");
    require(list->advance_to(1, tell) && validate(*list).empty(), "a list stays valid");
    require(told == contacts, "a kinetic list tells the same");
    const auto events = list->events();
    require(events.total() - events.impacts <= list->event_limit(), "there is an end to events");
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  check(dermis::parse_ply(std::as_bytes(std::span(data, size)), "fuzzed"));
  check(dermis::parse_obj({reinterpret_cast<const char*>(data), size}, "fuzzed"));
  return 0;
}
