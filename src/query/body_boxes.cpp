// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "query/body_boxes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <string>

#include "base/float_mode.h"
#include "dermis/model/validate.h"
#include "math/principal_axes.h"
#include "math/rounded_up.h"
#include "model/chosen_clips.h"
#include "model/weld.h"

namespace dermis::query {

using math::Affined;
using math::Vec3d;

namespace {

constexpr double kSamplesPerSecond = 60;
constexpr double kMostSamples = 20'000;
constexpr double kMostSeconds = 10'000;  ///< total length of the chosen clips

/// Adds the range of `factor` times a number in [low, high] to [least, most].
void add_product(double low, double high, double factor, double& least, double& most) {
  const double a = low * factor;
  const double b = high * factor;
  least += std::min(a, b);
  most += std::max(a, b);
}

Affined frame_of(const math::PrincipalAxes& axes) {
  // Right-handed, so that it is a rotation.
  return {axes.axis[0], axes.axis[1], cross(axes.axis[0], axes.axis[1]), axes.mean};
}

}  // namespace

Range Range::empty() {
  constexpr double kInfinity = HUGE_VAL;
  return {{kInfinity, kInfinity, kInfinity}, {-kInfinity, -kInfinity, -kInfinity}};
}

void Range::include(const Vec3d& p) {
  low = {std::min(low.x, p.x), std::min(low.y, p.y), std::min(low.z, p.z)};
  high = {std::max(high.x, p.x), std::max(high.y, p.y), std::max(high.z, p.z)};
}

bool Range::contains(const Vec3d& p) const {
  return low.x <= p.x && p.x <= high.x && low.y <= p.y && p.y <= high.y && low.z <= p.z &&
         p.z <= high.z;
}

class BodyBoxBaker {
 public:
  BodyBoxBaker(const Collider::Data& data, const Model& model, const BodyBoxOptions& options)
      : model_(model), options_(options), result_(data) {}

  BodyBoxes bake() {
    result_.slice_count_ = options_.slices;
    // Slightly more than the option, so that rounding does not make a search use two lists.
    result_.reach_ = 1.01 * options_.reach + 1e-4;
    std::map<std::uint32_t, std::vector<std::uint32_t>> triangles_of;
    for (std::uint32_t t = 0; t < model_.triangles.size(); ++t) {
      triangles_of[leading_joint(model_, t)].push_back(t);
    }
    if (!options_.tolerance) sample_clips();
    for (const auto& [joint, triangles] : triangles_of) add_box(joint, triangles);
    result_.patches_ = collider::make_meshlets(result_.skin(), result_.triangles(), patches_);
    return std::move(result_);
  }

 private:
  using Box = BodyBoxes::Box;
  using Relation = BodyBoxes::Relation;

  void sample_clips() {
    poses_.push_back(bind_pose(model_));
    const auto clips = *model::chosen_clips(model_, options_.clips);  // make() has checked them
    double seconds = 0;
    for (const std::uint32_t c : clips) seconds += model_.clips[c].end() - model_.clips[c].start();
    // Poses between the samples may not fit. fits() detects this.
    const double per_second = std::min(kSamplesPerSecond, kMostSamples / std::max(seconds, 1.0));
    for (const std::uint32_t c : clips) {
      const Clip& clip = model_.clips[c];
      const double length = clip.end() - clip.start();
      const auto count = static_cast<std::size_t>(std::ceil(length * per_second));
      for (std::size_t i = 0; i <= count; ++i) {
        poses_.push_back(sample(model_, clip, clip.start() + double(i) / per_second));
      }
    }
  }

  void add_box(std::uint32_t joint, const std::vector<std::uint32_t>& triangles) {
    Box box;
    box.joint = joint;
    const std::vector<std::uint32_t> vertices =
        collider::vertices_of(result_.triangles(), triangles);
    std::vector<Vec3d> points;
    points.reserve(vertices.size());
    for (const std::uint32_t v : vertices) {
      points.push_back(math::to_double(result_.skin().position(v)));
    }
    box.frame = frame_of(math::PrincipalAxes(points));
    if (!options_.tolerance) relate(box, vertices);

    Affined to_box;
    invert(box.frame, to_box);
    std::map<std::uint32_t, Range> ranges;
    box.range = Range::empty();
    for (const std::uint32_t v : vertices) {
      const Range& range = ranges[v] = range_of(box, to_box, v);
      box.range.include(range.low);
      box.range.include(range.high);
    }
    if (options_.tolerance) {
      const Vec3d more = (0.5 * *options_.tolerance) * (box.range.high - box.range.low);
      box.range = {box.range.low - more, box.range.high + more};
    }
    const double width = box.range.high.x - box.range.low.x;
    box.slices_per_metre = width > 0 ? options_.slices / width : 1;
    box.first_slice = static_cast<std::uint32_t>(result_.slices_.size());
    box.first_patch = static_cast<std::uint32_t>(patches_.size());
    box.first_group = static_cast<std::uint32_t>(result_.patch_ranges_.size());
    std::vector<std::vector<std::uint32_t>> at_rest(options_.slices);
    for (const std::uint32_t t : triangles) {
      at_rest[result_.slice_at(box, middle_of(to_box, t).x)].push_back(t);
    }
    std::vector<BodyBoxes::List> lists(options_.slices, {kNone, 0});
    for (auto& some : at_rest) add_patches(box, to_box, some, ranges, lists);
    box.patch_count = static_cast<std::uint32_t>(patches_.size()) - box.first_patch;
    result_.slices_.insert(result_.slices_.end(), lists.begin(), lists.end());
    result_.boxes_.push_back(std::move(box));
  }

  /// Records the motion of all other joints of the vertices, relative to the box's joint, over all
  /// samples.
  void relate(Box& box, const std::vector<std::uint32_t>& vertices) {
    std::set<std::uint32_t> others;
    for (const std::uint32_t v : vertices) {
      for (const Influence& i : result_.skin().influences(v)) others.insert(i.joint);
    }
    others.erase(box.joint);
    for (const std::uint32_t k : others) {
      std::vector<Affined> motions;
      for (const Pose& pose : poses_) {
        Affined to_box;
        const Affined own = math::to_double(pose.joints[box.joint]) * box.frame;
        // If this matrix has no inverse, the box is outgrown in this pose: nothing to record.
        if (!invert(own, to_box)) continue;
        motions.push_back(to_box * math::to_double(pose.joints[k]) * box.frame);
      }
      box.relations.push_back(relation(box, k, motions));
    }
  }

  Relation relation(const Box& box, std::uint32_t joint,
                    const std::vector<Affined>& motions) const {
    Relation result;
    result.joint = joint;
    Affined to_box;
    invert(box.frame, to_box);
    // Candidates for the pivot are the positions of all joints in the bind pose, since joints turn
    // about these. The one that moves least in all samples is taken.
    double least = HUGE_VAL;
    for (const Joint& candidate : model_.skeleton.joints) {
      Affined bind;
      if (!invert(math::to_double(candidate.inverse_bind), bind)) continue;
      const Vec3d pivot = to_box * bind.t;
      double most = 0;
      for (const Affined& motion : motions) most = std::max(most, length(motion * pivot - pivot));
      if (most >= least) continue;
      least = most;
      result.pivot = pivot;
    }
    for (Range& column : result.columns) column = Range::empty();
    result.shift = Range::empty();
    for (const Affined& motion : motions) {
      result.columns[0].include(motion.x - Vec3d{1, 0, 0});
      result.columns[1].include(motion.y - Vec3d{0, 1, 0});
      result.columns[2].include(motion.z - Vec3d{0, 0, 1});
      result.shift.include(motion * result.pivot - result.pivot);
    }
    // Poses between the samples may lie slightly outside the sampled range.
    const auto widen = [](Range& range, double at_least) {
      const auto more = [&](double low, double high) { return at_least + 0.02 * (high - low); };
      const Vec3d by{more(range.low.x, range.high.x), more(range.low.y, range.high.y),
                     more(range.low.z, range.high.z)};
      range = {range.low - by, range.high + by};
    };
    for (Range& column : result.columns) widen(column, 0.01);
    widen(result.shift, 0.001);
    return result;
  }

  /// The box coordinates that a vertex can have in a pose that fits.
  [[nodiscard]] Range range_of(const Box& box, const Affined& to_box, std::uint32_t vertex) const {
    const Vec3d r = to_box * math::to_double(result_.skin().position(vertex));
    Range range{r, r};
    for (const Influence& i : result_.skin().influences(vertex)) {
      const auto relation = std::ranges::find(box.relations, i.joint, &Relation::joint);
      if (relation == box.relations.end()) continue;
      const Vec3d arm = r - relation->pivot;
      const double w = i.weight;
      const double factor[3] = {w * arm.x, w * arm.y, w * arm.z};
      for (int c = 0; c < 3; ++c) {
        const Range& column = relation->columns[c];
        add_product(column.low.x, column.high.x, factor[c], range.low.x, range.high.x);
        add_product(column.low.y, column.high.y, factor[c], range.low.y, range.high.y);
        add_product(column.low.z, column.high.z, factor[c], range.low.z, range.high.z);
      }
      range.low = range.low + w * relation->shift.low;
      range.high = range.high + w * relation->shift.high;
    }
    return range;
  }

  /// Cuts the triangles of one slice into patches and adds these to the lists of all slices they
  /// can reach. Slices are cut in order, so each list is a contiguous range of patches; it may
  /// contain a few patches that do not reach the slice.
  void add_patches(const Box& box, const Affined& to_box, std::span<std::uint32_t> triangles,
                   const std::map<std::uint32_t, Range>& ranges,
                   std::vector<BodyBoxes::List>& lists) {
    constexpr std::size_t kMost = 8;
    if (triangles.size() > kMost) {
      // Split along the wider of the two axes across the main axis.
      const auto middle = [&](std::uint32_t t) { return middle_of(to_box, t); };
      Range range = Range::empty();
      for (const std::uint32_t t : triangles) range.include(middle(t));
      const Vec3d size = range.high - range.low;
      double Vec3d::* const axis = size.y > size.z ? &Vec3d::y : &Vec3d::z;
      std::ranges::sort(triangles, {},
                        [&](std::uint32_t t) { return std::pair(middle(t).*axis, t); });
      const std::size_t half = triangles.size() / 2;
      add_patches(box, to_box, triangles.first(half), ranges, lists);
      add_patches(box, to_box, triangles.subspan(half), ranges, lists);
      return;
    }
    if (triangles.empty()) return;
    Range range = Range::empty();
    for (const std::uint32_t t : triangles) {
      for (const std::uint32_t v : result_.triangles()[t]) {
        range.include(ranges.at(v).low);
        range.include(ranges.at(v).high);
      }
    }
    const auto patch = static_cast<std::uint32_t>(patches_.size()) - box.first_patch;
    patches_.emplace_back(triangles.begin(), triangles.end());
    if (patch % 8 == 0) {
      math::Boxes8& group = result_.patch_ranges_.emplace_back();
      for (std::size_t lane = 0; lane < 8; ++lane) group.set(lane, math::Box::empty());
    }
    const auto below = [](double x) { return -math::rounded_up(-x); };
    result_.patch_ranges_.back().set(
        patch % 8, {{below(range.low.x), below(range.low.y), below(range.low.z)},
                    {math::rounded_up(range.high.x), math::rounded_up(range.high.y),
                     math::rounded_up(range.high.z)}});
    const std::uint32_t end = result_.slice_at(box, range.high.x + result_.reach_);
    for (std::uint32_t s = result_.slice_at(box, range.low.x - result_.reach_); s <= end; ++s) {
      lists[s] = {std::min(lists[s].begin, patch), std::max(lists[s].end, patch + 1)};
    }
  }

  [[nodiscard]] Vec3d middle_of(const Affined& to_box, std::uint32_t triangle) const {
    Vec3d middle;
    for (const std::uint32_t v : result_.triangles()[triangle]) {
      middle = middle + (1.0 / 3) * (to_box * math::to_double(result_.skin().position(v)));
    }
    return middle;
  }

  const Model& model_;
  const BodyBoxOptions& options_;
  std::vector<Pose> poses_;
  collider::Patches patches_;
  BodyBoxes result_;
};

Result<BodyBoxes> BodyBoxes::make(const Collider::Data& data, const Model& model,
                                  const BodyBoxOptions& options) {
  if (options.slices < 1 || options.slices > 1000) {
    return Error{"a box has 1 to 1000 slices, not " + std::to_string(options.slices)};
  }
  if (!(options.reach >= 0) || !std::isfinite(options.reach)) {
    return Error{"the reach of body boxes must be 0 or more, and finite"};
  }
  if (options.tolerance && !(*options.tolerance >= 0 && std::isfinite(*options.tolerance))) {
    return Error{"the tolerance of body boxes must be 0 or more, and finite"};
  }
  const auto clips = model::chosen_clips(model, options.clips);
  if (!clips) return clips.error();
  if (!options.tolerance) {
    double seconds = 0;
    for (const std::uint32_t c : *clips) {
      seconds += model.clips[c].end() - model.clips[c].start();
    }
    if (!(seconds <= kMostSeconds)) {
      return Error{
          "the clips of the model take more than 10000 seconds together: say for which "
          "ones body boxes are to be made"};
    }
  }
  return BodyBoxBaker(data, model, options).bake();
}

bool BodyBoxes::fits(const Box& box, const Affined& to_box, const Pose& pose) const {
  for (const Relation& relation : box.relations) {
    const Affined motion = to_box * (math::to_double(pose.joints[relation.joint]) * box.frame);
    const bool inside = relation.columns[0].contains(motion.x - Vec3d{1, 0, 0}) &&
                        relation.columns[1].contains(motion.y - Vec3d{0, 1, 0}) &&
                        relation.columns[2].contains(motion.z - Vec3d{0, 0, 1}) &&
                        relation.shift.contains(motion * relation.pivot - relation.pivot);
    if (!inside) return false;
  }
  return true;
}

}  // namespace dermis::query

namespace dermis {

Result<Collider> bake_body_boxes(const Collider& collider, const Model& model,
                                 const BodyBoxOptions& options) {
  const base::DefinedFloatMode mode;
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (collider.skinning() != Skinning::linear) {
    return Error{"body boxes need linear skinning; the collider's is " +
                 std::string(to_string(collider.skinning()))};
  }
  const Model welded = weld(model);
  const skinning::SkinData& skin = data_of(collider).skin;
  // SkinData merges and sorts influences, as it does for a skin of the welded model.
  const skinning::SkinData same(welded);
  if (welded.triangles != data_of(collider).triangles || same.positions() != skin.positions() ||
      same.all_influences() != skin.all_influences() ||
      same.first_influence() != skin.first_influence() ||
      same.joint_count() != skin.joint_count() ||
      same.morph_target_count() != skin.morph_target_count()) {
    return Error{"the collider was baked from another model"};
  }
  auto boxes = query::BodyBoxes::make(data_of(collider), welded, options);
  if (!boxes) return boxes.error();
  return with_attachment(collider, std::make_shared<query::BodyBoxes>(std::move(*boxes)));
}

}  // namespace dermis
