// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "model/group_joints.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <numeric>
#include <set>
#include <utility>

#include "base/float_mode.h"
#include "dermis/base/names.h"
#include "dermis/model/validate.h"
#include "math/doubles.h"
#include "model/limb_of_triangles.h"

namespace dermis {

namespace {

using math::Vec3d;

double area(const Model& model, const Triangle& t) {
  const Vec3d p = math::to_double(model.positions[t[0]]);
  return 0.5 * length(cross(math::to_double(model.positions[t[1]]) - p,
                            math::to_double(model.positions[t[2]]) - p));
}

/// Groups of joints, which are merged until each group is large enough for a limb. One joint leads
/// each group. Sums are taken over vertices and triangles in ascending order, so they do not depend
/// on the order of merges.
class Groups {
 public:
  explicit Groups(const Model& model)
      : model_(model), leader_(model.skeleton.joints.size()), surface_(leader_.size()) {
    std::iota(leader_.begin(), leader_.end(), 0U);
    find_parents();
    find_surfaces();
  }

  /// Makes these joints a separate group, led by the first one. Call this before merge().
  void set_apart(const std::vector<std::uint32_t>& joints) {
    for (const std::uint32_t j : joints) leader_[j] = joints.front();
  }

  /// Merges the smallest groups first, so that a hand gets its fingers before its own size is
  /// compared. Groups led by `fixed` joints, and groups of the area `least` or more, stay.
  void merge(const std::vector<bool>& fixed, double least) {
    list_all();
    for (std::uint32_t j = 0; j < leader_.size(); ++j) {
      if (!fixed[j] && leader(j) == j) candidates_.emplace(led_surface_[j], j);
    }
    while (!candidates_.empty() && candidates_.begin()->first < least) {
      const std::uint32_t smallest = candidates_.begin()->second;
      std::uint32_t into = above(smallest);
      if (into == kNone) into = companion(smallest);
      if (into != kNone) {
        merge(smallest, into);
        continue;
      }
      // A root that moves nothing takes its largest child group; without one, it stays alone.
      const std::uint32_t largest = largest_below(smallest, fixed);
      if (led_surface_[smallest] == 0 && largest != kNone) {
        merge(largest, smallest);
      } else {
        candidates_.erase(candidates_.begin());
      }
    }
  }

  /// The joint that leads the group of `joint`.
  [[nodiscard]] std::uint32_t leader(std::uint32_t joint) const {
    while (leader_[joint] != joint) joint = leader_[joint] = leader_[leader_[joint]];
    return joint;
  }
  [[nodiscard]] double own_surface(std::uint32_t joint) const { return surface_[joint]; }
  [[nodiscard]] double whole_surface() const {
    return std::accumulate(surface_.begin(), surface_.end(), 0.0);
  }
  /// The group of the nearest ancestor of the leader that is in another group, or kNone.
  [[nodiscard]] std::uint32_t above(std::uint32_t group) const {
    for (std::uint32_t j = parent_[group]; j != kNone; j = parent_[j]) {
      if (leader(j) != group) return leader(j);
    }
    return kNone;
  }

 private:
  /// Sets the parent of each joint: the joint of the nearest ancestor node that has one. If several
  /// joints, of several skins, have the same node, they follow the first of them.
  void find_parents() {
    const Skeleton& skeleton = model_.skeleton;
    std::vector<std::uint32_t> first(skeleton.nodes.size(), kNone);
    for (std::uint32_t j = 0; j < skeleton.joints.size(); ++j) {
      std::uint32_t& of_node = first[skeleton.joints[j].node];
      if (of_node == kNone) {
        of_node = j;
      } else {
        leader_[j] = of_node;
      }
    }
    // Parents come before children, so the nearest joint above a node is known already.
    std::vector<std::uint32_t> above(skeleton.nodes.size(), kNone);
    for (std::size_t n = 0; n < skeleton.nodes.size(); ++n) {
      const std::uint32_t parent = skeleton.nodes[n].parent;
      if (parent != kNone) above[n] = first[parent] != kNone ? first[parent] : above[parent];
    }
    for (const Joint& joint : skeleton.joints) parent_.push_back(above[joint.node]);
  }

  void find_surfaces() {
    for (const Triangle& t : model_.triangles) {
      areas_.push_back(area(model_, t));
      for (const std::uint32_t v : t) {
        for (const Influence& i : model_.influences.of(v)) {
          surface_[i.joint] += areas_.back() / 3 * double{i.weight};
        }
      }
    }
  }

  /// Lists the joints, vertices and triangles of each group, ascending.
  void list_all() {
    members_.resize(leader_.size());
    below_.resize(leader_.size());
    vertices_.resize(leader_.size());
    triangles_.resize(leader_.size());
    weights_.assign(leader_.size(), 0);
    const auto add = [](std::vector<std::uint32_t>& list, std::uint32_t element) {
      if (list.empty() || list.back() != element) list.push_back(element);
    };
    for (std::uint32_t j = 0; j < leader_.size(); ++j) {
      members_[leader(j)].push_back(j);
      if (parent_[j] != kNone) below_[parent_[j]].push_back(j);
    }
    for (std::uint32_t v = 0; v < model_.positions.size(); ++v) {
      for (const Influence& i : model_.influences.of(v)) add(vertices_[leader(i.joint)], v);
    }
    led_surface_.assign(leader_.size(), 0);
    for (std::uint32_t t = 0; t < model_.triangles.size(); ++t) {
      for (const std::uint32_t v : model_.triangles[t]) {
        for (const Influence& i : model_.influences.of(v)) add(triangles_[leader(i.joint)], t);
      }
      led_by_.push_back(group_of(t));
      led_surface_[led_by_[t]] += areas_[t];
    }
  }

  /// The group that a triangle follows more than any other group.
  std::uint32_t group_of(std::uint32_t triangle) {
    groups_.clear();
    for (const std::uint32_t v : model_.triangles[triangle]) {
      for (const Influence& i : model_.influences.of(v)) {
        groups_.push_back(leader(i.joint));
        weights_[groups_.back()] += double{i.weight};
      }
    }
    const std::uint32_t most =
        *std::ranges::max_element(groups_, {}, [&](std::uint32_t g) { return weights_[g]; });
    for (const std::uint32_t g : groups_) weights_[g] = 0;
    return most;
  }

  /// The group that shares the most skin weight with this one, or kNone.
  [[nodiscard]] std::uint32_t companion(std::uint32_t group) const {
    std::map<std::uint32_t, double> shared;
    for (const std::uint32_t v : vertices_[group]) {
      double own = 0;
      for (const Influence& i : model_.influences.of(v)) {
        if (leader(i.joint) == group) own += i.weight;
      }
      for (const Influence& i : model_.influences.of(v)) {
        if (leader(i.joint) != group) shared[leader(i.joint)] += own * double{i.weight};
      }
    }
    const auto most = std::ranges::max_element(shared, {}, [](const auto& s) { return s.second; });
    return most == shared.end() || most->second == 0 ? kNone : most->first;
  }

  /// The largest group directly below a group, the first of several, or kNone.
  [[nodiscard]] std::uint32_t largest_below(std::uint32_t group,
                                            const std::vector<bool>& fixed) const {
    std::uint32_t largest = kNone;
    for (const std::uint32_t member : members_[group]) {
      for (const std::uint32_t child : below_[member]) {
        const std::uint32_t g = leader(child);
        if (g == group || fixed[g] || above(g) != group) continue;
        const bool larger = largest == kNone || led_surface_[g] > led_surface_[largest] ||
                            (led_surface_[g] == led_surface_[largest] && g < largest);
        if (larger) largest = g;
      }
    }
    return largest;
  }

  void merge(std::uint32_t group, std::uint32_t into) {
    candidates_.erase({led_surface_[group], group});
    leader_[group] = into;
    std::set<std::uint32_t> changed{into};
    for (const std::uint32_t t : triangles_[group]) {
      const std::uint32_t before = std::exchange(led_by_[t], group_of(t));
      if (before != led_by_[t]) changed.insert({before, led_by_[t]});
    }
    changed.erase(group);
    for (auto* const lists : {&members_, &vertices_, &triangles_}) {
      std::vector<std::uint32_t> both;
      std::ranges::set_union((*lists)[into], (*lists)[group], std::back_inserter(both));
      (*lists)[into] = std::move(both);
      (*lists)[group] = {};
    }
    for (const std::uint32_t g : changed) {
      const bool is_candidate = candidates_.erase({led_surface_[g], g}) > 0;
      led_surface_[g] = 0;
      for (const std::uint32_t t : triangles_[g]) {
        if (led_by_[t] == g) led_surface_[g] += areas_[t];
      }
      if (is_candidate) candidates_.emplace(led_surface_[g], g);
    }
  }

  using Lists = std::vector<std::vector<std::uint32_t>>;

  const Model& model_;
  mutable std::vector<std::uint32_t> leader_;  ///< for each joint, directly or through others
  std::vector<std::uint32_t> parent_;
  std::vector<double> surface_;        ///< the area that each joint moves, in square units
  std::vector<double> areas_;          ///< one per triangle
  Lists members_, below_;              ///< the joints of each group, and the children of each joint
  Lists vertices_, triangles_;         ///< all that a group moves
  std::vector<std::uint32_t> led_by_;  ///< group_of() each triangle
  std::vector<double> led_surface_;    ///< for each group, the area of the triangles that it leads
  std::set<std::pair<double, std::uint32_t>> candidates_;  ///< groups that can be merged
  std::vector<std::uint32_t> groups_;                      ///< scratch of group_of()
  std::vector<double> weights_;                            ///< the same, all 0
};

std::string label(const Model& model, std::uint32_t joint) {
  const std::string& name = model.skeleton.nodes[model.skeleton.joints[joint].node].name;
  return name.empty() ? "joint " + std::to_string(joint) : name;
}

/// The name of a limb that a joint leads: its bone, "leftUpperArm" as "left_upper_arm", or its
/// node.
std::string limb_name(const Model& model, std::uint32_t joint) {
  std::string name;
  for (const char c : model.skeleton.nodes[model.skeleton.joints[joint].node].bone) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (capital && !name.empty()) name += '_';
    name += capital ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return name.empty() ? label(model, joint) : name;
}

/// Finds the joints of an override by name. A name stands for all joints of that node.
Result<std::vector<std::uint32_t>> joints_of(const Model& model, const LimbOverride& limb) {
  if (limb.joints.empty()) return Error{"the limb '" + limb.name + "' has no joints"};
  std::vector<std::uint32_t> result;
  for (const std::string& name : limb.joints) {
    const std::size_t before = result.size();
    const bool by_index = name.starts_with('#');
    for (std::uint32_t j = 0; j < model.skeleton.joints.size(); ++j) {
      if (name == (by_index ? "#" + std::to_string(j) : label(model, j))) result.push_back(j);
    }
    if (result.size() == before) {
      return Error{"the limb '" + limb.name + "' names a joint '" + name +
                   "', which the model does not have"};
    }
  }
  return result;
}

/// Makes a group of each override. Returns the joints that are in one; a joint in two overrides is
/// an error.
Result<std::vector<bool>> set_apart(const Model& model, const LimbGroupOptions& options,
                                    Groups& groups) {
  std::vector<bool> fixed(model.skeleton.joints.size(), false);
  for (const LimbOverride& limb : options.overrides) {
    const auto joints = joints_of(model, limb);
    if (!joints) return joints.error();
    for (const std::uint32_t j : *joints) {
      if (fixed[j]) {
        return Error{"the joint '" + label(model, j) + "' is in the limb '" + limb.name +
                     "' and in another one"};
      }
      fixed[j] = true;
    }
    groups.set_apart(*joints);
  }
  return fixed;
}

/// Makes names unique: "arm", "arm 2", "arm 3".
class UniqueNames {
 public:
  std::string operator()(const std::string& name) {
    std::string unique = name;
    for (int& i = next_.try_emplace(name, 2).first->second; !taken_.insert(unique).second;) {
      unique = name + " " + std::to_string(i++);
    }
    return unique;
  }

 private:
  std::set<std::string> taken_;
  std::map<std::string, int> next_;
};

/// The groups in the order of limbs: each after the group above it, otherwise ascending. Overrides
/// can make loops, which are cut at the first group.
std::vector<std::uint32_t> parents_first(const Groups& groups, std::size_t joint_count) {
  std::map<std::uint32_t, std::vector<std::uint32_t>> below;
  std::set<std::uint32_t> waiting;
  std::set<std::uint32_t> ready;
  for (std::uint32_t j = 0; j < joint_count; ++j) {
    if (groups.leader(j) != j) continue;
    const std::uint32_t above = groups.above(j);
    below[above].push_back(j);
    (above == kNone ? ready : waiting).insert(j);
  }
  std::vector<std::uint32_t> result;
  while (!ready.empty() || !waiting.empty()) {
    auto& from = ready.empty() ? waiting : ready;
    result.push_back(*from.begin());
    from.erase(from.begin());
    for (const std::uint32_t child : below[result.back()]) {
      if (waiting.erase(child) > 0) ready.insert(child);
    }
  }
  return result;
}

}  // namespace

Result<LimbTable> group_joints(const Model& model, const LimbGroupOptions& options) {
  if (const auto reasons = validate(model); !reasons.empty()) return Error{reasons.front()};
  return model::group_joints_of_valid(model, options);
}

Result<LimbTable> model::group_joints_of_valid(const Model& model,
                                               const LimbGroupOptions& options) {
  const base::DefinedFloatMode mode;
  if (!(options.min_share >= 0 && options.min_share <= 1)) {
    return Error{"the smallest share of a limb is " + std::to_string(options.min_share) +
                 ", which is not between 0 and 1"};
  }
  const std::size_t joint_count = model.skeleton.joints.size();
  Groups groups(model);
  const auto fixed = set_apart(model, options, groups);
  if (!fixed) return fixed.error();
  groups.merge(*fixed, options.min_share * groups.whole_surface());
  std::map<std::uint32_t, std::string> given_names;
  for (const LimbOverride& given : options.overrides) {
    given_names[joints_of(model, given)->front()] = given.name;
  }

  std::vector<std::vector<std::uint32_t>> joints(joint_count);
  for (std::uint32_t j = 0; j < joint_count; ++j) joints[groups.leader(j)].push_back(j);
  LimbTable table;
  std::vector<std::uint32_t> limb_of_group(joint_count, kNone);
  UniqueNames unique_name;
  for (const std::uint32_t group : parents_first(groups, joint_count)) {
    LimbInfo limb;
    const std::uint32_t above = groups.above(group);
    limb.parent = above == kNone ? kNone : limb_of_group[above];
    limb.joints = joints[group];
    limb.joint = *std::ranges::max_element(limb.joints, {},
                                           [&](std::uint32_t j) { return groups.own_surface(j); });
    const auto given = given_names.find(group);
    limb.name =
        unique_name(given == given_names.end() ? limb_name(model, limb.joint) : given->second);
    limb_of_group[group] = static_cast<std::uint32_t>(table.limbs.size());
    table.limbs.push_back(std::move(limb));
  }
  for (std::uint32_t j = 0; j < joint_count; ++j) {
    table.joint_limbs.push_back(limb_of_group[groups.leader(j)]);
  }
  table.triangle_limbs = limb_of_triangles(model, table.joint_limbs, table.limbs.size());
  return table;
}

std::vector<std::uint32_t> limb_of_triangles(const Model& model,
                                             const std::vector<std::uint32_t>& joint_limbs,
                                             std::size_t limb_count) {
  const base::DefinedFloatMode mode;
  const auto influences_of = [&](std::uint32_t v) { return model.influences.of(v); };
  return model::limb_of_triangles(model.triangles, influences_of, joint_limbs, limb_count);
}

Result<std::uint32_t> find_limb(const LimbTable& table, std::string_view name) {
  std::vector<std::string> names;
  for (std::uint32_t i = 0; i < table.limbs.size(); ++i) {
    if (table.limbs[i].name == name) return i;
    names.push_back(table.limbs[i].name);
  }
  return unknown_name("limb", name, names);
}

}  // namespace dermis
