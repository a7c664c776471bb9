// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "bounds/refit_boxes.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bounds/refit_boxes.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include "bounds/box_refit-inl.h"
#include "math/dispatch.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::bounds::HWY_NAMESPACE {

void refit_node(const BoxRefit& refit, std::uint32_t node, const skinning::PosedSkin& skin,
                const BoxSlack& slack, math::Boxes8& out) {
  refit_boxes(refit.record(node), skin, slack, out);
}

}  // namespace dermis::bounds::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::bounds {

math::Boxes8 refit_boxes(const BoxRefit& refit, std::uint32_t node, const skinning::PosedSkin& skin,
                         const BoxSlack& slack) {
  math::Boxes8 out;
  DERMIS_DISPATCH(best_isa(), refit_node(refit, node, skin, slack, out));
  return out;
}

}  // namespace dermis::bounds
#endif
