// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/refit_node.h"

#if DERMIS_SIMD
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "collider/refit_node.cpp"
#include <hwy/foreach_target.h>
// foreach_target.h must come first.
#include <hwy/highway.h>
#endif

#include "base/dispatch.h"
#include "collider/refit_node-inl.h"

HWY_BEFORE_NAMESPACE();
namespace dermis::collider::HWY_NAMESPACE {

void refit_node(const BoxRefit& refit, std::uint32_t node, const skinning::PosedSkin& skin,
                const BoxSlack& slack, math::Boxes8& out) {
  refit_boxes(refit.record(node), skin, slack, out);
}

}  // namespace dermis::collider::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if !DERMIS_SIMD || HWY_ONCE
namespace dermis::collider {

math::Boxes8 refit_boxes(const BoxRefit& refit, std::uint32_t node, const skinning::PosedSkin& skin,
                         const BoxSlack& slack) {
  math::Boxes8 out;
  DERMIS_DISPATCH(current_isa(), refit_node(refit, node, skin, slack, out));
  return out;
}

}  // namespace dermis::collider
#endif
