// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/procedural/walk.h"

#include <algorithm>
#include <utility>

#include "math/elementary.h"

namespace dermis::procedural {

using math::Quatd;

double sine(double degrees) {
  return math::sin_cos_degrees(degrees).sin;
}
double cosine(double degrees) {
  return math::sin_cos_degrees(degrees).cos;
}

void Stance::turn(std::string_view bone, double x, double y, double z) {
  turns_[figure_.bone(bone)] = math::rotation_about({1, 0, 0}, x) *
                               math::rotation_about({0, 1, 0}, y) *
                               math::rotation_about({0, 0, 1}, z);
}

Vec3d Stance::place(int bone, const Vec3d& point) const {
  Vec3d p = point;
  for (int b = bone; b >= 0; b = figure_.bones()[b].parent) {
    const Vec3d head = figure_.bones()[b].head;
    p = math::to_affine({head, turns_[b], {1, 1, 1}}) * (p - head);
  }
  return p;
}

std::vector<Sole> both_sides(const std::vector<Sole>& left) {
  std::vector<Sole> result;
  for (const double side : {1.0, -1.0}) {
    for (const auto& [bone, point] : left) {
      result.push_back({sided(side, bone), {side * point.x, point.y, point.z}});
    }
  }
  return result;
}

LegSwing leg_swing(double phase, double stride) {
  const double hip = -stride * cosine(phase) - 0.2 * stride;
  const double lift = std::max(0.0, sine(phase - 195));
  const double knee = 8 + 2 * stride * lift * lift;
  // The foot stays level on the ground, points down when it leaves it, and up when it swings
  // forward.
  const double push_off = std::max(0.0, sine(phase - 95));
  const double ankle = -0.9 * (hip + knee) + 0.7 * stride * push_off * push_off;
  return {hip, knee, ankle, -0.8 * stride * push_off * push_off * (1 - lift)};
}

Clip make_clip(std::string name, const Figure& figure, const Gait& gait,
               const std::vector<Sole>& soles, double seconds, int keys) {
  Channel root;
  root.path = ChannelPath::translation;
  std::vector<Channel> turns(figure.bones().size());
  std::vector<bool> turned(turns.size(), false);
  std::vector<float> times;
  for (int key = 0; key < keys; ++key) {
    const double share = double(key) / (keys - 1);
    times.push_back(static_cast<float>(seconds * share));
    Stance stance(figure);
    gait(key + 1 < keys ? 360 * share : 0, stance);

    double lowest = 1e30;
    for (const Sole& sole : soles) {
      lowest = std::min(lowest, stance.place(figure.bone(sole.bone), sole.point).y);
    }
    const Vec3d at = figure.bones()[0].head + Vec3d{stance.sway(), -lowest, 0};
    for (const double x : {at.x, at.y, at.z}) root.values.push_back(static_cast<float>(x));
    for (std::size_t b = 0; b < turns.size(); ++b) {
      const Quatd& q = stance.turns()[b];
      turned[b] = turned[b] || q.w != 1;
      for (const double x : {q.x, q.y, q.z, q.w}) {
        turns[b].values.push_back(static_cast<float>(x));
      }
    }
  }

  Clip clip;
  clip.name = std::move(name);
  root.times = times;
  clip.channels.push_back(std::move(root));
  for (std::size_t b = 0; b < turns.size(); ++b) {
    if (!turned[b]) continue;
    turns[b].path = ChannelPath::rotation;
    turns[b].target = static_cast<std::uint32_t>(b);
    turns[b].width = key_width(ChannelPath::rotation);
    turns[b].times = times;
    clip.channels.push_back(std::move(turns[b]));
  }
  return clip;
}

}  // namespace dermis::procedural
