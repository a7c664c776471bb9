// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "dermis/model/validate.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <map>
#include <sstream>

#include "dermis/base/counted.h"
#include "model/validate_clip.h"

namespace dermis {

namespace {

bool finite(const Vec3& v) {
  return std::isfinite(v.x) && std::isfinite(v.y) && std::isfinite(v.z);
}
bool finite(const Affine& a) {
  return finite(a.x) && finite(a.y) && finite(a.z) && finite(a.t);
}
bool finite(const Quaternion& q) {
  return finite(Vec3{q.x, q.y, q.z}) && std::isfinite(q.w);
}
bool finite(const std::vector<float>& values) {
  return std::ranges::all_of(values, [](float f) { return std::isfinite(f); });
}

template <class... Words>
std::string sentence_of(const Words&... words) {
  std::ostringstream sentence;
  (sentence << ... << words);
  return sentence.str();
}

/// Problems of one kind: the first one, and how many more there are. So a broken file of a million
/// vertices does not give a million sentences.
class Kind {
 public:
  template <class... Words>
  void add(const Words&... words) {
    if (count_++ == 0) first_ = sentence_of(words...);
  }
  [[nodiscard]] bool empty() const { return count_ == 0; }
  [[nodiscard]] std::string sentence() const {
    return count_ == 1 ? first_ : sentence_of(first_, " (and ", count_ - 1, " more of this kind)");
  }

 private:
  std::string first_;
  std::size_t count_ = 0;
};

/// Collects problems.
class Reasons {
 public:
  template <class... Words>
  void add(const Words&... words) {
    list_.push_back(sentence_of(words...));
  }
  void add_kinds(std::initializer_list<const Kind*> kinds) {
    for (const Kind* const kind : kinds) {
      if (!kind->empty()) list_.push_back(kind->sentence());
    }
  }
  std::vector<std::string> take() { return std::move(list_); }

 private:
  std::vector<std::string> list_;
};

void check_positions(const Model& model, Reasons& reasons) {
  if (model.triangles.empty()) reasons.add("the mesh is empty: it has no triangles");
  Kind not_finite;
  for (std::size_t v = 0; v < model.positions.size(); ++v) {
    const Vec3& p = model.positions[v];
    if (!finite(p)) {
      not_finite.add("the position of vertex ", v, " is (", p.x, ", ", p.y, ", ", p.z, ")");
    }
  }
  reasons.add_kinds({&not_finite});
}

void check_triangles(const Model& model, Reasons& reasons) {
  Kind without_vertex;
  for (std::size_t t = 0; t < model.triangles.size(); ++t) {
    for (const std::uint32_t v : model.triangles[t]) {
      if (v < model.positions.size()) continue;
      without_vertex.add("triangle ", t, " uses vertex ", v, ", but ",
                         there_are(model.positions.size(), "vertex"));
      break;
    }
  }
  reasons.add_kinds({&without_vertex});
}

/// Checks that a part's triangles use the part's vertices only, and that two parts share all of
/// their vertices or none. Operations per part (writing, refining, leaving out) rely on it.
void check_part_vertices(const Model& model, Reasons& reasons) {
  Kind others;
  Kind some_shared;
  std::map<std::uint32_t, std::size_t> end_of;  // end of each range, by its first vertex
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const Part& part = model.parts[p];
    const std::size_t end = std::size_t{part.first_vertex} + part.vertex_count;
    const std::size_t last =
        std::min(std::size_t{part.first_triangle} + part.triangle_count, model.triangles.size());
    for (std::size_t t = part.first_triangle; t < last; ++t) {
      for (const std::uint32_t v : model.triangles[t]) {
        if (part.first_vertex <= v && v < end) continue;
        others.add("triangle ", t, " of part ", p, " uses vertex ", v, ", which is not the part's");
        break;
      }
    }
    const auto [same, added] = end_of.try_emplace(part.first_vertex, end);
    const auto after = std::next(same);
    const bool overlaps = same->second != end || (after != end_of.end() && after->first < end) ||
                          (same != end_of.begin() && std::prev(same)->second > part.first_vertex);
    if (overlaps) {
      some_shared.add("part ", p, " shares some of its vertices with another part, but not all");
    }
  }
  reasons.add_kinds({&others, &some_shared});
}

void check_parts(const Model& model, Reasons& reasons) {
  Kind order;
  Kind start;
  Kind vertices;
  Kind nodes;
  std::size_t next = 0;
  for (std::size_t p = 0; p < model.parts.size(); ++p) {
    const Part& part = model.parts[p];
    if (p > 0 && part.node < model.parts[p - 1].node) {
      order.add("part ", p, " belongs to node ", part.node, ", the part before it to node ",
                model.parts[p - 1].node, ": parts must be in the order of their nodes");
    }
    if (part.first_triangle != next) {
      start.add("part ", p, " starts at triangle ", part.first_triangle,
                ", but the parts before it end at ", next);
    }
    next = std::size_t{part.first_triangle} + part.triangle_count;
    const std::size_t end = std::size_t{part.first_vertex} + part.vertex_count;
    if (end > model.positions.size()) {
      vertices.add("part ", p, " ends at vertex ", end, ", but ",
                   there_are(model.positions.size(), "vertex"));
    }
    if (part.node >= model.skeleton.nodes.size()) {
      nodes.add("part ", p, " belongs to node ", part.node, ", but ",
                there_are(model.skeleton.nodes.size(), "node"));
    }
  }
  reasons.add_kinds({&order, &start, &vertices, &nodes});
  if (next != model.triangles.size()) {
    reasons.add("the parts cover ", counted(next, "triangle"), ", but ",
                there_are(model.triangles.size(), "triangle"));
  }
  check_part_vertices(model, reasons);
}

void check_nodes(const Skeleton& skeleton, Reasons& reasons) {
  Kind before_parent;
  Kind not_finite;
  for (std::size_t n = 0; n < skeleton.nodes.size(); ++n) {
    const Node& node = skeleton.nodes[n];
    if (node.parent != kNone && node.parent >= n) {
      before_parent.add("node ", n, " ('", node.name, "') has parent ", node.parent,
                        ", which does not come before it");
    }
    const bool ok = finite(node.stored.translation) && finite(node.stored.rotation) &&
                    finite(node.stored.scale) &&
                    (!node.stored_matrix || finite(*node.stored_matrix));
    if (!ok) not_finite.add("node ", n, " ('", node.name, "') has a transform that is not finite");
  }
  reasons.add_kinds({&before_parent, &not_finite});
}

void check_joints(const Skeleton& skeleton, Reasons& reasons) {
  Kind without_node;
  Kind not_finite;
  for (std::size_t j = 0; j < skeleton.joints.size(); ++j) {
    const Joint& joint = skeleton.joints[j];
    if (joint.node >= skeleton.nodes.size()) {
      without_node.add("joint ", j, " follows node ", joint.node, ", but ",
                       there_are(skeleton.nodes.size(), "node"));
    }
    if (!finite(joint.inverse_bind)) {
      const bool has_node = joint.node < skeleton.nodes.size();
      not_finite.add("joint ", j, " ('", has_node ? skeleton.nodes[joint.node].name : "",
                     "') has an inverse bind matrix that is not finite");
    }
  }
  reasons.add_kinds({&without_node, &not_finite});
}

void check_influences(const Model& model, Reasons& reasons) {
  if (model.influences.vertex_count() != model.positions.size()) {
    reasons.add("there are influences for ", counted(model.influences.vertex_count(), "vertex"),
                ", but ", counted(model.positions.size(), "position"));
  }
  Kind without_joint;
  Kind negative;
  Kind wrong_sum;
  const std::size_t count = std::min(model.influences.vertex_count(), model.positions.size());
  for (std::size_t v = 0; v < count; ++v) {
    double sum = 0;
    for (const Influence& i : model.influences.of(v)) {
      if (i.joint >= model.skeleton.joints.size()) {
        without_joint.add("vertex ", v, " follows joint ", i.joint, ", but ",
                          there_are(model.skeleton.joints.size(), "joint"));
      }
      if (!(i.weight >= 0)) {
        negative.add("vertex ", v, " follows joint ", i.joint, " with weight ", i.weight);
      }
      sum += i.weight;
    }
    constexpr double kTolerance = 1e-4;  // Skin::check relies on it
    if (!(std::abs(sum - 1) <= kTolerance)) {
      wrong_sum.add("the weights of vertex ", v, " sum to ", sum, ", not to 1");
    }
  }
  reasons.add_kinds({&without_joint, &negative, &wrong_sum});
}

void check_morph_targets(const Model& model, Reasons& reasons) {
  Kind without_node;
  Kind out_of_order;
  Kind without_vertex;
  Kind not_finite;
  for (std::size_t m = 0; m < model.morph_targets.size(); ++m) {
    const MorphTarget& target = model.morph_targets[m];
    if (target.node >= model.skeleton.nodes.size()) {
      without_node.add("morph target ", m, " ('", target.name, "') belongs to node ", target.node,
                       ", but ", there_are(model.skeleton.nodes.size(), "node"));
    }
    if (m > 0 && target.node < model.morph_targets[m - 1].node) {
      out_of_order.add("morph target ", m, " ('", target.name, "') belongs to node ", target.node,
                       ": targets must be in the order of their nodes");
    }
    if (target.first_vertex + target.deltas.size() > model.positions.size()) {
      without_vertex.add("morph target ", m, " ('", target.name, "') ends at vertex ",
                         target.first_vertex + target.deltas.size(), ", but ",
                         there_are(model.positions.size(), "vertex"));
    }
    const auto bad =
        std::ranges::find_if_not(target.deltas, [](const Vec3& d) { return finite(d); });
    if (bad != target.deltas.end() || !std::isfinite(target.stored_weight)) {
      not_finite.add("morph target ", m, " ('", target.name,
                     "') holds numbers that are not finite");
    }
  }
  reasons.add_kinds({&without_node, &out_of_order, &without_vertex, &not_finite});
}

/// The problems of the channels of clips.
class ChannelCheck {
 public:
  explicit ChannelCheck(const Model& model) : model_(model) {}

  void look_at(const Clip& clip, const std::string& name) {
    for (std::size_t k = 0; k < clip.channels.size(); ++k) {
      look_at(clip.channels[k], sentence_of(name, ", channel ", k, ", "));
    }
  }
  void report(Reasons& reasons) const {
    reasons.add_kinds(
        {&unknown_, &target_, &weights_, &width_, &no_keys_, &time_, &order_, &value_, &count_});
  }

 private:
  void look_at(const Channel& channel, const std::string& name) {
    check_target(channel, name);
    if (channel.interpolation != Interpolation::step &&
        channel.interpolation != Interpolation::linear &&
        channel.interpolation != Interpolation::cubic_spline) {
      unknown_.add(name, "has an interpolation that does not exist");
    }
    if (channel.times.empty()) no_keys_.add(name, "has no keys");
    if (!finite(channel.times)) {
      time_.add(name, "has a key time that is not finite");
    } else if (!std::ranges::is_sorted(channel.times)) {
      order_.add(name, "has key times that decrease");
    }
    if (!finite(channel.values)) value_.add(name, "has a value that is not finite");
    const std::size_t per_key = channel.interpolation == Interpolation::cubic_spline ? 3 : 1;
    if (channel.values.size() != channel.times.size() * channel.width * per_key) {
      count_.add(name, "has ", counted(channel.values.size(), "number"), " for ",
                 counted(channel.times.size(), "key"));
    }
  }

  void check_target(const Channel& channel, const std::string& name) {
    if (channel.path > ChannelPath::morph_weights) {
      return unknown_.add(name, "has a path that does not exist");
    }
    const bool weights = channel.path == ChannelPath::morph_weights;
    if (!weights && channel.width != key_width(channel.path)) {
      width_.add(name, "has keys of the wrong width");
    }
    const std::size_t targets =
        weights ? model_.morph_targets.size() : model_.skeleton.nodes.size();
    const std::size_t end = std::size_t{channel.target} + (weights ? channel.width : 1);
    if (end > targets) return target_.add(name, "has a target that does not exist");
    if (weights && (channel.width == 0 || model_.morph_targets[channel.target].node !=
                                              model_.morph_targets[end - 1].node)) {
      weights_.add(name, "has weights for none, or for more than one node");
    }
  }

  const Model& model_;
  Kind unknown_, target_, weights_, width_, no_keys_, time_, order_, value_, count_;
};

void check_clips(const Model& model, Reasons& reasons) {
  ChannelCheck check(model);
  for (std::size_t c = 0; c < model.clips.size(); ++c) {
    check.look_at(model.clips[c], sentence_of("clip ", c, " ('", model.clips[c].name, "')"));
  }
  check.report(reasons);
}

}  // namespace

std::vector<std::string> model::validate_clip(const Model& model, const Clip& clip) {
  Reasons reasons;
  ChannelCheck check(model);
  check.look_at(clip, sentence_of("clip '", clip.name, "'"));
  check.report(reasons);
  return reasons.take();
}

std::vector<std::string> validate(const Model& model) {
  Reasons reasons;
  check_positions(model, reasons);
  check_triangles(model, reasons);
  check_parts(model, reasons);
  check_nodes(model.skeleton, reasons);
  check_joints(model.skeleton, reasons);
  check_influences(model, reasons);
  check_morph_targets(model, reasons);
  check_clips(model, reasons);
  if (!(std::isfinite(model.metres_per_unit) && model.metres_per_unit > 0)) {
    reasons.add("the model has ", model.metres_per_unit, " metres per unit");
  }
  return reasons.take();
}

}  // namespace dermis
