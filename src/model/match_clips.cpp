// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/match_clips.h"

#include <algorithm>
#include <cassert>
#include <set>
#include <string_view>
#include <utility>

#include "base/float_mode.h"
#include "dermis/base/counted.h"
#include "dermis/base/none.h"
#include "dermis/model/validate.h"
#include "model/retarget.h"
#include "model/validate_clip.h"

namespace dermis {

namespace {

/// The name without the prefix of its tool or character: "mixamorig:Hips", "mixamorig1:Hips",
/// "mixamorigHips" and "Armature|Hips" become "Hips".
std::string_view without_prefix(std::string_view name) {
  constexpr std::string_view kMixamo = "mixamorig";
  if (const auto end = name.find_last_of(":|"); end != std::string_view::npos) {
    return name.substr(end + 1);
  }
  if (!name.starts_with(kMixamo)) return name;
  name.remove_prefix(kMixamo.size());
  while (!name.empty() && (name.front() == '_' || (name.front() >= '0' && name.front() <= '9'))) {
    name.remove_prefix(1);
  }
  return name;
}

/// The nodes of a model by their names; of several with one name, the first.
class NodesByName {
 public:
  explicit NodesByName(const std::vector<Node>& nodes) {
    const auto add = [](auto& map, std::string_view name, std::uint32_t node) {
      if (!name.empty()) map.emplace(name, node);
    };
    for (std::uint32_t n = 0; n < nodes.size(); ++n) {
      add(names_, nodes[n].name, n);
      add(short_names_, without_prefix(nodes[n].name), n);
      add(bones_, nodes[n].bone, n);
    }
  }

  [[nodiscard]] std::uint32_t named(std::string_view name) const {
    const std::uint32_t same = find(names_, name);
    return same != kNone ? same : find(short_names_, without_prefix(name));
  }
  [[nodiscard]] std::uint32_t with_bone(std::string_view bone) const { return find(bones_, bone); }

 private:
  using Map = std::map<std::string_view, std::uint32_t>;
  static std::uint32_t find(const Map& map, std::string_view name) {
    const auto found = map.find(name);
    return found == map.end() ? kNone : found->second;
  }
  Map names_, short_names_, bones_;
};

class Matching {
 public:
  Matching(const ClipSource& source, const Model& model, const ClipMatchOptions& options)
      : source_(source), model_(model), options_(options), nodes_(model.skeleton.nodes) {
    find_joints();
    match_nodes();
    find_root();
  }

  /// Whether a name of the options is in the source, and its other name in the model.
  [[nodiscard]] bool names_are_used() const {
    return options_.names.empty() || std::ranges::any_of(source_.nodes, [&](const Node& node) {
             const auto name = options_.names.find(node.name);
             return name != options_.names.end() && nodes_.named(name->second) != kNone;
           });
  }

  [[nodiscard]] std::vector<MatchedClip> clips() const {
    const model::Retarget retarget(source_.nodes, model_.skeleton.nodes, matches_, root_);
    std::vector<MatchedClip> result;
    for (const Clip& clip : source_.clips) result.push_back(match(clip, retarget));
    return result;
  }

 private:
  /// The nodes that skinned joints follow; all joints of a model without skin.
  void find_joints() {
    is_joint_.assign(model_.skeleton.nodes.size(), false);
    for (const bool rigid : {false, true}) {
      for (const Joint& joint : model_.skeleton.joints) {
        if (joint.rigid != rigid || is_joint_[joint.node]) continue;
        is_joint_[joint.node] = true;
        ++joint_count_;
      }
      if (joint_count_ > 0) return;
    }
  }

  [[nodiscard]] std::uint32_t node_of(const Channel& channel) const {
    if (channel.path != ChannelPath::morph_weights) return channel.target;
    const auto found =
        std::ranges::find(source_.morphs, channel.target, &ClipSource::Morphs::first);
    return found == source_.morphs.end() ? kNone : found->node;
  }

  void match_nodes() {
    std::vector<bool> moved(source_.nodes.size(), false);
    for (const Clip& clip : source_.clips) {
      for (const Channel& channel : clip.channels) {
        const std::uint32_t node = node_of(channel);
        if (node < moved.size()) moved[node] = true;
      }
    }
    matches_.assign(source_.nodes.size(), kNone);
    std::vector<bool> taken(model_.skeleton.nodes.size(), false);
    // Explicit names first: another node may have the name by chance.
    for (const bool by_options : {true, false}) {
      for (std::uint32_t n = 0; n < matches_.size(); ++n) {
        if (!moved[n] || matches_[n] != kNone) continue;
        const std::uint32_t match = candidate(source_.nodes[n], by_options);
        if (match == kNone || taken[match]) continue;
        taken[match] = true;
        matches_[n] = match;
      }
    }
  }

  [[nodiscard]] std::uint32_t candidate(const Node& node, bool by_options) const {
    if (by_options) {
      const auto name = options_.names.find(node.name);
      return name == options_.names.end() ? kNone : nodes_.named(name->second);
    }
    const std::uint32_t same = nodes_.named(node.name);
    return same != kNone ? same : nodes_.with_bone(node.bone);
  }

  /// The source's node for the first joint of the model that has one.
  void find_root() {
    for (std::uint32_t n = 0; n < matches_.size(); ++n) {
      const std::uint32_t match = matches_[n];
      if (match != kNone && is_joint_[match] && (root_ == kNone || match < matches_[root_])) {
        root_ = n;
      }
    }
  }

  /// Whether a joint is above the node: then its translation is the length of a bone.
  [[nodiscard]] bool is_below_joint(std::uint32_t node) const {
    const std::vector<Node>& nodes = model_.skeleton.nodes;
    for (std::uint32_t n = nodes[node].parent; n != kNone; n = nodes[n].parent) {
      if (is_joint_[n]) return true;
    }
    return false;
  }

  [[nodiscard]] MatchedClip match(const Clip& clip, const model::Retarget& retarget) const {
    MatchedClip result;
    result.clip.name = clip.name;
    std::set<std::uint32_t> missing;
    std::vector<bool> moves(model_.skeleton.nodes.size(), false);
    for (const Channel& channel : clip.channels) {
      const std::uint32_t node = node_of(channel);
      if (node >= matches_.size()) continue;
      const std::uint32_t match = matches_[node];
      if (match == kNone) {
        if (missing.insert(node).second) result.missing.push_back(source_.nodes[node].name);
      } else if (channel.path == ChannelPath::morph_weights) {
        add_weights(channel, node, match, result.clip);
      } else {
        moves[match] = true;
        add_channel(channel, node, retarget, result.clip);
      }
    }
    add_stored_matrices(moves, result.clip);
    std::size_t moved = 0;
    for (std::uint32_t n = 0; n < is_joint_.size(); ++n) {
      if (!is_joint_[n]) continue;
      moved += moves[n] ? 1 : 0;
      if (!moves[n]) result.unmoved.push_back(model_.skeleton.nodes[n].name);
    }
    if (2 * moved < joint_count_) {
      result.refused = "it moves " + std::to_string(moved) + " of the model's " +
                       counted(joint_count_, "joint") + ", fewer than half";
    } else if (const auto reasons = model::validate_clip(model_, result.clip); !reasons.empty()) {
      result.refused = reasons.front();
    }
    if (!result.refused.empty()) result.clip.channels.clear();
    return result;
  }

  void add_channel(const Channel& channel, std::uint32_t node, const model::Retarget& retarget,
                   Clip& clip) const {
    if (!options_.retarget) {
      clip.channels.push_back(channel);
      clip.channels.back().target = matches_[node];
    } else if (channel.path == ChannelPath::rotation) {
      clip.channels.push_back(retarget.rotation(channel, node));
    } else if (channel.path == ChannelPath::translation && !is_below_joint(matches_[node])) {
      Channel moved = retarget.translation(channel, node);
      if (!moved.times.empty()) clip.channels.push_back(std::move(moved));
    }
  }

  void add_weights(const Channel& channel, std::uint32_t node, std::uint32_t match,
                   Clip& clip) const {
    const MorphTargets& targets = model_.morph_targets;
    const auto first = std::ranges::find(targets, match, &MorphTarget::node);
    const auto count = std::ranges::count(targets, match, &MorphTarget::node);
    const auto morphs = std::ranges::find(source_.morphs, node, &ClipSource::Morphs::node);
    if (count == 0 || morphs->count != count) return;
    clip.channels.push_back(channel);
    clip.channels.back().target = static_cast<std::uint32_t>(first - targets.begin());
  }

  /// A node whose stored transform is a matrix loses it where a clip moves the node: keys keep the
  /// properties that the clip does not move.
  void add_stored_matrices(const std::vector<bool>& moves, Clip& clip) const {
    for (std::uint32_t n = 0; n < moves.size(); ++n) {
      const Node& node = model_.skeleton.nodes[n];
      if (!moves[n] || !node.stored_matrix) continue;
      const Transform stored = decompose(*node.stored_matrix);
      const Vec3& t = stored.translation;
      const Quaternion& r = stored.rotation;
      const Vec3& s = stored.scale;
      const auto keep = [&](ChannelPath path, std::vector<float> value) {
        const auto same = [&](const Channel& c) { return c.path == path && c.target == n; };
        if (std::ranges::any_of(clip.channels, same)) return;
        const auto start = static_cast<float>(clip.start());
        clip.channels.push_back(
            {path, Interpolation::linear, n, key_width(path), {start}, std::move(value)});
      };
      keep(ChannelPath::translation, {t.x, t.y, t.z});
      keep(ChannelPath::rotation, {r.x, r.y, r.z, r.w});
      keep(ChannelPath::scale, {s.x, s.y, s.z});
    }
  }

  const ClipSource& source_;
  const Model& model_;
  const ClipMatchOptions& options_;
  NodesByName nodes_;
  std::vector<bool> is_joint_;  ///< by node of the model
  std::size_t joint_count_ = 0;
  std::vector<std::uint32_t> matches_;  ///< by node of the source
  std::uint32_t root_ = kNone;
};

}  // namespace

Result<std::vector<MatchedClip>> match_clips(const ClipSource& source, const Model& model,
                                             const ClipMatchOptions& options) {
  const base::DefinedFloatMode mode;
  assert(validate(model).empty());
  if (source.clips.empty()) return Error{"there are no clips"};
  const Matching matching(source, model, options);
  if (!matching.names_are_used()) {
    return Error{"the map of names fits no node of the clips and of the model"};
  }
  return matching.clips();
}

}  // namespace dermis
