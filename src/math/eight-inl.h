// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Eight floats in the number of registers that the instruction set needs. Code written with them is
// compiled once per instruction set by Highway's foreach_target.h, and once in plain C++ as the
// reference.
//
// No #pragma once: this is included again for every instruction set.
#if defined(DERMIS_MATH_EIGHT_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef DERMIS_MATH_EIGHT_INL_H
#undef DERMIS_MATH_EIGHT_INL_H
#else
#define DERMIS_MATH_EIGHT_INL_H
#endif

#include <algorithm>
#include <cmath>
#include <cstddef>

#include "math/box.h"

#if DERMIS_SIMD
#include <hwy/highway.h>
#else
// NOLINTBEGIN(bugprone-reserved-identifier)
#define HWY_NAMESPACE N_SCALAR
#define HWY_BEFORE_NAMESPACE() static_assert(true)
#define HWY_AFTER_NAMESPACE() static_assert(true)
#define HWY_INLINE inline
// NOLINTEND(bugprone-reserved-identifier)
#endif

HWY_BEFORE_NAMESPACE();
namespace dermis::math::HWY_NAMESPACE {

#if DERMIS_SIMD && !(HWY_TARGET & (HWY_SCALAR | HWY_EMU128))

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::CappedTag<float, 8>;
constexpr Lanes kLanes;
constexpr std::size_t kLaneCount = hn::MaxLanes(kLanes);
constexpr std::size_t kParts = 8 / kLaneCount;

struct Eight {
  hn::Vec<Lanes> part[kParts];
};

template <class Operation>
HWY_INLINE Eight each(Operation operation) {
  Eight result;
  for (std::size_t i = 0; i < kParts; ++i) result.part[i] = operation(i);
  return result;
}

HWY_INLINE Eight all(float x) {
  return each([=](std::size_t) { return hn::Set(kLanes, x); });
}
HWY_INLINE Eight load(const float* from) {
  return each([=](std::size_t i) { return hn::Load(kLanes, from + i * kLaneCount); });
}
HWY_INLINE void store(const Eight& a, float* to) {
  for (std::size_t i = 0; i < kParts; ++i) hn::Store(a.part[i], kLanes, to + i * kLaneCount);
}
HWY_INLINE Eight operator+(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return hn::Add(a.part[i], b.part[i]); });
}
HWY_INLINE Eight operator-(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return hn::Sub(a.part[i], b.part[i]); });
}
HWY_INLINE Eight operator*(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return hn::Mul(a.part[i], b.part[i]); });
}
HWY_INLINE Eight min(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return hn::Min(a.part[i], b.part[i]); });
}
HWY_INLINE Eight max(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return hn::Max(a.part[i], b.part[i]); });
}
HWY_INLINE Eight abs(const Eight& a) {
  return each([&](std::size_t i) { return hn::Abs(a.part[i]); });
}
HWY_INLINE Eight operator/(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return hn::Div(a.part[i], b.part[i]); });
}
HWY_INLINE Eight square_root(const Eight& a) {
  return each([&](std::size_t i) { return hn::Sqrt(a.part[i]); });
}
/// Lane by lane: a > b ? yes : no.
HWY_INLINE Eight where_greater(const Eight& a, const Eight& b, const Eight& yes, const Eight& no) {
  return each([&](std::size_t i) {
    return hn::IfThenElse(hn::Gt(a.part[i], b.part[i]), yes.part[i], no.part[i]);
  });
}
/// a·b + c: rounded once where the instruction set has a fused multiply-add, otherwise twice.
HWY_INLINE Eight multiply_add(const Eight& a, const Eight& b, const Eight& c) {
  return each([&](std::size_t i) { return hn::MulAdd(a.part[i], b.part[i], c.part[i]); });
}
HWY_INLINE float lowest(const Eight& a) {
  auto all_lanes = a.part[0];
  for (std::size_t i = 1; i < kParts; ++i) all_lanes = hn::Min(all_lanes, a.part[i]);
  return hn::GetLane(hn::MinOfLanes(kLanes, all_lanes));
}
HWY_INLINE float highest(const Eight& a) {
  auto all_lanes = a.part[0];
  for (std::size_t i = 1; i < kParts; ++i) all_lanes = hn::Max(all_lanes, a.part[i]);
  return hn::GetLane(hn::MaxOfLanes(kLanes, all_lanes));
}

/// The lanes in which at least one comparison was true: one bit per lane.
struct Apart {
  hn::Mask<Lanes> mask[kParts];
  HWY_INLINE static Apart where_greater(const Eight& a, const Eight& b) {
    Apart result;
    for (std::size_t i = 0; i < kParts; ++i) result.mask[i] = hn::Gt(a.part[i], b.part[i]);
    return result;
  }
  HWY_INLINE void or_greater(const Eight& a, const Eight& b) {
    for (std::size_t i = 0; i < kParts; ++i) {
      mask[i] = hn::Or(mask[i], hn::Gt(a.part[i], b.part[i]));
    }
  }
  [[nodiscard]] HWY_INLINE unsigned bits() const {
    unsigned result = 0;
    for (std::size_t i = 0; i < kParts; ++i) {
      alignas(8) std::uint8_t bytes[8] = {};
      hn::StoreMaskBits(kLanes, mask[i], bytes);
      result |= unsigned{bytes[0]} << (i * kLaneCount);
    }
    return result;
  }
};

/// Row i of four floats becomes (x[i], y[i], z[i], w[i]).
HWY_INLINE void store_rows(const Eight& x, const Eight& y, const Eight& z, const Eight& w,
                           float* rows) {
  for (std::size_t i = 0; i < kParts; ++i) {
    hn::StoreInterleaved4(x.part[i], y.part[i], z.part[i], w.part[i], kLanes,
                          rows + 4 * i * kLaneCount);
  }
}

struct Points {
  Eight x, y, z;
};
struct Quaternions {
  Eight x, y, z, w;
};

/// Lane i of the result is row(i), four floats.
template <class Row>
HWY_INLINE Quaternions load_quaternions(Row row) {
  Quaternions result;
  for (std::size_t part = 0; part < kParts; ++part) {
    const std::size_t first = part * kLaneCount;
    const auto pair = [&](std::size_t i) {
      constexpr hn::FixedTag<float, 4> kFour;
      if constexpr (kLaneCount == 4) {
        return hn::Load(kLanes, row(first + i));
      } else {
        return hn::Combine(kLanes, hn::Load(kFour, row(first + i + 4)),
                           hn::Load(kFour, row(first + i)));
      }
    };
    const hn::RepartitionToWide<Lanes> doubles;
    const auto r0 = pair(0);
    const auto r1 = pair(1);
    const auto r2 = pair(2);
    const auto r3 = pair(3);
    const auto xy01 = hn::BitCast(doubles, hn::InterleaveLower(kLanes, r0, r1));
    const auto xy23 = hn::BitCast(doubles, hn::InterleaveLower(kLanes, r2, r3));
    const auto zw01 = hn::BitCast(doubles, hn::InterleaveUpper(kLanes, r0, r1));
    const auto zw23 = hn::BitCast(doubles, hn::InterleaveUpper(kLanes, r2, r3));
    result.x.part[part] = hn::BitCast(kLanes, hn::InterleaveLower(doubles, xy01, xy23));
    result.y.part[part] = hn::BitCast(kLanes, hn::InterleaveUpper(doubles, xy01, xy23));
    result.z.part[part] = hn::BitCast(kLanes, hn::InterleaveLower(doubles, zw01, zw23));
    result.w.part[part] = hn::BitCast(kLanes, hn::InterleaveUpper(doubles, zw01, zw23));
  }
  return result;
}

#else

struct Eight {
  float part[8];
};

template <class Operation>
HWY_INLINE Eight each(Operation operation) {
  Eight result;
  for (std::size_t i = 0; i < 8; ++i) result.part[i] = operation(i);
  return result;
}

HWY_INLINE Eight all(float x) {
  return each([=](std::size_t) { return x; });
}
HWY_INLINE Eight load(const float* from) {
  return each([=](std::size_t i) { return from[i]; });
}
HWY_INLINE void store(const Eight& a, float* to) {
  for (std::size_t i = 0; i < 8; ++i) to[i] = a.part[i];
}
HWY_INLINE Eight operator+(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return a.part[i] + b.part[i]; });
}
HWY_INLINE Eight operator-(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return a.part[i] - b.part[i]; });
}
HWY_INLINE Eight operator*(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return a.part[i] * b.part[i]; });
}
HWY_INLINE Eight min(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return std::min(a.part[i], b.part[i]); });
}
HWY_INLINE Eight max(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return std::max(a.part[i], b.part[i]); });
}
HWY_INLINE Eight abs(const Eight& a) {
  return each([&](std::size_t i) { return std::abs(a.part[i]); });
}
HWY_INLINE Eight operator/(const Eight& a, const Eight& b) {
  return each([&](std::size_t i) { return a.part[i] / b.part[i]; });
}
HWY_INLINE Eight square_root(const Eight& a) {
  return each([&](std::size_t i) { return std::sqrt(a.part[i]); });
}
HWY_INLINE Eight where_greater(const Eight& a, const Eight& b, const Eight& yes, const Eight& no) {
  return each([&](std::size_t i) { return a.part[i] > b.part[i] ? yes.part[i] : no.part[i]; });
}
HWY_INLINE Eight multiply_add(const Eight& a, const Eight& b, const Eight& c) {
  return a * b + c;
}
HWY_INLINE float lowest(const Eight& a) {
  return *std::min_element(a.part, a.part + 8);
}
HWY_INLINE float highest(const Eight& a) {
  return *std::max_element(a.part, a.part + 8);
}

struct Apart {
  unsigned mask = 0;
  HWY_INLINE static Apart where_greater(const Eight& a, const Eight& b) {
    Apart result;
    result.or_greater(a, b);
    return result;
  }
  HWY_INLINE void or_greater(const Eight& a, const Eight& b) {
    for (unsigned i = 0; i < 8; ++i) mask |= unsigned{a.part[i] > b.part[i]} << i;
  }
  [[nodiscard]] HWY_INLINE unsigned bits() const { return mask; }
};

HWY_INLINE void store_rows(const Eight& x, const Eight& y, const Eight& z, const Eight& w,
                           float* rows) {
  for (std::size_t i = 0; i < 8; ++i) {
    rows[4 * i] = x.part[i];
    rows[4 * i + 1] = y.part[i];
    rows[4 * i + 2] = z.part[i];
    rows[4 * i + 3] = w.part[i];
  }
}

struct Points {
  Eight x, y, z;
};
struct Quaternions {
  Eight x, y, z, w;
};

template <class Row>
HWY_INLINE Quaternions load_quaternions(Row row) {
  Quaternions result;
  for (std::size_t i = 0; i < 8; ++i) {
    const float* const four = row(i);
    result.x.part[i] = four[0];
    result.y.part[i] = four[1];
    result.z.part[i] = four[2];
    result.w.part[i] = four[3];
  }
  return result;
}

#endif

/// Lane i of the result is row(i), which points to four floats: x, y, z and an unused one.
template <class Row>
HWY_INLINE Points load_rows(Row row) {
  const Quaternions all = load_quaternions(row);
  return {all.x, all.y, all.z};
}

/// One box, in all lanes.
struct WideBox {
  Eight low[3], high[3];
  HWY_INLINE explicit WideBox(const Box& box)
      : low{all(box.low.x), all(box.low.y), all(box.low.z)},
        high{all(box.high.x), all(box.high.y), all(box.high.z)} {}
  /// The box in lane `lane` of `boxes`.
  HWY_INLINE WideBox(const Boxes8& boxes, std::size_t lane)
      : low{all(boxes.low[0][lane]), all(boxes.low[1][lane]), all(boxes.low[2][lane])},
        high{all(boxes.high[0][lane]), all(boxes.high[1][lane]), all(boxes.high[2][lane])} {}
};

/// Bit i is set if the box and boxes.get(i) share a point. As in overlap(), comparisons with NaN do
/// not separate boxes.
HWY_INLINE unsigned overlaps(const WideBox& box, const Boxes8& boxes) {
  Apart apart = Apart::where_greater(load(boxes.low[0]), box.high[0]);
  apart.or_greater(box.low[0], load(boxes.high[0]));
  apart.or_greater(load(boxes.low[1]), box.high[1]);
  apart.or_greater(box.low[1], load(boxes.high[1]));
  apart.or_greater(load(boxes.low[2]), box.high[2]);
  apart.or_greater(box.low[2], load(boxes.high[2]));
  return ~apart.bits() & 255U;
}

}  // namespace dermis::math::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
