// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/posed_boxes.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "math/rounded_up.h"
#include "math/stretch.h"

namespace dermis::query {

using math::Affined;
using math::Vec3d;

namespace {
constexpr double kUnit = 0x1p-24;
}  // namespace

PosedBoxes::PosedBoxes(const BodyBoxes& boxes)
    : boxes_(&boxes),
      groups_((boxes_->boxes().size() + 7) / 8),
      outgrown_(boxes_->boxes().size()),
      stretch_(boxes_->boxes().size()),
      stamps_(patches().meshlets.size()),
      slabs_(patches().triangles.size() / 8),
      rows_(32 * patches().vertices.size()),
      triangle_boxes_(patches().triangles.size() / 8),
      patch_boxes_(patches().meshlets.size()) {}

const PosedBoxes* posed_boxes_of(const Character::State& state, QueryStats& stats) {
  const auto* const boxes = Internals::state(state.collider).attached.find<BodyBoxes>();
  if (boxes == nullptr) return nullptr;
  auto& posed =
      state.attachments.get<PosedBoxes>([&] { return std::make_shared<PosedBoxes>(*boxes); });
  posed.prepare(state, stats);
  return &posed;
}

void PosedBoxes::prepare(const Character::State& state, QueryStats& stats) {
  const std::lock_guard lock(preparing_);
  if (epoch_ == state.epoch) return;
  set_pose(state);
  stats.outgrown_boxes += outgrown_count();
  epoch_ = state.epoch;
}

void PosedBoxes::set_pose(const Character::State& state) {
  skin_ = &state.skin;
  const Pose& pose = state.skin.pose();
  // Rounding in the kernel, and weights that do not sum to 1, move a vertex by at most this
  // distance: √3 times the bound per coordinate.
  slack_ = 1.7321 * (double(boxes_->skin().roundings()) * kUnit + state.data->weight_error) *
           state.skin.reach();
  for (std::uint32_t b = 0; b < boxes_->boxes().size(); ++b) {
    const BodyBoxes::Box& box = boxes_->boxes()[b];
    Affined to_box;
    const bool flat = !invert(math::to_double(pose.joints[box.joint]) * box.frame, to_box);
    outgrown_[b] = flat || skin_->morphs() || !boxes_->fits(box, to_box, pose);
    if (outgrown_[b]) continue;
    // A joint that shrinks its vertices by this factor counts as flat.
    constexpr double kMostStretch = 1e6;
    const Vec3d& x = to_box.x;
    const Vec3d& y = to_box.y;
    const Vec3d& z = to_box.z;
    outgrown_[b] = !(dot(x, x) + dot(y, y) + dot(z, z) <= kMostStretch * kMostStretch);
    if (outgrown_[b]) continue;
    const Affine single = math::to_float(to_box);
    stretch_[b] = math::largest_stretch(single);
    const Vec3* const columns[4] = {&single.x, &single.y, &single.z, &single.t};
    Group& group = groups_[b / 8];
    for (int c = 0; c < 4; ++c) {
      group.row[0][c].lane[b % 8] = columns[c]->x;
      group.row[1][c].lane[b % 8] = columns[c]->y;
      group.row[2][c].lane[b % 8] = columns[c]->z;
    }
  }
}

PosedBoxes::Bounds PosedBoxes::bounds_for(double reach, double largest) const {
  Bounds result;
  result.groups.resize(groups_.size());
  result.stretch.resize(boxes_->boxes().size());
  result.rounding.resize(boxes_->boxes().size());
  result.more.resize(boxes_->boxes().size());
  for (std::size_t b = 0; b < 8 * groups_.size(); ++b) {
    math::Boxes8& boxes = result.groups[b / 8];
    if (b >= boxes_->boxes().size()) {
      boxes.set(b % 8, math::Box::empty());
      continue;
    }
    if (outgrown_[b]) {
      const math::Box none = math::Box::empty();
      boxes.set(b % 8, {none.high, none.low});
      result.rounding[b] = none.low.x;
      continue;
    }
    double rounding = 0;
    for (const auto& row : groups_[b / 8].row) {
      double sum = std::abs(double{row[3].lane[b % 8]});
      for (int c = 0; c < 3; ++c) sum += largest * std::abs(double{row[c].lane[b % 8]});
      rounding = std::max(rounding, 16 * kUnit * sum);
    }
    const double near = (reach + slack_) * stretch_[b] * (1 + 8 * kUnit) + rounding;
    const Range& range = boxes_->boxes()[b].range;
    const auto below = [&](double x) { return -math::rounded_up(near - x); };
    const auto above = [&](double x) { return math::rounded_up(x + near); };
    boxes.set(b % 8, {{below(range.low.x), below(range.low.y), below(range.low.z)},
                      {above(range.high.x), above(range.high.y), above(range.high.z)}});
    // The search rounds four more times. The rounded numbers are at most `near` and the
    // coordinates.
    result.stretch[b] = math::rounded_up(stretch_[b] * (1 + 8 * kUnit));
    result.rounding[b] = math::rounded_up(slack_ * stretch_[b] + 2 * rounding);
    result.more[b] = std::max(0.0, near - boxes_->reach());
  }
  return result;
}

std::uint32_t PosedBoxes::outgrown_count() const {
  return static_cast<std::uint32_t>(std::ranges::count(outgrown_, true));
}

PosedBoxes::Place PosedBoxes::place(std::uint32_t patch) const {
  const collider::Meshlet& m = patches().meshlets[patch];
  return {rows_.data() + std::size_t{32} * m.first_block, triangle_boxes_.data() + m.first_group,
          patch_boxes_.data() + patch};
}

}  // namespace dermis::query
