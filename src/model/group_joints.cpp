// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "base/float_mode.h"
#include "dermis/base/names.h"
#include "dermis/model/limbs.h"
#include "dermis/model/validate.h"
#include "math/doubles.h"

namespace dermis {

namespace {

using math::Vec3d;

double area(const Model& model, const Triangle& t) {
  const Vec3d p = math::to_double(model.positions[t[0]]);
  return 0.5 * length(cross(math::to_double(model.positions[t[1]]) - p,
                            math::to_double(model.positions[t[2]]) - p));
}

/// Groups of joints, which are merged until each group is large enough for a limb. One joint leads
/// each group.
class Groups {
 public:
  explicit Groups(const Model& model)
      : model_(model), leader_(model.skeleton.joints.size()), surface_(leader_.size()) {
    std::iota(leader_.begin(), leader_.end(), 0U);
    find_parents();
    find_surfaces();
  }

  /// The joint that leads the group of `joint`.
  [[nodiscard]] std::uint32_t leader(std::uint32_t joint) const {
    while (leader_[joint] != joint) joint = leader_[joint];
    return joint;
  }
  /// For each group, the area of the triangles that follow it more than any other group, in square
  /// units.
  [[nodiscard]] std::vector<double> led_surfaces() const {
    std::vector<double> result(leader_.size(), 0);
    std::vector<double> weights(leader_.size(), 0);
    std::vector<std::uint32_t> groups;
    for (const Triangle& t : model_.triangles) {
      groups.clear();
      for (const std::uint32_t v : t) {
        for (const Influence& i : model_.influences.of(v)) {
          weights[leader(i.joint)] += double{i.weight};
          groups.push_back(leader(i.joint));
        }
      }
      const std::uint32_t most =
          *std::ranges::max_element(groups, {}, [&](std::uint32_t g) { return weights[g]; });
      result[most] += area(model_, t);
      for (const std::uint32_t g : groups) weights[g] = 0;
    }
    return result;
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
  /// The group that shares the most skin weight with this one, or kNone.
  [[nodiscard]] std::uint32_t companion(std::uint32_t group) const {
    std::map<std::uint32_t, double> shared;
    for (std::size_t v = 0; v < model_.positions.size(); ++v) {
      double own = 0;
      for (const Influence& i : model_.influences.of(v)) {
        if (leader(i.joint) == group) own += i.weight;
      }
      if (own == 0) continue;
      for (const Influence& i : model_.influences.of(v)) {
        if (leader(i.joint) != group) shared[leader(i.joint)] += own * double{i.weight};
      }
    }
    const auto most = std::ranges::max_element(shared, {}, [](const auto& s) { return s.second; });
    return most == shared.end() || most->second == 0 ? kNone : most->first;
  }

  void merge(std::uint32_t group, std::uint32_t into) { leader_[group] = into; }
  /// Makes these joints a separate group, led by the first one.
  void set_apart(const std::vector<std::uint32_t>& joints) {
    for (const std::uint32_t j : joints) leader_[j] = joints.front();
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
    parent_.assign(skeleton.joints.size(), kNone);
    for (std::uint32_t j = 0; j < skeleton.joints.size(); ++j) {
      std::uint32_t node = skeleton.nodes[skeleton.joints[j].node].parent;
      while (node != kNone && first[node] == kNone) node = skeleton.nodes[node].parent;
      if (node != kNone) parent_[j] = first[node];
    }
  }

  void find_surfaces() {
    for (const Triangle& t : model_.triangles) {
      const double third = area(model_, t) / 3;
      for (const std::uint32_t v : t) {
        for (const Influence& i : model_.influences.of(v)) {
          surface_[i.joint] += third * double{i.weight};
        }
      }
    }
  }

  const Model& model_;
  std::vector<std::uint32_t> leader_;  ///< of each joint, directly or through other joints
  std::vector<std::uint32_t> parent_;
  std::vector<double> surface_;  ///< the area that each joint moves, in square units
};

std::string label(const Model& model, std::uint32_t joint) {
  const std::string& name = model.skeleton.nodes[model.skeleton.joints[joint].node].name;
  return name.empty() ? "joint " + std::to_string(joint) : name;
}

/// Finds the joints of an override by name. A name stands for all joints of that node.
Result<std::vector<std::uint32_t>> joints_of(const Model& model, const LimbOverride& limb) {
  if (limb.joints.empty()) return Error{"the limb '" + limb.name + "' has no joints"};
  std::vector<std::uint32_t> result;
  for (const std::string& name : limb.joints) {
    const std::size_t before = result.size();
    for (std::uint32_t j = 0; j < model.skeleton.joints.size(); ++j) {
      if (label(model, j) == name || "#" + std::to_string(j) == name) result.push_back(j);
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

/// Merges the smallest groups first, so that a hand gets its fingers before its own size is
/// compared.
void merge_small(Groups& groups, const std::vector<bool>& fixed, double least) {
  std::set<std::uint32_t> stuck;
  for (;;) {
    const std::vector<double> surfaces = groups.led_surfaces();
    std::uint32_t smallest = kNone;
    double size = least;
    for (std::uint32_t j = 0; j < fixed.size(); ++j) {
      if (fixed[j] || groups.leader(j) != j || stuck.contains(j)) continue;
      if (surfaces[j] < size) {
        size = surfaces[j];
        smallest = j;
      }
    }
    if (smallest == kNone) return;
    std::uint32_t into = groups.above(smallest);
    if (into == kNone) into = groups.companion(smallest);
    if (into == kNone) {
      // A root that moves nothing takes its largest child group; without one, it stays alone.
      std::uint32_t largest = kNone;
      for (std::uint32_t j = 0; surfaces[smallest] == 0 && j < fixed.size(); ++j) {
        if (fixed[j] || groups.leader(j) != j || groups.above(j) != smallest) continue;
        if (largest == kNone || surfaces[j] > surfaces[largest]) largest = j;
      }
      if (largest == kNone) {
        stuck.insert(smallest);
      } else {
        groups.merge(largest, smallest);
      }
    } else {
      groups.merge(smallest, into);
    }
  }
}

std::string unique_name(std::string name, const std::vector<LimbInfo>& limbs) {
  const auto taken = [&](const std::string& n) {
    return std::ranges::find(limbs, n, &LimbInfo::name) != limbs.end();
  };
  if (!taken(name)) return name;
  for (int i = 2;; ++i) {
    if (const std::string next = name + " " + std::to_string(i); !taken(next)) return next;
  }
}

/// The limb that `group` is attached to, among the limbs made so far, or kNone.
std::uint32_t parent_limb(const Groups& groups, std::uint32_t group,
                          const std::vector<std::uint32_t>& limb_of_group) {
  const std::uint32_t above = groups.above(group);
  return above == kNone ? kNone : limb_of_group[above];
}

}  // namespace

Result<LimbTable> group_joints(const Model& model, const LimbGroupOptions& options) {
  const base::DefinedFloatMode mode;
  if (const auto reasons = validate(model); !reasons.empty()) return Error{reasons.front()};
  if (!(options.smallest_share >= 0 && options.smallest_share <= 1)) {
    return Error{"the smallest share of a limb is " + std::to_string(options.smallest_share) +
                 ", which is not between 0 and 1"};
  }
  LimbTable table;
  Groups groups(model);
  const auto fixed = set_apart(model, options, groups);
  if (!fixed) return fixed.error();
  merge_small(groups, *fixed, options.smallest_share * groups.whole_surface());

  std::vector<std::uint32_t> limb_of_group(model.skeleton.joints.size(), kNone);
  // Parents first: a group becomes a limb after the group above it. Overrides can make loops, which
  // are cut.
  std::vector<std::uint32_t> waiting;
  for (std::uint32_t j = 0; j < limb_of_group.size(); ++j) {
    if (groups.leader(j) == j) waiting.push_back(j);
  }
  while (!waiting.empty()) {
    const auto ready = std::ranges::find_if(waiting, [&](std::uint32_t group) {
      const std::uint32_t above = groups.above(group);
      return above == kNone || limb_of_group[above] != kNone;
    });
    const auto at = ready == waiting.end() ? waiting.begin() : ready;
    const std::uint32_t group = *at;
    waiting.erase(at);
    LimbInfo limb;
    limb.parent = parent_limb(groups, group, limb_of_group);
    for (std::uint32_t j = 0; j < limb_of_group.size(); ++j) {
      if (groups.leader(j) == group) limb.joints.push_back(j);
    }
    limb.joint = *std::ranges::max_element(limb.joints, {},
                                           [&](std::uint32_t j) { return groups.own_surface(j); });
    std::string name = label(model, limb.joint);
    for (const LimbOverride& given : options.overrides) {
      const auto joints = joints_of(model, given);
      if (joints && joints->front() == group) name = given.name;
    }
    limb.name = unique_name(std::move(name), table.limbs);
    limb_of_group[group] = static_cast<std::uint32_t>(table.limbs.size());
    table.limbs.push_back(std::move(limb));
  }
  for (std::uint32_t j = 0; j < limb_of_group.size(); ++j) {
    table.joint_limbs.push_back(limb_of_group[groups.leader(j)]);
  }
  table.triangle_limbs = limb_of_triangles(model, table.joint_limbs, table.limbs.size());
  return table;
}

std::vector<std::uint32_t> limb_of_triangles(const Model& model,
                                             const std::vector<std::uint32_t>& joint_limbs,
                                             std::size_t limb_count) {
  const base::DefinedFloatMode mode;
  std::vector<std::uint32_t> result;
  result.reserve(model.triangles.size());
  std::vector<double> weights;
  for (const Triangle& t : model.triangles) {
    weights.assign(limb_count, 0);
    for (const std::uint32_t v : t) {
      for (const Influence& i : model.influences.of(v)) {
        weights[joint_limbs[i.joint]] += double{i.weight};
      }
    }
    result.push_back(
        static_cast<std::uint32_t>(std::ranges::max_element(weights) - weights.begin()));
  }
  return result;
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
