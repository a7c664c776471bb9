// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
// Let |x| ≤ r, |x'| ≤ v and |x''| ≤ a in some frame. In its parent frame,
//  - scaled by s, per axis: (s x)'' = s'' x + 2 s' x' + s x'';
//  - rotated by a unit quaternion u: the matrix R(u) is quadratic in u, |R'| ≤ 2 |u'| and |R''| ≤ 2
//    |u''| + 2 |u'|², so (R x)'' is at most |R''| r + 2 |R'| v + a;
//  - moved by p: x'' + p''.
// From a joint up to its root, this bounds the acceleration in the world.
//
// Between two keys, slerp has constant speed: |u'| is the angle between the quaternions divided by
// the time, and |u''| = |u'|². The second derivative of a cubic spline is linear, so it is largest
// at an end. A quaternion q of splines is normalized, u = q / |q|: |u'| ≤ |q'| / |q|, and |u''| ≤
// |q''| / |q| + 3 (|q'| / |q|)². |q| is at least the smallest length on the straight line between
// its ends minus the deviation of q from that line.
#include "motion/clips/clip_motion.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "math/doubles.h"
#include "math/elementary.h"

namespace dermis::motion {

namespace {

constexpr double kUnknown = std::numeric_limits<double>::infinity();

/// The smallest length on the straight line between two quaternions.
double least_length(const math::Quatd& from, const math::Quatd& to) {
  const math::Quatd way = to - from;
  const double square = dot(way, way);
  const double share = square > 0 ? std::clamp(-dot(from, way) / square, 0.0, 1.0) : 0;
  return length(from + share * way);
}

/// The `width` numbers of a channel in a span of time between two keys.
class Segment {
 public:
  Segment(const Channel& channel, double from, double to)
      : channel_(channel), from_(from), to_(to) {
    const double time = 0.5 * (from + to);
    const auto after = std::ranges::upper_bound(channel.times, time);
    key_ = after == channel.times.begin()
               ? 0
               : static_cast<std::size_t>(after - channel.times.begin() - 1);
    holds_ = after == channel.times.begin() || after == channel.times.end() ||
             channel.interpolation == Interpolation::step;
    if (!holds_) length_ = double{channel.times[key_ + 1]} - double{channel.times[key_]};
  }

  [[nodiscard]] MotionBound number(std::size_t i) const {
    const double from = value(key_, i);
    if (holds_) return {std::abs(from), 0, 0};
    const double to = value(key_ + 1, i);
    const double way = (to - from) / length_;
    if (!is_cubic()) return {std::max(std::abs(from), std::abs(to)), std::abs(way), 0};
    const double out = channel_.values[(3 * key_ + 2) * channel_.width + i];
    const double in = channel_.values[3 * (key_ + 1) * channel_.width + i];
    MotionBound bound;
    bound.acceleration =
        std::max(std::abs(6 * way - 4 * out - 2 * in), std::abs(-6 * way + 2 * out + 4 * in)) /
        length_;
    bound.speed = std::abs(way) + length_ * bound.acceleration;
    bound.reach =
        std::max(std::abs(from), std::abs(to)) + length_ * length_ / 8 * bound.acceleration;
    return bound;
  }
  /// The bound of all numbers as a vector.
  [[nodiscard]] MotionBound vector() const {
    MotionBound sum;
    for (std::size_t i = 0; i < channel_.width; ++i) {
      const MotionBound b = number(i);
      sum.reach += b.reach * b.reach;
      sum.speed += b.speed * b.speed;
      sum.acceleration += b.acceleration * b.acceleration;
    }
    return {std::sqrt(sum.reach), std::sqrt(sum.speed), std::sqrt(sum.acceleration)};
  }
  /// The largest bounds of any number.
  [[nodiscard]] MotionBound largest() const {
    MotionBound most;
    for (std::size_t i = 0; i < channel_.width; ++i) {
      const MotionBound b = number(i);
      most = {std::max(most.reach, b.reach), std::max(most.speed, b.speed),
              std::max(most.acceleration, b.acceleration)};
    }
    return most;
  }
  /// The bounds of the rotation matrix R of the numbers: 1, |R'| and |R''|.
  [[nodiscard]] MotionBound rotation() const {
    if (holds_) return {1, 0, 0};
    double speed = 0;
    double acceleration = 0;
    if (is_cubic()) {
      const MotionBound q = vector();
      const double least = least_length(spline(from_), spline(to_)) -
                           (to_ - from_) * (to_ - from_) / 8 * q.acceleration;
      if (!(least > 0.01)) return {1, kUnknown, kUnknown};
      speed = q.speed / least;
      acceleration = q.acceleration / least + 3 * speed * speed;
    } else {
      const math::Quatd a = math::normalized(quaternion(key_));
      math::Quatd b = math::normalized(quaternion(key_ + 1));
      if (dot(a, b) < 0) b = -1.0 * b;
      speed = 2 * math::arc_tangent(length(b - a) / length(b + a)) / length_;
      acceleration = speed * speed;
    }
    return {1, 2 * speed, 2 * acceleration + 2 * speed * speed};
  }

 private:
  [[nodiscard]] bool is_cubic() const {
    return channel_.interpolation == Interpolation::cubic_spline;
  }
  [[nodiscard]] double value(std::size_t key, std::size_t i) const {
    return channel_.values[(is_cubic() ? 3 * key + 1 : key) * channel_.width + i];
  }
  [[nodiscard]] math::Quatd quaternion(std::size_t key) const {
    return {value(key, 0), value(key, 1), value(key, 2), value(key, 3)};
  }

  /// As in sample_channel(), but not normalized.
  [[nodiscard]] math::Quatd spline(double time) const {
    const double s = std::clamp((time - channel_.times[key_]) / length_, 0.0, 1.0);
    const auto number = [&](std::size_t i) {
      const double out = length_ * channel_.values[(3 * key_ + 2) * channel_.width + i];
      const double in = length_ * channel_.values[3 * (key_ + 1) * channel_.width + i];
      return (2 * s * s * s - 3 * s * s + 1) * value(key_, i) + (s * s * s - 2 * s * s + s) * out +
             (3 * s * s - 2 * s * s * s) * value(key_ + 1, i) + (s * s * s - s * s) * in;
    };
    return {number(0), number(1), number(2), number(3)};
  }

  const Channel& channel_;
  double from_, to_;
  std::size_t key_ = 0;
  bool holds_ = true;
  double length_ = 0;
};

/// How a node moves points below it.
struct NodeMotion {
  bool is_animated = false;
  MotionBound scale, rotation, translation;

  explicit NodeMotion(const Node& node)
      : scale{std::max({std::abs(double{node.stored.scale.x}),
                        std::abs(double{node.stored.scale.y}),
                        std::abs(double{node.stored.scale.z})}),
              0, 0},
        rotation{1, 0, 0},
        translation{length(math::to_double(node.stored.translation)), 0, 0} {
    if (!node.stored_matrix) return;
    const math::Affined m = math::to_double(*node.stored_matrix);
    matrix_norm_ = norm(m);
    matrix_reach_ = length(m.t);
    has_matrix_ = true;
  }
  /// An upper bound of the norm of the linear part.
  static double norm(const math::Affined& m) {
    return std::sqrt(dot(m.x, m.x) + dot(m.y, m.y) + dot(m.z, m.z));
  }

  [[nodiscard]] MotionBound operator()(const MotionBound& x) const {
    // As in sample(): the matrix holds for a node that is not animated.
    if (has_matrix_ && !is_animated) {
      return {times(matrix_norm_, x.reach) + matrix_reach_, times(matrix_norm_, x.speed),
              times(matrix_norm_, x.acceleration)};
    }
    return sum(product(rotation, product(scale, x)), translation);
  }

 private:
  /// 0 times infinity is 0: a point at the origin, or at rest, stays so however it is moved.
  static double times(double x, double y) { return x == 0 || y == 0 ? 0 : x * y; }
  static MotionBound product(const MotionBound& a, const MotionBound& b) {
    return {times(a.reach, b.reach), times(a.speed, b.reach) + times(a.reach, b.speed),
            times(a.acceleration, b.reach) + 2 * times(a.speed, b.speed) +
                times(a.reach, b.acceleration)};
  }
  static MotionBound sum(const MotionBound& a, const MotionBound& b) {
    return {a.reach + b.reach, a.speed + b.speed, a.acceleration + b.acceleration};
  }

  bool has_matrix_ = false;
  double matrix_norm_ = 0, matrix_reach_ = 0;
};

}  // namespace

ClipMotion::ClipMotion(const Model& model, const Clip& clip) : model_(model), clip_(clip) {
  for (const Channel& channel : clip.channels) {
    corners_.insert(corners_.end(), channel.times.begin(), channel.times.end());
  }
  std::ranges::sort(corners_);
  corners_.erase(std::unique(corners_.begin(), corners_.end()), corners_.end());

  followers_.resize(model.skeleton.joints.size(),
                    {0, std::vector<double>(model.morph_targets.size())});
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    for (const Influence& influence : model.influences.of(v)) {
      const auto bind = math::to_double(model.skeleton.joints[influence.joint].inverse_bind);
      Followers& followers = followers_[influence.joint];
      followers.reach =
          std::max(followers.reach, length(bind * math::to_double(model.positions[v])));
    }
  }
  for (std::size_t k = 0; k < model.morph_targets.size(); ++k) {
    const MorphTarget& target = model.morph_targets[k];
    for (std::size_t i = 0; i < target.deltas.size(); ++i) {
      for (const Influence& influence : model.influences.of(target.first_vertex + i)) {
        const auto bind = math::to_double(model.skeleton.joints[influence.joint].inverse_bind);
        double& most = followers_[influence.joint].deltas[k];
        most = std::max(most, length(linear_part(bind, math::to_double(target.deltas[i]))));
      }
    }
  }
}

std::vector<double> ClipMotion::accelerations(double from, double to) const {
  std::vector<NodeMotion> nodes;
  nodes.reserve(model_.skeleton.nodes.size());
  for (const Node& node : model_.skeleton.nodes) nodes.emplace_back(node);
  std::vector<MotionBound> weights;
  for (const MorphTarget& target : model_.morph_targets) {
    weights.push_back({std::abs(double{target.stored_weight}), 0, 0});
  }
  for (const Channel& channel : clip_.channels) {
    const Segment segment(channel, from, to);
    if (channel.path == ChannelPath::morph_weights) {
      for (std::size_t i = 0; i < channel.width; ++i) {
        weights[channel.target + i] = segment.number(i);
      }
      continue;
    }
    NodeMotion& node = nodes[channel.target];
    node.is_animated = true;
    if (channel.path == ChannelPath::translation) {
      node.translation = segment.vector();
    } else if (channel.path == ChannelPath::scale) {
      node.scale = segment.largest();
    } else {
      node.rotation = segment.rotation();
    }
  }

  std::vector<double> result;
  for (std::size_t j = 0; j < followers_.size(); ++j) {
    MotionBound x{followers_[j].reach, 0, 0};
    for (std::size_t k = 0; k < weights.size(); ++k) {
      const double delta = followers_[j].deltas[k];
      x.reach += delta * weights[k].reach;
      x.speed += delta * weights[k].speed;
      x.acceleration += delta * weights[k].acceleration;
    }
    for (std::uint32_t n = model_.skeleton.joints[j].node; n != kNone;
         n = model_.skeleton.nodes[n].parent) {
      x = nodes[n](x);
    }
    result.push_back(x.acceleration);
  }
  return result;
}

}  // namespace dermis::motion
