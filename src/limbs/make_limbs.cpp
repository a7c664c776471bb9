// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/limbs/make_limbs.h"

#include <algorithm>
#include <cmath>

#include "base/float_mode.h"
#include "base/shared_progress.h"
#include "collider/collider_data.h"
#include "dermis/base/counted.h"
#include "dermis/model/pose.h"
#include "dermis/model/validate.h"
#include "dermis/skinning/skin.h"
#include "limbs/fit_capsules.h"
#include "limbs/limb_vertices.h"
#include "limbs/segment.h"
#include "limbs/shape_problem.h"
#include "math/elementary.h"
#include "math/rounded_up.h"
#include "math/stretch.h"
#include "model/chosen_clips.h"

namespace dermis {

namespace {

using limbs::Segment;
using math::Affined;
using math::Vec3d;

/// A clip at a time. Null stands for the bind pose.
struct Frame {
  const Clip* clip = nullptr;
  double time = 0;
};

/// `count` directions, spread evenly over the sphere.
std::vector<Vec3d> directions(int count) {
  std::vector<Vec3d> result;
  constexpr double kGoldenTurn = 137.50776405003785;  // degrees
  for (int i = 0; i < count; ++i) {
    const double z = 1 - (2 * i + 1.0) / count;
    const double r = std::sqrt(1 - z * z);
    const auto [s, c] = math::sin_cos_degrees(kGoldenTurn * i);
    result.push_back({r * c, r * s, z});
  }
  return result;
}

/// The farthest of the points added so far, along each of 160 directions. They approximate the
/// convex hull of all points.
class Extremes {
 public:
  void add(const Vec3d& p) {
    const std::vector<Vec3d>& all = around();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if (const double along = dot(p, all[i]); along > most_[i]) {
        most_[i] = along;
        points_[i] = p;
      }
    }
    any_ = true;
  }
  [[nodiscard]] std::span<const Vec3d> points() const {
    return any_ ? std::span<const Vec3d>(points_) : std::span<const Vec3d>{};
  }

 private:
  static const std::vector<Vec3d>& around() {
    static const std::vector<Vec3d> kAround = directions(160);
    return kAround;
  }
  std::vector<Vec3d> points_ = std::vector<Vec3d>(around().size());
  std::vector<double> most_ = std::vector<double>(around().size(), -HUGE_VAL);
  bool any_ = false;
};

/// Fits bounds to the poses of the declared clips.
class BoundFitter {
 public:
  BoundFitter(const Model& model, CollideShape& shape, const LimbOptions& options)
      : model_(model),
        shape_(shape),
        options_(options),
        skin_(model, options.skinning),
        vertices_(limbs::vertices_of_limbs(shape, model.triangles)) {}

  Result<void> run() {
    if (const auto ok = list_frames(); !ok) return ok;
    // The axes are fitted to a subset of the frames.
    const std::size_t stride = std::max<std::size_t>(frames_.size() / kFramesForAxes, 1);
    std::vector<Extremes> extremes(shape_.limbs.size());
    for (std::size_t f = 0; f < frames_.size(); f += stride) {
      if (const auto ok = pose(frames_[f]); !ok) return ok;
      base::parallel_for_each(shape_.limbs.size(), 1, {},
                              [&](std::size_t l) { look(l, extremes[l]); });
      tell(0.4 * double(f) / double(frames_.size()));
    }
    base::parallel_for_each(shape_.limbs.size(), 1, {}, [&](std::size_t l) {
      shape_.limbs[l].bound = limbs::fit_around(extremes[l].points());
      shape_.limbs[l].bound.radius = 0;
    });
    // The radii are computed from all frames.
    std::vector<double> radii(shape_.limbs.size(), 0);
    for (std::size_t f = 0; f < frames_.size(); ++f) {
      if (const auto ok = pose(frames_[f]); !ok) return ok;
      base::parallel_for_each(shape_.limbs.size(), 1, {},
                              [&](std::size_t l) { radii[l] = std::max(radii[l], radius(l)); });
      tell(0.5 + 0.3 * double(f) / double(frames_.size()));
    }
    for (std::size_t l = 0; l < radii.size(); ++l) {
      // The margin is for poses between the frames, which differ very little.
      shape_.limbs[l].bound.radius = math::rounded_up(1.001 * radii[l]);
    }
    return {};
  }

  /// Fits the volumes, level 3, to the rest positions.
  void fit_surfaces() {
    base::parallel_for_each(shape_.limbs.size(), 1, {}, [&](std::size_t l) {
      std::vector<Vec3d> points;
      for (const std::uint32_t v : vertices_[l]) {
        points.push_back(math::to_double(model_.positions[v]));
      }
      shape_.limbs[l].volumes = limbs::fit_to_surface(points, options_.max_volumes);
    });
    tell(1);
  }

 private:
  static constexpr std::size_t kFramesForAxes = 120;

  void tell(double share) const {
    if (options_.progress) options_.progress(share);
  }

  Result<void> list_frames() {
    frames_ = {{}};
    for (const std::string& name : shape_.clips) {
      const auto index = find_clip(model_, name);
      if (!index) return index.error();
      const Clip& clip = model_.clips[*index];
      const double start = clip.start();
      const double count = std::floor((clip.end() - start) * options_.frames_per_second);
      if (!(count + 2 <= kMostFrames)) {  // below, one more and the end
        return Error{"the clip '" + name + "' has more than " + std::to_string(kMostFrames) +
                     " frames at " + std::to_string(options_.frames_per_second) + " a second"};
      }
      for (int i = 0; i <= int(count); ++i) {
        frames_.push_back({&clip, start + i / options_.frames_per_second});
      }
      frames_.push_back({&clip, clip.end()});
    }
    return {};
  }
  static constexpr int kMostFrames = 100'000;

  Result<void> pose(const Frame& frame) {
    pose_ = frame.clip == nullptr ? bind_pose(model_) : sample(model_, *frame.clip, frame.time);
    posed_.resize(skin_.vertex_count());
    largest_stretch_ = 0;
    for (const Affine& joint : pose_.joints) {
      largest_stretch_ = std::max(largest_stretch_, double{math::largest_stretch(joint)});
    }
    return skin_.deform(pose_, posed_);
  }

  /// Adds the vertices of a limb, in the space of the joint that it follows.
  void look(std::size_t l, Extremes& extremes) const {
    Affined back;
    if (!math::invert(math::to_double(pose_.joints[shape_.limbs[l].joint]), back)) return;
    for (const std::uint32_t v : vertices_[l]) extremes.add(back * math::to_double(posed_[v]));
  }

  /// The radius that a bound needs for this pose, in rest units. 0 if its joint is scaled to almost
  /// nothing while others are not: a capsule that follows it would vanish, whatever its radius.
  [[nodiscard]] double radius(std::size_t l) const {
    const Limb& limb = shape_.limbs[l];
    const Affine& joint = pose_.joints[limb.joint];
    const double stretch = math::largest_stretch(joint);
    constexpr double kVanishing = 0.05;
    if (!(stretch > kVanishing * largest_stretch_)) return 0;
    const Segment segment(moved(limb.bound, joint));
    double most = 0;
    for (const std::uint32_t v : vertices_[l]) {
      most = std::max(most, segment.distance(math::to_double(posed_[v])));
    }
    return most / stretch;
  }

  const Model& model_;
  CollideShape& shape_;
  const LimbOptions& options_;
  Skin skin_;
  std::vector<std::vector<std::uint32_t>> vertices_;  ///< for each limb
  std::vector<Frame> frames_;
  Pose pose_;
  double largest_stretch_ = 0;  ///< the largest of all joints
  std::vector<Vec3> posed_;
};

/// The name by which find_clip() finds this clip: its index if another clip has the same name.
std::string called(const Model& model, std::uint32_t clip) {
  const auto found = find_clip(model, model.clips[clip].name);
  return found && *found == clip ? model.clips[clip].name : std::to_string(clip);
}

Result<std::vector<std::string>> declared_clips(const Model& model, const LimbOptions& options) {
  std::vector<std::string> names;
  const auto clips = model::chosen_clips(model, options.clips);
  if (!clips) return clips.error();
  for (const std::uint32_t clip : *clips) names.push_back(called(model, clip));
  return names;
}

}  // namespace

Result<CollideShape> group_limbs(const Model& model, const LimbOptions& options) {
  const base::DefinedFloatMode mode;
  auto table = group_joints(model, options.groups);
  if (!table) return table.error();
  auto clips = declared_clips(model, options);
  if (!clips) return clips.error();
  CollideShape shape;
  for (LimbInfo& limb : table->limbs) shape.limbs.push_back({std::move(limb), {}, {}});
  shape.joint_limbs = std::move(table->joint_limbs);
  shape.triangle_limbs = std::move(table->triangle_limbs);
  shape.triangle_sides = limbs::sides_of(model.positions, model.triangles);
  shape.clips = std::move(*clips);
  return shape;
}

Result<void> fit_capsules(const Model& model, CollideShape& shape, const LimbOptions& options) {
  const base::DefinedFloatMode mode;
  const base::ExecutorScope scope(options.executor);
  if (const auto problems = validate(model); !problems.empty()) return Error{problems.front()};
  if (const std::string reason = collider::why_not(model, options.skinning); !reason.empty()) {
    return Error{reason};
  }
  if (const std::string reason =
          limbs::problem_of(shape, model.skeleton.joints.size(), model.triangles.size());
      !reason.empty()) {
    return Error{reason};
  }
  if (!(options.frames_per_second > 0 && options.frames_per_second <= 1e6)) {
    return Error{"LimbOptions::frames_per_second must be above 0 and at most 1e6, not " +
                 std::to_string(options.frames_per_second)};
  }
  if (options.max_volumes < 1 || options.max_volumes > 16) {
    return Error{"a limb cannot have up to " + counted(options.max_volumes, "volume") +
                 "; 1 to 16 are possible"};
  }
  CollideShape fitted = shape;
  BoundFitter fitter(model, fitted, options);
  if (const auto ok = fitter.run(); !ok) return ok;
  fitter.fit_surfaces();
  shape = std::move(fitted);
  return {};
}

Result<CollideShape> make_limbs(const Model& model, const LimbOptions& options) {
  auto shape = group_limbs(model, options);
  if (!shape) return shape.error();
  if (const auto ok = fit_capsules(model, *shape, options); !ok) return ok.error();
  return shape;
}

}  // namespace dermis
