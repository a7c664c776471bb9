// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// @defgroup math math
/// Numbers: vectors, eight floats, exact signs, elementary functions, enclosing balls.
///
/// The public types are plain data, float32 except for Point. They have no arithmetic operators: an
/// inline operator would be compiled with the host's flags (fused multiply-add, fast-math), and
/// could change the library's own results.
namespace dermis {

/// A position, direction or size. World space is in metres with +Y up, as in glTF.
struct Vec3 {
  float x = 0, y = 0, z = 0;  ///< coordinates along the axes
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// A position or direction in double precision. Meshes, cloth, find_nearest() and impacts use its
/// full precision.
using Point = std::array<double, 3>;

/// An axis-aligned box, closed. Empty if `low` is above `high` along an axis.
struct Bounds {
  Vec3 low, high;  ///< the smallest and the largest coordinates
  friend bool operator==(const Bounds&, const Bounds&) = default;
};

/// All points within a radius of a center.
struct Ball {
  Vec3 center;       ///< in the space of the data it belongs to
  float radius = 0;  ///< in the unit of `center`, 0 or more
};

/// A rotation: (x, y, z, w) with w the scalar part, as in glTF. Default: the identity.
struct Quaternion {
  float x = 0, y = 0, z = 0, w = 1;  ///< component; w is the scalar part
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// The map p ↦ x·p.x + y·p.y + z·p.z + t. The columns of its 3×4 matrix are x, y, z and t.
struct Affine {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, t{0, 0, 0};  ///< column; t is the translation
  friend bool operator==(const Affine&, const Affine&) = default;
};

/// Scale, then rotate, then translate.
struct Transform {
  Vec3 translation{};     ///< added last
  Quaternion rotation{};  ///< any length; see to_affine()
  Vec3 scale{1, 1, 1};    ///< factor along each axis; negative values mirror
};

/// The matrix of a transform. The rotation is normalised first; a rotation whose length is zero,
/// infinite or NaN counts as the identity.
Affine to_affine(const Transform& transform);

/// The translation, rotation and scale of a matrix. A mirroring matrix gets a negative x scale.
/// Shear is lost. If a column is zero, its scale is 0 and the rotation is the identity.
Transform decompose(const Affine& affine);

/// The map that applies `inner`, then `outer`. Computed in double precision; each entry of the
/// result is rounded to float32 once.
Affine compose(const Affine& outer, const Affine& inner);

/// The placement of a character: a turn by `turn_degrees` about +Y, counter-clockwise seen from
/// above (multiples of 90 are exact), then a translation to `at`.
Affine placement(const Vec3& at, double turn_degrees);

}  // namespace dermis
