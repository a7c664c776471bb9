// SPDX-FileCopyrightText: 2026 the Dermis authors
// SPDX-License-Identifier: MIT
#include "collider/box_refit.h"

#include <algorithm>

namespace dermis::collider {

namespace {

constexpr std::size_t registers_of_eight(std::size_t indices) {
  return (indices + 7) / 8;
}
constexpr std::size_t kRegistersPerJointBox = 6;
constexpr std::size_t kRegistersPerDelta = 6;

}  // namespace

BoxRefit::Record::Record(const math::Float8* at)
    : header(std::bit_cast<Header>(*at)),
      rest(at + 1),
      indices(at + 7),
      joint_boxes(indices + registers_of_eight(header.joints + 2 * std::size_t{header.edges})),
      edges(joint_boxes + kRegistersPerJointBox * header.joints),
      targets(edges + 2 * std::size_t{header.edges}),
      deltas(targets + registers_of_eight(header.targets)),
      pairs(deltas + kRegistersPerDelta * header.targets),
      factors(pairs + registers_of_eight(header.pairs)),
      end(factors + header.pairs) {}

std::size_t BoxRefit::Record::size(const Header& header) {
  return 7 + registers_of_eight(2 * std::size_t{header.edges} + header.joints) +
         2 * std::size_t{header.edges} + kRegistersPerJointBox * header.joints +
         registers_of_eight(header.targets) + kRegistersPerDelta * header.targets +
         registers_of_eight(header.pairs) + header.pairs;
}

std::string BoxRefit::problem(const BoxTree& tree, const skinning::SkinData& skin) const {
  const std::size_t joint_count = skin.joint_count();
  if (first_record_.size() != tree.nodes.size() + 1 || first_record_.front() != 0 ||
      first_record_.back() != records_.size() || !std::ranges::is_sorted(first_record_)) {
    return "the refit records do not fit the box tree";
  }
  for (std::size_t node = 0; node < tree.nodes.size(); ++node) {
    const auto problem_here = [&](const char* what) {
      return "the refit record of box node " + std::to_string(node) + " " + what;
    };
    const std::size_t size = first_record_[node + 1] - first_record_[node];
    if (size == 0) return problem_here("is missing");
    const auto header = std::bit_cast<Header>(records_[first_record_[node]]);
    // Checked before sizes are computed from these numbers.
    if (header.children != tree.nodes[node].child_count || header.edges > kMostEdges ||
        header.joints == 0 || header.joints > size || header.targets > size ||
        header.pairs > kMostPairs || header.root >= joint_count) {
      return problem_here("has an impossible header");
    }
    if (Record::size(header) != size) return problem_here("has the wrong length");
    const Record record = this->record(static_cast<std::uint32_t>(node));
    for (std::uint32_t i = 0; i < header.joints + 2 * header.edges; ++i) {
      if (record.joint(i) >= joint_count) {
        return problem_here("follows a joint that does not exist");
      }
    }
    for (std::uint32_t i = 0; i < header.targets; ++i) {
      if (record.target(i) >= skin.morph_target_count()) {
        return problem_here("knows a morph target that does not exist");
      }
    }
    for (std::uint32_t i = 0; i < header.pairs; ++i) {
      if (record.pair(i) >= skin.joint_sets().pairs().size()) {
        return problem_here("knows a pair of joints that move nothing together");
      }
    }
  }
  return "";
}

}  // namespace dermis::collider
