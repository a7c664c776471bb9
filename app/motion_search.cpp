// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "app/motion_search.h"

#include "app/verbs.h"

namespace dermis::app {

std::string_view MotionWay::name() const {
  return list ? to_string(*list) : to_string(method);
}

Result<MotionWay> motion_way_named(std::string_view name) {
  if (const auto list = parse<KineticMode>(name)) return MotionWay{.list = *list};
  if (const auto method = parse<ImpactMethod>(name)) return MotionWay{.method = *method};
  return unknown_name("method", name, motion_way_names());
}

std::vector<std::string> motion_way_names() {
  std::vector<std::string> names = all_names<ImpactMethod>();
  for (std::string& name : all_names<KineticMode>()) names.push_back(std::move(name));
  return names;
}

KineticList& MotionSearch::list(KineticMode mode, double tolerance) {
  std::optional<KineticList>& list = mode == KineticMode::relaxed ? relaxed_ : literal_;
  if (!list) {
    list.emplace(
        need(KineticList::make(bodies_, watched_, {.mode = mode, .tolerance = tolerance})));
  } else {
    need(list->restart());
  }
  return *list;
}

std::vector<Impacts> MotionSearch::follow(KineticList& list) {
  std::vector<Impacts> found(watched_.size());
  need(list.advance_to(1, [&](const KineticImpact& impact) {
    found[impact.watched].impacts.push_back({impact.time, impact.a, impact.b});
  }));
  events_ = list.events();
  if (!found.empty()) found[0].stats = list.stats();
  return found;
}

std::vector<Impacts> MotionSearch::find(const MotionWay& way, const ImpactOptions& options) {
  if (way.list) return follow(list(*way.list, options.tolerance));
  ImpactOptions by_method = options;
  by_method.method = way.method;
  std::vector<Impacts> found;
  found.reserve(watched_.size());
  for (const auto& [a, b] : watched_) {
    found.push_back(find_impacts(*bodies_[a], *bodies_[b], by_method));
  }
  return found;
}

std::size_t MotionSearch::byte_count(const MotionWay& way) const {
  std::size_t sum = 0;
  for (const MovingMesh* body : bodies_) sum += body->byte_count();
  if (way.list == KineticMode::relaxed && relaxed_) sum += relaxed_->byte_count();
  if (way.list == KineticMode::literal && literal_) sum += literal_->byte_count();
  return sum;
}

}  // namespace dermis::app
