// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <span>
#include <utility>

#include "dermis/dermis.h"

namespace dermis::test {

/// A character, one way to search its skin, and the work since it was made.
class NearestSearch {
 public:
  NearestSearch(const Collider& collider, NearestMethod method)
      : method_(method), character_(*Character::make(collider)), motion_(character_) {}

  Result<void> set_pose(const Pose& pose) {
    auto ok = character_.set_pose(pose);
    if (!ok) return ok;
    motion_.update(character_);
    find({}, 0, {});  // counts boxes that the pose outgrows
    return ok;
  }
  void find(std::span<const Point> points, double reach, std::span<NearestSkin> found) {
    stats_ += find_nearest(character_, points, found, {.reach = reach, .method = method_});
  }
  void find(std::span<const Point> points, std::span<const std::uint32_t> some, double reach,
            std::span<NearestSkin> found) {
    stats_ += find_nearest(character_, points, some, found, {.reach = reach, .method = method_});
  }
  void corners(std::span<const NearestSkin> earlier, std::span<Corners> now) {
    stats_ += find_corners(character_, earlier, now, {.method = method_});
  }
  void velocities(std::span<const NearestSkin> found, double seconds,
                  std::span<Point> velocities) const {
    motion_.velocities(found, seconds, velocities);
  }

  [[nodiscard]] const Character& character() const { return character_; }
  [[nodiscard]] const QueryStats& stats() const { return stats_; }

 private:
  NearestMethod method_;
  Character character_;
  SkinMotion motion_;
  QueryStats stats_;
};

inline std::unique_ptr<NearestSearch> search_meshlets(const Collider& collider) {
  return std::make_unique<NearestSearch>(collider, NearestMethod::meshlets);
}
inline std::unique_ptr<NearestSearch> search_brute_force(const Collider& collider,
                                                         bool boxes = true) {
  return std::make_unique<NearestSearch>(
      collider, boxes ? NearestMethod::brute_force : NearestMethod::every_triangle);
}
inline Result<std::unique_ptr<NearestSearch>> search_body_boxes(
    const Model& model, const BodyBoxOptions& options = {}) {
  const auto collider = bake(model);
  if (!collider) return collider.error();
  const auto with_boxes = bake_body_boxes(*collider, model, options);
  if (!with_boxes) return with_boxes.error();
  return std::make_unique<NearestSearch>(*with_boxes, NearestMethod::boxes);
}

/// Moves the body to a pose, then the cloth. If the pose is refused, the cloth stays as it was.
inline Result<void> step(Cloth& cloth, double seconds, NearestSearch& body, const Pose& pose) {
  if (auto ok = body.set_pose(pose); !ok) return ok;
  return cloth.step(seconds, body.character());
}

}  // namespace dermis::test
