// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Doubles cannot underflow or overflow in this file. Coordinates are multiples of 2⁻¹⁴⁹ below 2¹²⁸,
// so a value computed from three of them is 0, or at least 2⁻⁴⁴⁷ and at most 2⁴⁰⁰.
#include "math/orientation.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "math/doubles.h"

namespace dermis::math {

namespace {

/// 2ⁿ times the smallest power of two above |x|; x ≠ 0.
double power_of_two_above(double x, int n) {
  const std::uint64_t exponent = (std::bit_cast<std::uint64_t>(x) >> 52) & 0x7ffU;
  return std::bit_cast<double>((exponent + 1 + std::uint64_t(n)) << 52);
}

double largest(double a, double b) {
  return std::max(std::abs(a), std::abs(b));
}
double largest(double a, double b, double c) {
  return std::max(largest(a, b), std::abs(c));
}

/// One term of a determinant: ± x of point i · y of point j · z of point k.
struct Monomial {
  std::uint8_t i, j, k;
  bool negative;
};

/// All 24 terms. Written as a 4×4 determinant with a column of ones,
///   (b − a) × (c − a) · (d − a) = −Σ sign(i j k l) · x_i · y_j · z_k
/// over the permutations (i j k l) of the four points.
constexpr std::array<Monomial, 24> monomials() {
  std::array<Monomial, 24> result{};
  std::size_t n = 0;
  for (std::uint8_t i = 0; i < 4; ++i) {
    for (std::uint8_t j = 0; j < 4; ++j) {
      for (std::uint8_t k = 0; k < 4; ++k) {
        if (i == j || j == k || k == i) continue;
        const int l = 6 - i - j - k;
        const int inversions = (i > j) + (i > k) + (i > l) + (j > k) + (j > l) + (int{k} > l);
        result[n++] = {i, j, k, inversions % 2 == 0};
      }
    }
  }
  return result;
}

/// Whether `difference`, the rounded a − b, is exact and fits into a float. For points close to
/// each other it mostly is. If a − b was rounded, one of the two equations fails: the sum that
/// starts from the larger of a and b is exact, so it reveals the error. The range check comes
/// before the cast because casting a double beyond the range of float is undefined.
bool is_float(double difference, double a, double b) {
  return a - difference == b && difference + b == a &&
         std::abs(difference) <= double{std::numeric_limits<float>::max()} &&
         double{static_cast<float>(difference)} == difference;
}
bool is_float(const Vec3d& difference, const Vec3d& a, const Vec3d& b) {
  return is_float(difference.x, a.x, b.x) && is_float(difference.y, a.y, b.y) &&
         is_float(difference.z, a.z, b.z);
}

}  // namespace

int ExactSum::sign() {
  for (;;) {
    double largest = 0;
    for (std::size_t i = 0; i < count_; ++i) largest = std::max(largest, std::abs(terms_[i]));
    if (largest == 0) return 0;

    // count · largest < 2⁷ · largest ≤ σ: the sum of the upper parts stays below σ, where all
    // multiples of 2⁻⁵³σ are doubles.
    static_assert(kCapacity < 1U << 7);
    const double sigma = power_of_two_above(largest, 7);
    double upper_sum = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      const double upper = (sigma + terms_[i]) - sigma;
      upper_sum += upper;
      terms_[i] -= upper;
    }
    if (std::abs(upper_sum) > 0x1p-46 * sigma) return upper_sum > 0 ? 1 : -1;
    if (upper_sum != 0) add(upper_sum);
  }
}

int exact_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  ExactSum sum;
  const auto add = [&](double x, double y) { sum.add(x * y); };  // two floats: 48 bits, exact
  add(a.x, b.y);
  add(-a.y, b.x);
  add(b.x, c.y);
  add(-b.y, c.x);
  add(c.x, a.y);
  add(-c.y, a.x);
  return sum.sign();
}

int exact_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3d p[4] = {to_double(a), to_double(b), to_double(c), to_double(d)};
  ExactSum sum;
  const Vec3d u = p[1] - p[0];
  const Vec3d v = p[2] - p[0];
  const Vec3d w = p[3] - p[0];
  if (is_float(u, p[1], p[0]) && is_float(v, p[2], p[0]) && is_float(w, p[3], p[0])) {
    sum.add_product(u.x * v.y, w.z);
    sum.add_product(u.y * v.z, w.x);
    sum.add_product(u.z * v.x, w.y);
    sum.add_product(u.x * v.z, -w.y);
    sum.add_product(u.y * v.x, -w.z);
    sum.add_product(u.z * v.y, -w.x);
    return sum.sign();
  }
  static constexpr std::array<Monomial, 24> kMonomials = monomials();
  for (const Monomial& m : kMonomials) {
    sum.add_product(p[m.i].x * p[m.j].y, m.negative ? -p[m.k].z : p[m.k].z);
  }
  return sum.sign();
}

int quick_orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const double ux = double{a.x} - c.x;
  const double uy = double{a.y} - c.y;
  const double vx = double{b.x} - c.x;
  const double vy = double{b.y} - c.y;
  const double det = ux * vy - uy * vx;
  const double bound = kOrient2dDouble * (largest(ux, vx) * largest(uy, vy));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return 0;
}

int quick_orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3d origin = to_double(a);
  const Vec3d u = to_double(b) - origin;
  const Vec3d v = to_double(c) - origin;
  const Vec3d w = to_double(d) - origin;
  const double det = dot(cross(u, v), w);
  const double bound =
      kOrient3dDouble * (largest(u.x, v.x, w.x) * largest(u.y, v.y, w.y) * largest(u.z, v.z, w.z));
  if (det > bound) return 1;
  if (det < -bound) return -1;
  return 0;
}

}  // namespace dermis::math
