// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "scenes/recording.h"

#include <algorithm>
#include <utility>

namespace dermis::scenes {

namespace {

/// Where a joint's node is in the bind pose, for joints that only moved and turned there.
Affine bind_of(const Joint& joint) {
  const Transform back = decompose(joint.inverse_bind);
  const Quaternion& q = back.rotation;
  Affine turned = to_affine({{}, {-q.x, -q.y, -q.z, q.w}, {1, 1, 1}});
  const Affine moved = compose(turned, {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}, joint.inverse_bind.t});
  turned.t = {-moved.t.x, -moved.t.y, -moved.t.z};
  return turned;
}

Channel channel(ChannelPath path, std::uint32_t node, const std::vector<float>& times) {
  Channel result;
  result.path = path;
  result.target = node;
  result.width = key_width(path);
  result.times = times;
  return result;
}

}  // namespace

void Recording::add(const Model& model, std::string name) {
  actors_.push_back({&model, std::move(name), {}});
}

void Recording::add_frame(const std::vector<Pose>& poses) {
  ++frames_;
  for (std::size_t i = 0; i < actors_.size(); ++i) {
    const Skeleton& skeleton = actors_[i].model->skeleton;
    std::vector<Transform>& joints = actors_[i].joints.emplace_back();
    for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
      Transform now = decompose(compose(poses[i].joints[j], bind_of(skeleton.joints[j])));
      // The shorter way from frame to frame.
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
}

Model Recording::model(const std::string& name) const {
  Model result;
  result.name = name;
  Clip clip;
  clip.name = name;
  std::vector<float> times;
  for (std::size_t f = 0; f < frames_; ++f) {
    times.push_back(static_cast<float>(double(f) / frames_per_second_));
  }
  for (const Actor& actor : actors_) {
    const Model& model = *actor.model;
    const auto first_joint = static_cast<std::uint32_t>(result.skeleton.joints.size());
    const auto first_vertex = static_cast<std::uint32_t>(result.positions.size());
    for (std::uint32_t j = 0; j < model.skeleton.joints.size(); ++j) {
      const Joint& joint = model.skeleton.joints[j];
      const auto node = static_cast<std::uint32_t>(result.skeleton.nodes.size());
      Node own;
      own.name = actor.name + " " + model.skeleton.nodes[joint.node].name;
      if (frames_ > 0) own.rest = actor.joints[0][j];
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
      // What never moves needs a key, not a thousand.
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
    Part part;
    Node holder;
    holder.name = actor.name;
    part.node = static_cast<std::uint32_t>(result.skeleton.nodes.size());
    result.skeleton.nodes.push_back(holder);
    part.node_name = actor.name;
    part.mesh_name = actor.name;
    part.first_vertex = first_vertex;
    part.vertex_count = static_cast<std::uint32_t>(model.positions.size());
    part.first_triangle = static_cast<std::uint32_t>(result.triangles.size());
    part.triangle_count = static_cast<std::uint32_t>(model.triangles.size());
    result.parts.push_back(part);
    result.positions.insert(result.positions.end(), model.positions.begin(), model.positions.end());
    for (Triangle t : model.triangles) {
      for (std::uint32_t& v : t) v += first_vertex;
      result.triangles.push_back(t);
    }
    for (std::size_t v = 0; v < model.positions.size(); ++v) {
      const auto of = model.influences.of(v);
      std::vector<Influence> influences(of.begin(), of.end());
      for (Influence& i : influences) i.joint += first_joint;
      result.influences.add_vertex(influences);
    }
  }
  if (!times.empty()) result.clips.push_back(std::move(clip));
  return result;
}

}  // namespace dermis::scenes
