// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "cloth/body_boxes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <string>

#include "dermis/model/validate.h"
#include "math/principal_axes.h"
#include "math/rounded_up.h"

namespace dermis::cloth {

using math::Affined;
using math::Vec3d;

namespace {

constexpr double kSamplesPerSecond = 60;
constexpr double kMostSamples = 20'000;
constexpr double kMostSeconds = 10'000;  ///< of clips, together

std::vector<std::uint32_t> chosen_clips(const Model& model, const BodyBoxOptions& options) {
  std::vector<std::uint32_t> clips = options.clips;
  if (clips.empty()) {
    clips.resize(model.clips.size());
    std::iota(clips.begin(), clips.end(), 0U);
  }
  return clips;
}

/// The least and the most of a product of numbers from an interval with a number.
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
  BodyBoxBaker(const Model& model, const BodyBoxOptions& options)
      : model_(model), options_(options), result_(model) {}

  BodyBoxes bake() {
    result_.slice_count_ = options_.slices;
    // A little more, so that rounding does not make a search look into two lists.
    result_.reach_ = 1.01 * options_.reach + 1e-4;
    find_weight_error();
    std::map<std::uint32_t, std::vector<std::uint32_t>> triangles_of;
    for (std::uint32_t t = 0; t < model_.triangles.size(); ++t) {
      triangles_of[leading_joint(model_, t)].push_back(t);
    }
    if (options_.tolerance < 0) sample_clips();
    for (const auto& [joint, triangles] : triangles_of) add_box(joint, triangles);
    result_.patches_ = bounds::make_meshlets(result_.skin_, result_.triangles_, patches_);
    return std::move(result_);
  }

 private:
  using Box = BodyBoxes::Box;
  using Relation = BodyBoxes::Relation;

  void find_weight_error() {
    for (std::uint32_t v = 0; v < result_.skin_.vertex_count(); ++v) {
      double sum = 0;
      for (const Influence& i : result_.skin_.influences(v)) sum += i.weight;
      result_.weight_error_ = std::max(result_.weight_error_, std::abs(sum - 1));
    }
  }

  void sample_clips() {
    poses_.push_back(bind_pose(model_));
    const std::vector<std::uint32_t> clips = chosen_clips(model_, options_);
    double seconds = 0;
    for (const std::uint32_t c : clips) seconds += model_.clips[c].end() - model_.clips[c].start();
    // What is between samples is noticed if it does not fit.
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
    const std::vector<std::uint32_t> vertices = bounds::vertices_of(result_.triangles_, triangles);
    std::vector<Vec3d> points;
    points.reserve(vertices.size());
    for (const std::uint32_t v : vertices) {
      points.push_back(math::to_double(result_.skin_.position(v)));
    }
    box.frame = frame_of(math::PrincipalAxes(points));
    if (options_.tolerance < 0) relate(box, vertices);

    Affined to_box;
    invert(box.frame, to_box);
    std::map<std::uint32_t, Range> ranges;
    box.range = Range::empty();
    for (const std::uint32_t v : vertices) {
      const Range& range = ranges[v] = range_of(box, to_box, v);
      box.range.include(range.low);
      box.range.include(range.high);
    }
    if (options_.tolerance > 0) {
      const Vec3d more = (0.5 * options_.tolerance) * (box.range.high - box.range.low);
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
    std::vector<BodyBoxes::List> lists(options_.slices, {UINT32_MAX, 0});
    for (auto& some : at_rest) add_patches(box, to_box, some, ranges, lists);
    box.patch_count = static_cast<std::uint32_t>(patches_.size()) - box.first_patch;
    result_.slices_.insert(result_.slices_.end(), lists.begin(), lists.end());
    result_.boxes_.push_back(std::move(box));
  }

  /// How the joints that move vertices move with regard to the box's own, in all samples.
  void relate(Box& box, const std::vector<std::uint32_t>& vertices) {
    std::set<std::uint32_t> others;
    for (const std::uint32_t v : vertices) {
      for (const Influence& i : result_.skin_.influences(v)) others.insert(i.joint);
    }
    others.erase(box.joint);
    for (const std::uint32_t k : others) {
      std::vector<Affined> motions;
      for (const Pose& pose : poses_) {
        Affined to_box;
        const Affined own = math::to_double(pose.joints[box.joint]) * box.frame;
        // Where a joint is flat, nothing fits, and nothing is to be noted.
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
    // A joint turns where it is in the bind pose, and so do those between the two of them.
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
    // Poses between samples are a little outside.
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

  /// Where a vertex can be.
  [[nodiscard]] Range range_of(const Box& box, const Affined& to_box, std::uint32_t vertex) const {
    const Vec3d r = to_box * math::to_double(result_.skin_.position(vertex));
    Range range{r, r};
    for (const Influence& i : result_.skin_.influences(vertex)) {
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

  /// Patches of these triangles, in the lists of all slices that they can reach. Patches of one
  /// slice follow those of the one before, so a list is a run of them, perhaps with a few too many.
  void add_patches(const Box& box, const Affined& to_box, std::span<std::uint32_t> triangles,
                   const std::map<std::uint32_t, Range>& ranges,
                   std::vector<BodyBoxes::List>& lists) {
    constexpr std::size_t kMost = 8;
    if (triangles.size() > kMost) {
      // Around the main axis, where it is widest.
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
      for (const std::uint32_t v : result_.triangles_[t]) {
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
    for (const std::uint32_t v : result_.triangles_[triangle]) {
      middle = middle + (1.0 / 3) * (to_box * math::to_double(result_.skin_.position(v)));
    }
    return middle;
  }

  const Model& model_;
  const BodyBoxOptions& options_;
  std::vector<Pose> poses_;
  bounds::Patches patches_;
  BodyBoxes result_;
};

Result<BodyBoxes> BodyBoxes::make(const Model& model, const BodyBoxOptions& options) {
  if (options.slices < 1 || options.slices > 1000) {
    return Error{"a box has 1 to 1000 slices, not " + std::to_string(options.slices)};
  }
  if (!(options.reach >= 0) || !std::isfinite(options.reach)) {
    return Error{"the reach of body boxes must be 0 or more, and finite"};
  }
  if (!std::isfinite(options.tolerance)) {
    return Error{"the tolerance of body boxes must be a number"};
  }
  for (const std::uint32_t c : options.clips) {
    if (c < model.clips.size()) continue;
    return Error{"there is no clip " + std::to_string(c) + ": the model has " +
                 std::to_string(model.clips.size())};
  }
  if (options.tolerance < 0) {
    double seconds = 0;
    for (const std::uint32_t c : chosen_clips(model, options)) {
      seconds += model.clips[c].end() - model.clips[c].start();
    }
    if (!(seconds <= kMostSeconds)) {
      return Error{
          "the clips of the model take more than 10000 seconds together: say for which "
          "ones body boxes are to be made"};
    }
  }
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  const Skin skin(model);
  if (const auto reach = skin.reach({std::vector<Affine>(skin.joint_count()),
                                     std::vector<float>(skin.morph_target_count(), 0)});
      !reach) {
    return reach.error();
  }
  return BodyBoxBaker(model, options).bake();
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

}  // namespace dermis::cloth
