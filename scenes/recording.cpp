// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/recording.h"

#include <algorithm>
#include <utility>

namespace dermis::scenes {

namespace {

/// The transform of a joint's node in the bind pose. Valid for matrices that only turn and move.
Affine bind_of(const Joint& joint) {
  const Transform back = decompose(joint.inverse_bind);
  const Quaternion& q = back.rotation;
  Affine turned = to_affine({{}, {-q.x, -q.y, -q.z, q.w}, {1, 1, 1}});
  const Affine moved = compose(turned, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, joint.inverse_bind.t});
  turned.t = {-moved.t.x, -moved.t.y, -moved.t.z};
  return turned;
}

Channel channel(ChannelPath path, std::uint32_t target, const std::vector<float>& times) {
  Channel result;
  result.path = path;
  result.target = target;
  result.width = key_width(path);
  result.times = times;
  return result;
}

/// Adds a part on its own node, which does not move.
void add_part(const std::string& name, const std::vector<Vec3>& positions,
              const std::vector<Triangle>& triangles, Model& result) {
  Part part;
  Node holder;
  holder.name = name;
  part.node = static_cast<std::uint32_t>(result.skeleton.nodes.size());
  result.skeleton.nodes.push_back(holder);
  part.node_name = name;
  part.mesh_name = name;
  part.first_vertex = static_cast<std::uint32_t>(result.positions.size());
  part.vertex_count = static_cast<std::uint32_t>(positions.size());
  part.first_triangle = static_cast<std::uint32_t>(result.triangles.size());
  part.triangle_count = static_cast<std::uint32_t>(triangles.size());
  result.parts.push_back(part);
  result.positions.insert(result.positions.end(), positions.begin(), positions.end());
  for (Triangle t : triangles) {
    for (std::uint32_t& v : t) v += part.first_vertex;
    result.triangles.push_back(t);
  }
}

}  // namespace

void Recording::add(const Model& model, std::string name) {
  actors_.push_back({&model, std::move(name), {}});
}

void Recording::add_cloth(std::vector<Triangle> triangles, std::string name) {
  cloths_.push_back({std::move(triangles), std::move(name), {}});
}

void Recording::add_frame(const std::vector<Pose>& poses,
                          const std::vector<std::vector<Point>>& cloths) {
  ++frames_;
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const Skeleton& skeleton = actors_[i].model->skeleton;
    std::vector<Transform>& joints = actors_[i].joints.emplace_back();
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      Transform now = decompose(compose(poses[i].joints[j], bind_of(skeleton.joints[j])));
      // Take the shorter way from frame to frame.
      if (frames_ > 1) {
        const Quaternion& last = actors_[i].joints[frames_ - 2][j].rotation;
        Quaternion& q = now.rotation;
        if (q.x * last.x + q.y * last.y + q.z * last.z + q.w * last.w < 0) {
          q = {-q.x, -q.y, -q.z, -q.w};
        }
      }
      joints.push_back(now);
    }
  }
  for (std::size_t i = 0; i < cloths_.size(); ++i) {
    std::vector<Vec3>& vertices = cloths_[i].frames.emplace_back();
    vertices.reserve(cloths[i].size());
    for (const auto& [x, y, z] : cloths[i]) vertices.push_back({float(x), float(y), float(z)});
  }
}

/// Adds the cloth as in its first frame, and a morph target for each other frame. At its time, a
/// target has all the weight; before and after, it shares the weight with its neighbour.
void Recording::append(const Cloth& cloth, const std::vector<float>& times, Model& result,
                       Clip& clip) {
  if (cloth.frames.empty()) return;
  const std::vector<Vec3>& rest = cloth.frames[0];
  add_part(cloth.name, rest, cloth.triangles, result);
  const Part& part = result.parts.back();
  const Influence whole{static_cast<std::uint32_t>(result.skeleton.joints.size()), 1};
  result.skeleton.joints.push_back({part.node, {}, true});
  for (std::size_t v = 0; v < rest.size(); ++v) result.influences.add_vertex({&whole, 1});
  if (times.size() == 1) return;

  Channel weights = channel(ChannelPath::morph_weights,
                            static_cast<std::uint32_t>(result.morph_targets.size()), times);
  weights.width = static_cast<std::uint32_t>(times.size() - 1);
  weights.values.resize(times.size() * weights.width);
  for (std::size_t f = 1; f < times.size(); ++f) {
    weights.values[f * weights.width + f - 1] = 1;
    MorphTarget target{"frame " + std::to_string(f), part.node, part.first_vertex, {}, 0};
    target.deltas.reserve(rest.size());
    for (std::size_t v = 0; v < rest.size(); ++v) {
      const Vec3& now = cloth.frames[f][v];
      target.deltas.push_back({now.x - rest[v].x, now.y - rest[v].y, now.z - rest[v].z});
    }
    result.morph_targets.push_back(std::move(target));
  }
  clip.channels.push_back(std::move(weights));
}

Model Recording::model(const std::string& name) const {
  Model result;
  result.name = name;
  Clip clip;
  clip.name = name;
  std::vector<float> times;
  times.reserve(frames_);
  for (std::size_t f = 0; f < frames_; ++f) {
    times.push_back(static_cast<float>(double(f) / frames_per_second_));
  }
  for (const Actor& actor : actors_) {
    const Model& model = *actor.model;
    const auto first_joint = static_cast<std::uint32_t>(result.skeleton.joints.size());
    for (std::uint32_t j = 0; j < model.skeleton.joints.size(); ++j) {
      const Joint& joint = model.skeleton.joints[j];
      const auto node = static_cast<std::uint32_t>(result.skeleton.nodes.size());
      Node own;
      own.name = actor.name + " " + model.skeleton.nodes[joint.node].name;
      if (frames_ > 0) own.stored = actor.joints[0][j];
      result.skeleton.nodes.push_back(own);
      result.skeleton.joints.push_back({node, joint.inverse_bind, false});
      Channel moves = channel(ChannelPath::translation, node, times);
      Channel turns = channel(ChannelPath::rotation, node, times);
      for (std::size_t f = 0; f < frames_; ++f) {
        const auto& [t, q, scale] = actor.joints[f][j];
        moves.values.insert(moves.values.end(), {t.x, t.y, t.z});
        turns.values.insert(turns.values.end(), {q.x, q.y, q.z, q.w});
      }
      if (times.empty()) continue;
      // A joint that never moves needs only one key.
      for (Channel* const c : {&moves, &turns}) {
        const auto first = c->values.begin();
        bool still = true;
        for (std::size_t i = c->width; i < c->values.size() && still; ++i) {
          still = c->values[i] == first[static_cast<std::ptrdiff_t>(i % c->width)];
        }
        if (still) {
          c->times.resize(1);
          c->values.resize(c->width);
        }
      }
      clip.channels.push_back(std::move(moves));
      clip.channels.push_back(std::move(turns));
    }
    add_part(actor.name, model.positions, model.triangles, result);
    for (std::size_t v = 0; v < model.positions.size(); ++v) {
      const auto of = model.influences.of(v);
      std::vector<Influence> influences(of.begin(), of.end());
      for (Influence& i : influences) i.joint += first_joint;
      result.influences.add_vertex(influences);
    }
  }
  for (const Cloth& cloth : cloths_) append(cloth, times, result, clip);
  if (!times.empty()) result.clips.push_back(std::move(clip));
  return result;
}

}  // namespace dermis::scenes
