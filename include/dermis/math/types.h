// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <array>

/// The numbers that cross the library's boundary: plain float32 data without arithmetic.
///
/// Arithmetic on them lives in the library's own translation units on purpose. An inline operator
/// in a public header would be compiled with the host's flags (fused multiply-add, fast-math), and
/// the linker could then give the host's copy to our kernels, whose bits are defined.
namespace dermis {

struct Vec3 {
  float x = 0, y = 0, z = 0;
  friend bool operator==(const Vec3&, const Vec3&) = default;
};

/// Where motion is continuous, double precision: what becomes of positions there is exact to the
/// last bit of them.
using Point = std::array<double, 3>;

struct Ball {
  Vec3 center;
  float radius = 0;
};

/// (x, y, z, w) with w the scalar part, as in glTF.
struct Quaternion {
  float x = 0, y = 0, z = 0, w = 1;
  friend bool operator==(const Quaternion&, const Quaternion&) = default;
};

/// p ↦ x·p.x + y·p.y + z·p.z + t: the columns of a 3×4 matrix acting on column vectors.
struct Affine {
  Vec3 x{1, 0, 0}, y{0, 1, 0}, z{0, 0, 1}, t{0, 0, 0};
  friend bool operator==(const Affine&, const Affine&) = default;
};

/// Scale, then rotate, then translate.
struct Transform {
  Vec3 translation{};
  Quaternion rotation{};
  Vec3 scale{1, 1, 1};
};

/// The matrix of a transform; the rotation is normalised first (a zero one counts as none).
Affine to_affine(const Transform& transform);

/// The translation, rotation and scale of a matrix; a mirrored one gets a negative x scale, shear
/// is lost, and without a rotation (a zero scale) the identity stands in.
Transform decompose(const Affine& affine);

/// outer ∘ inner, computed in double precision and rounded once.
Affine compose(const Affine& outer, const Affine& inner);

/// Where a character stands: turned about +Y by `turn_degrees` (multiples of 90 are exact), then
/// moved to `at`.
Affine placement(const Vec3& at, double turn_degrees);

}  // namespace dermis
