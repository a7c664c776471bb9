// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "dermis/bounds/collider.h"
#include "dermis/model/model.h"
#include "dermis/model/pose.h"
#include "dermis/result.h"

namespace dermis {

/// The place of a posed skin that is nearest to a point.
struct NearestSkin {
  static constexpr std::uint32_t kNone = 0xffffffff;

  std::uint32_t triangle = kNone;  ///< of the model; kNone: there is no skin within reach
  /// Below 0 on the inner side: where triangles look away from. Right for closed skins, as far as
  /// they do not pass through themselves.
  double distance = 0;
  Point place{};                      ///< on the skin
  Point normal{};                     ///< unit, outwards: along what joins the place and the point
  std::array<double, 3> weights{};    ///< of the triangle's corners, for the place
  std::array<Vec3, 3> corners{};      ///< of the triangle, posed
  std::uint32_t patch = 0, slot = 0;  ///< where the search keeps it

  [[nodiscard]] bool found() const { return triangle != kNone; }
};

/// Work since the search was made.
struct SkinSearchStats {
  std::uint64_t points = 0;
  std::uint64_t triangle_tests = 0;  ///< triangles that lists or leaves gave for a point
  std::uint64_t exact_tests = 0;     ///< of these, those whose nearest point was computed
  std::uint64_t vertices_deformed = 0;
  std::uint64_t outgrown_boxes = 0;  ///< in poses for which their sizes were not made
};

/// Finds the skin of a posed body near points: cloth's vertices, fingertips, particles. All ways to
/// do so find the same, bit for bit.
class SkinSearch {
 public:
  virtual ~SkinSearch() = default;

  /// Refuses what Skin::check() refuses, and stays as it was then.
  virtual Result<void> set_pose(const Pose& pose) = 0;

  /// For each point the nearest place of the skin that is not farther than `reach`. Of several
  /// triangles that are as near, as where they share a corner, the one that faces the point most,
  /// or else the first. By all cores; points are finite. Where `found` holds what was found for a
  /// point before, it is found faster, as it is likely to be near there again; elsewhere it holds
  /// NearestSkin{}.
  void find(std::span<const Point> points, double reach, std::span<NearestSkin> found);

  /// For some of the points, by their numbers, each once: those that are near each other best
  /// follow each other, as what is near both is then looked up once. What was found for others
  /// stays.
  virtual void find(std::span<const Point> points, std::span<const std::uint32_t> some,
                    double reach, std::span<NearestSkin> found) = 0;

  /// Where the corners of triangles that were found earlier are in the pose of now; of those that
  /// found nothing, nowhere.
  virtual void corners(std::span<const NearestSkin> earlier,
                       std::span<std::array<Vec3, 3>> now) = 0;

  /// How fast the places that were found in this pose move, in metres per second, if the pose
  /// before this one was so long ago; 0 where nothing was found.
  virtual void velocities(std::span<const NearestSkin> found, double seconds,
                          std::span<Point> velocities) const = 0;

  /// How far skin that is in this box, from its lowest to its highest corner, has moved from the
  /// pose before to this one, at most, or a little less where blending is not linear.
  [[nodiscard]] virtual double motion(const Point& low, const Point& high) const = 0;

  [[nodiscard]] virtual const SkinSearchStats& stats() const = 0;
};

/// How the paper's boxes get their sizes.
struct BodyBoxOptions {
  /// Along its longest axis, a box has so many look-up lists.
  std::uint32_t slices = 15;
  /// Lists are made for find() with up to this reach; a larger one looks into several.
  double reach = 0.03;
  /// Boxes hold their triangles in all poses of these clips, by their indices; none: of all clips.
  /// In other poses, what a box cannot be sure to hold is noticed, and all its triangles are looked
  /// at.
  std::vector<std::uint32_t> clips = {};
  /// The paper's way instead: boxes as large as at rest, and this share larger; lists as at rest.
  /// Nothing is noticed, and triangles are missed when it is too small. Below 0: not this way.
  double tolerance = -1;
};

/// One oriented box per joint, with look-up lists along its main axis. For linear blending.
Result<std::unique_ptr<SkinSearch>> search_body_boxes(const Model& model,
                                                      const BodyBoxOptions& options = {});
/// The tree of meshlets, refitted and deformed on demand. For any skinning and any pose.
std::unique_ptr<SkinSearch> search_meshlets(const Collider& collider);
/// Every point against every triangle; those whose boxes are too far away are passed over, unless
/// that is not wanted.
std::unique_ptr<SkinSearch> search_brute_force(const Collider& collider, bool boxes = true);

}  // namespace dermis
