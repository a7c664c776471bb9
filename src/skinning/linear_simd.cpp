// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Poses one vertex at a time, with its whole matrix at once. Joint matrices are stored by columns,
// so blending is 16 floats wide (4, 2 or 1 registers), and the product with the position needs no
// horizontal operation. Each lane computes the same operations as linear_scalar.cpp, so the bits
// agree.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "skinning/linear_simd.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>

#include "base/dispatch.h"
#include "skinning/linear_kernel.h"

// foreach_target.h requires the baseline target, which may have a single lane. It gets no kernel.
#if HWY_TARGET & (HWY_SSE4 | HWY_AVX2 | HWY_AVX3)
HWY_BEFORE_NAMESPACE();
namespace dermis::skinning::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

void deform_linear_simd(const LinearJob& job) {
  constexpr hn::CappedTag<float, 16> kWide;
  constexpr hn::FixedTag<float, 4> kColumn;
  constexpr std::size_t kLanes = hn::MaxLanes(kWide);
  constexpr std::size_t kRegisters = 16 / kLanes;

  for (std::size_t v = 0; v < job.positions.size(); ++v) {
    const Influence* const begin = job.influences + job.first_influence[v];
    const Influence* const end = job.influences + job.first_influence[v + 1];

    // Arrays of registers work on the targets compiled here: none has scalable vectors.
    hn::Vec<decltype(kWide)> blended[kRegisters];
    const auto columns_of = [&](const Influence& influence) -> const float* {
      return job.joints[influence.joint].column[0];
    };
    const Influence* influence = begin;
    for (std::size_t r = 0; r < kRegisters; ++r) {
      blended[r] = hn::Mul(hn::Set(kWide, influence->weight),
                           hn::Load(kWide, columns_of(*influence) + r * kLanes));
    }
    for (++influence; influence != end; ++influence) {
      const auto weight = hn::Set(kWide, influence->weight);
      const float* const columns = columns_of(*influence);
      for (std::size_t r = 0; r < kRegisters; ++r) {
        blended[r] = hn::Add(blended[r], hn::Mul(weight, hn::Load(kWide, columns + r * kLanes)));
      }
    }
    alignas(64) float m[16];
    for (std::size_t r = 0; r < kRegisters; ++r) hn::Store(blended[r], kWide, m + r * kLanes);

    const Vec3 p = job.positions[v];
    auto sum = hn::Mul(hn::Load(kColumn, m), hn::Set(kColumn, p.x));
    sum = hn::Add(sum, hn::Mul(hn::Load(kColumn, m + 4), hn::Set(kColumn, p.y)));
    sum = hn::Add(sum, hn::Mul(hn::Load(kColumn, m + 8), hn::Set(kColumn, p.z)));
    sum = hn::Add(hn::Add(sum, hn::Load(kColumn, m + 12)), hn::Zero(kColumn));

    alignas(16) float out[4];
    hn::Store(sum, kColumn, out);
    job.out[v] = {out[0], out[1], out[2]};
  }
}

}  // namespace dermis::skinning::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace dermis::skinning {

void deform_linear(const LinearJob& job, Isa isa) {
  DERMIS_DISPATCH_OR(isa, deform_linear_simd(job), deform_linear_scalar(job));
}

}  // namespace dermis::skinning
#endif  // HWY_ONCE
