// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "dermis/model/model.h"
#include "math/doubles.h"

/// A character described by its bones and by round cones of flesh around them. surface.h turns the
/// flesh into one closed skin, weights.h binds the skin to the bones, walk.h animates it.
namespace dermis::procedural {

using math::Vec3d;

struct Surface;

struct Bone {
  std::string name;
  int parent = -1;
  Vec3d head;  ///< centre of rotation in the bind pose; all frames are parallel to the world's
};

/// A round cone: all points within a radius of the segment a–b. The radius goes from `radius_a` to
/// `radius_b`. Distances are measured after scaling space by `squash` per axis.
struct Flesh {
  int limb = 0;
  int bone = 0;
  Vec3d a, b;
  double radius_a = 0, radius_b = 0;
  Vec3d squash{1, 1, 1};
};

class Figure {
 public:
  /// `blend`: the distance up to which limbs blend into each other, metres. `cell`: edge length of
  /// the skin's quads, metres.
  Figure(std::string name, double blend, double cell)
      : name_(std::move(name)), blend_(blend), cell_(cell) {}

  int add_bone(std::string_view name, std::string_view parent, const Vec3d& head);
  /// Starts a new limb: all flesh added until the next call belongs to it. Within a limb, pieces
  /// that meet with equal radii join without a bulge. Limbs blend into each other.
  void start_limb() { ++limb_; }
  /// Adds flesh of the bone along the segment from a to b.
  void add_flesh(std::string_view bone, const Vec3d& a, double radius_a, const Vec3d& b,
                 double radius_b, const Vec3d& squash = {1, 1, 1});

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] double blend() const { return blend_; }
  [[nodiscard]] double cell() const { return cell_; }
  [[nodiscard]] const std::vector<Bone>& bones() const { return bones_; }
  [[nodiscard]] const std::vector<Flesh>& flesh() const { return flesh_; }
  /// The bone must exist.
  [[nodiscard]] int bone(std::string_view name) const;

 private:
  std::string name_;
  double blend_, cell_;
  int limb_ = 0;
  std::vector<Bone> bones_;
  std::vector<Flesh> flesh_;
};

/// Approximate signed distance to one piece of flesh; negative inside.
double distance(const Flesh& flesh, const Vec3d& p);

/// min(a, b), smoothed where a and b differ by less than `blend`.
double smooth_min(double a, double b, double blend);

/// The pieces of each limb. They are adjacent in Figure::flesh().
std::vector<std::span<const Flesh>> limbs(const Figure& figure);
/// Signed distance to the nearest piece of a limb.
double distance(std::span<const Flesh> limb, const Vec3d& p);

/// The name with the prefix "left_" or "right_": side is +1 for left (+X), −1 for right.
std::string sided(double side, std::string_view name);

/// Skin, weights and skeleton of the figure, without clips.
Model build(const Figure& figure);
/// The same with a given skin.
Model build(const Figure& figure, Surface surface);

}  // namespace dermis::procedural
