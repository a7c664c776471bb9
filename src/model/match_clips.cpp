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

/// Nodes by a name; those of joints first.
using NodesByName = std::map<std::string_view, std::vector<std::uint32_t>>;

class Matching {
 public:
  Matching(const ClipSource& source, const Model& model, const ClipMatchOptions& options)
      : source_(source), model_(model), options_(options) {
    find_joints();
    match_nodes();
    find_root();
  }

  [[nodiscard]] std::vector<MatchedClip> clips() const {
    const model::Retarget retarget(source_.nodes, model_.skeleton.nodes, matches_, root_);
    std::vector<MatchedClip> result;
    result.reserve(source_.clips.size());
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

  /// The nodes of the model that are not matched, by a name.
  template <class Name>
  [[nodiscard]] NodesByName free_nodes(const Name& name) const {
    NodesByName result;
    const std::vector<Node>& nodes = model_.skeleton.nodes;
    for (const bool joints : {true, false}) {
      for (std::uint32_t n = 0; n < nodes.size(); ++n) {
        const std::string_view key = name(nodes[n]);
        if (is_joint_[n] == joints && !taken_[n] && !key.empty()) result[key].push_back(n);
      }
    }
    return result;
  }

  /// Matches the nodes of the source that clips move, and that have no match, by a name.
  template <class Name, class ModelName>
  void match_by(const Name& name, const ModelName& model_name, bool unique) {
    NodesByName free = free_nodes(model_name);
    std::map<std::string_view, std::size_t> used;
    for (std::uint32_t n = 0; n < matches_.size(); ++n) {
      if (moved_[n] && matches_[n] == kNone) ++used[name(source_.nodes[n])];
    }
    std::map<std::string_view, std::size_t> next;
    for (std::uint32_t n = 0; n < matches_.size(); ++n) {
      if (!moved_[n] || matches_[n] != kNone) continue;
      const std::string_view key = name(source_.nodes[n]);
      const auto found = free.find(key);
      if (found == free.end()) continue;
      const std::vector<std::uint32_t>& nodes = found->second;
      if (unique && (nodes.size() > 1 || used[key] > 1)) continue;
      std::size_t& k = next[key];
      if (k == nodes.size()) continue;
      matches_[n] = nodes[k++];
      taken_[matches_[n]] = true;
    }
  }

  void match_nodes() {
    moved_.assign(source_.nodes.size(), false);
    for (const Clip& clip : source_.clips) {
      for (const Channel& channel : clip.channels) {
        const std::uint32_t node = node_of(channel);
        if (node < moved_.size()) moved_[node] = true;
      }
    }
    matches_.assign(source_.nodes.size(), kNone);
    taken_.assign(model_.skeleton.nodes.size(), false);
    const auto full = [](const Node& node) { return std::string_view(node.name); };
    const auto brief = [](const Node& node) { return without_prefix(node.name); };
    const auto bone = [](const Node& node) { return std::string_view(node.bone); };
    const auto given = [&](const Node& node) {
      const auto name = options_.names.find(node.name);
      return name == options_.names.end() ? std::string_view() : std::string_view(name->second);
    };
    match_by(given, full, false);
    match_by(full, full, false);
    match_by(brief, brief, true);
    match_by(bone, bone, false);
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
    if (clip.channels.empty()) {
      result.refused = "it moves nothing";
      return result;
    }
    std::set<std::uint32_t> missing;
    std::vector<bool> moves(model_.skeleton.nodes.size(), false);
    for (const Channel& channel : clip.channels) {
      const std::uint32_t node = node_of(channel);
      if (node >= matches_.size()) continue;
      const std::uint32_t match = matches_[node];
      if (match == kNone) {
        if (missing.insert(node).second) result.missing.add(source_.nodes[node].name);
      } else if (channel.path == ChannelPath::morph_weights) {
        if (add_weights(channel, node, match, result.clip)) {
          moves[match] = true;
        } else {
          result.missing.add("the morph targets of " + source_.nodes[node].name);
        }
      } else if (add_channel(channel, node, retarget, result.clip)) {
        moves[match] = true;
      }
    }
    add_stored_matrices(moves, result.clip);
    std::size_t moved = 0;
    for (std::uint32_t n = 0; n < is_joint_.size(); ++n) {
      if (!is_joint_[n]) continue;
      if (is_moved(n, moves)) {
        ++moved;
      } else {
        result.unmoved.add(model_.skeleton.nodes[n].name);
      }
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

  /// Whether the clip moves a joint, or a node between it and the joint above it.
  [[nodiscard]] bool is_moved(std::uint32_t joint, const std::vector<bool>& moves) const {
    const std::vector<Node>& nodes = model_.skeleton.nodes;
    for (std::uint32_t n = joint; n != kNone; n = nodes[n].parent) {
      if (n != joint && is_joint_[n]) return false;
      if (moves[n]) return true;
    }
    return false;
  }

  /// Returns whether the clip has one channel more.
  bool add_channel(const Channel& channel, std::uint32_t node, const model::Retarget& retarget,
                   Clip& clip) const {
    if (!options_.retarget) {
      clip.channels.push_back(channel);
      clip.channels.back().target = matches_[node];
      return true;
    }
    if (channel.path == ChannelPath::rotation) {
      clip.channels.push_back(retarget.rotation(channel, node));
      return true;
    }
    if (channel.path != ChannelPath::translation || is_below_joint(matches_[node])) return false;
    Channel moved = retarget.translation(channel, node);
    if (moved.times.empty()) return false;
    clip.channels.push_back(std::move(moved));
    return true;
  }

  /// Returns false if the node of the model has another number of morph targets.
  bool add_weights(const Channel& channel, std::uint32_t node, std::uint32_t match,
                   Clip& clip) const {
    const MorphTargets& targets = model_.morph_targets;
    const auto first = std::ranges::find(targets, match, &MorphTarget::node);
    const auto count = std::ranges::count(targets, match, &MorphTarget::node);
    const auto morphs = std::ranges::find(source_.morphs, node, &ClipSource::Morphs::node);
    if (count == 0 || morphs->count != count) return false;
    clip.channels.push_back(channel);
    clip.channels.back().target = static_cast<std::uint32_t>(first - targets.begin());
    return true;
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
        const std::vector<float>& times = clip.channels.front().times;
        const float start = times.empty() ? 0 : times.front();
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
  std::vector<bool> is_joint_;  ///< by node of the model
  std::size_t joint_count_ = 0;
  std::vector<bool> moved_, taken_;     ///< by node of the source; by node of the model
  std::vector<std::uint32_t> matches_;  ///< by node of the source
  std::uint32_t root_ = kNone;
};

}  // namespace

Result<std::vector<MatchedClip>> match_clips(const ClipSource& source, const Model& model,
                                             const ClipMatchOptions& options) {
  const base::DefinedFloatMode mode;
  assert(validate(model).empty());
  for ([[maybe_unused]] const Node& node : source.nodes) {
    assert(node.parent == kNone || node.parent < &node - source.nodes.data());
  }
  if (source.clips.empty()) return Error{"there are no clips"};
  return Matching(source, model, options).clips();
}

}  // namespace dermis
