// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <string_view>
#include <vector>

#include "dermis/base/executor.h"
#include "dermis/base/names.h"
#include "dermis/base/none.h"
#include "dermis/base/query_stats.h"
#include "dermis/math/types.h"
#include "dermis/query/character.h"
#include "dermis/triangle/triangle.h"

namespace dermis {

/// A hint for the next search: the place where the last one found a triangle. It never changes an
/// answer.
class SkinHint {
  friend struct Internals;
  [[maybe_unused]] std::array<std::uint32_t, 2> hint_ = {kNone, kNone};
};

/// The place on a character's skin that is nearest to a point.
struct NearestSkin {
  std::uint32_t triangle = kNone;  ///< kNone: no skin is within the reach of the search
  /// In metres. Negative behind the triangle, on the side opposite to its normal. For a closed
  /// skin, the sign tells inside from outside, except where the skin passes through itself. This
  /// field and those below have no meaning unless found() is true.
  double distance = 0;
  Point at{};  ///< the place on the skin
  /// The unit vector from `at` to the point, reversed if the point is behind the triangle. If the
  /// point is nearer than 1 nm, the triangle's normal; (0, 1, 0) if it has none.
  Point normal{};
  std::array<double, 3> weights{};  ///< barycentric coordinates of `at` in the triangle
  Corners corners{};                ///< the corners of the triangle, posed
  SkinHint hint;                    ///< speeds up the next search from this result

  /// True if there is skin within the reach of the search.
  [[nodiscard]] bool found() const { return triangle != kNone; }
};

/// The way to search for nearest skin. All methods find the same, bit for bit. The exception is
/// `boxes` with boxes that were baked with BodyBoxOptions::tolerance.
enum class NearestMethod : std::uint8_t {
  meshlets,  ///< the tree of meshlets, refitted and deformed on demand
  /// The boxes of paper 5 (docs/papers.md). Needs a collider from bake_body_boxes(); otherwise acts
  /// as `meshlets`.
  boxes,
  brute_force,     ///< every triangle whose box is near enough
  every_triangle,  ///< every triangle
};

template <>
struct EnumTable<NearestMethod> {
  static constexpr std::string_view kNoun = "search";
  static constexpr Named<NearestMethod> kNames[] = {
      {NearestMethod::meshlets, "meshlets"},
      {NearestMethod::boxes, "boxes"},
      {NearestMethod::brute_force, "brute-force"},
      {NearestMethod::every_triangle, "every-triangle"}};
};

/// Options of find_nearest() and find_corners(); the latter uses `method` only.
struct NearestOptions {
  /// Skin farther away than this is not found. Metres, 0 or more; nothing is found with other
  /// values.
  double reach = std::numeric_limits<double>::infinity();
  /// Affects the time, not the result, except for boxes baked with BodyBoxOptions::tolerance.
  NearestMethod method = NearestMethod::meshlets;
  Executor* executor = nullptr;  ///< null: default_executor()
};

/// The answer of find_nearest().
struct Nearest {
  std::vector<NearestSkin> places;  ///< one element per point
  QueryStats stats;                 ///< the work it took
};

/// The nearest skin to each of `points`. Nothing is found for a point that is not finite. Several
/// triangles can be equally near, as around a common corner. Then the one whose plane is farthest
/// from the point is taken; among several of these, one with an area; then the one with the lowest
/// index.
Nearest find_nearest(const Character& character, std::span<const Point> points,
                     const NearestOptions& options = {});
/// The same with your own memory: `found` has one element per point (asserted). Elements that hold
/// the results of an earlier search make this search faster: skin near a point tends to stay near
/// it. Otherwise pass NearestSkin{}. Results of another character or method do no harm.
QueryStats find_nearest(const Character& character, std::span<const Point> points,
                        std::span<NearestSkin> found, const NearestOptions& options = {});

/// Searches only the points whose indices are in `some`: below points.size() (asserted), without
/// duplicates. Other elements of `found` stay as they are. Order the indices so that near points
/// are adjacent: they share the traversal.
QueryStats find_nearest(const Character& character, std::span<const Point> points,
                        std::span<const std::uint32_t> some, std::span<NearestSkin> found,
                        const NearestOptions& options = {});

/// Takes triangles that were found in an earlier pose, and writes their corners in the present
/// pose. `now` has one element per element of `earlier` (asserted). Where earlier[i].found() is
/// false, now[i] stays as it is.
QueryStats find_corners(const Character& character, std::span<const NearestSkin> earlier,
                        std::span<Corners> now, const NearestOptions& options = {});

}  // namespace dermis
