// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "influences.h"

#include <algorithm>
#include <cmath>

#include "dermis/base/counted.h"
#include "problem.h"

namespace dermis::gltf {

namespace {

/// Divides weights by their sum. A vertex without weight follows the joint in its first slot.
class WeightNormalizer {
 public:
  WeightNormalizer(Builder& builder, const Source& source)
      : report_(builder.result.weights),
        joints_(joints_of_skin(builder, source.skin)),
        field_(source.field) {}

  void add(std::size_t vertex, const std::vector<Influence>& slots, Influences& out) {
    ++report_.skinned_vertices;
    kept_.clear();
    double sum = 0;
    for (const Influence& slot : slots) {
      if (slot.weight == 0) continue;
      if (!(slot.weight > 0) || std::isinf(slot.weight)) {
        throw Problem(field_, ": vertex ", vertex, " has weight ", slot.weight, " on joint ",
                      slot.joint);
      }
      kept_.push_back({model_joint(vertex, slot.joint), slot.weight});
      sum += slot.weight;
    }
    if (kept_.empty()) {
      ++report_.without_weight;
      // At weight 0, an index out of range is ignored, in the first slot as in the others.
      const std::uint32_t first = slots.front().joint;
      kept_.push_back({joints_[first < joints_.size() ? first : 0], 1});
    } else {
      const double deviation = std::abs(sum - 1);
      report_.largest_deviation = std::max(report_.largest_deviation, deviation);
      if (deviation > 1e-3) ++report_.off;
      for (Influence& i : kept_) i.weight = static_cast<float>(i.weight / sum);
    }
    out.add_vertex(kept_);
  }

 private:
  [[nodiscard]] std::uint32_t model_joint(std::size_t vertex, std::uint32_t joint) const {
    if (joint >= joints_.size()) {
      throw Problem(field_, ": vertex ", vertex, " follows joint ", joint, ", but the skin has ",
                    counted(joints_.size(), "joint"));
    }
    return joints_[joint];
  }

  WeightReport& report_;
  const std::vector<std::uint32_t>& joints_;
  const std::string& field_;
  std::vector<Influence> kept_;
};

}  // namespace

void add_skinned_influences(Builder& builder, const Source& source, Attributes& attributes,
                            std::size_t vertices) {
  std::vector<Integers> joints;
  std::vector<Floats> weights;
  for (int set = 0;; ++set) {
    const std::string j = "JOINTS_" + std::to_string(set);
    const std::string w = "WEIGHTS_" + std::to_string(set);
    if (!attributes.has(j) && !attributes.has(w)) break;
    if (!attributes.has(j) || !attributes.has(w)) {
      throw Problem(source.field, " has ", attributes.has(j) ? j : w, " without ",
                    attributes.has(j) ? w : j);
    }
    // All sets may share one accessor, so the memory of each is counted: its decoded form and the
    // resulting influences.
    builder.budget.take(vertices * 4 * (sizeof(std::uint32_t) + sizeof(float) + sizeof(Influence)));
    joints.push_back(attributes.joints(j));
    weights.push_back(attributes.floats(w, 4));
    check_count(joints.back().count, vertices, source.field + "." + j);
    check_count(weights.back().count, vertices, source.field + "." + w);
  }
  WeightNormalizer normalizer(builder, source);
  std::vector<Influence> slots;
  for (std::size_t v = 0; v < vertices; ++v) {
    slots.clear();
    for (std::size_t set = 0; set < joints.size(); ++set) {
      for (std::size_t k = 0; k < 4; ++k) {
        slots.push_back({joints[set].values[4 * v + k], weights[set].values[4 * v + k]});
      }
    }
    normalizer.add(v, slots, builder.result.model.influences);
  }
}

}  // namespace dermis::gltf
